"""One question asked of two pipelines, and what differs between the two lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Booleans, Floats, Retrieved, shorten
from microrag_core.pipeline import Found, Pipeline, PipelineSettings
from microrag_core.text.tokens import count_tokens

End = Literal["left", "right"]

PREVIEW_CHARACTERS = 260
REPEAT_SIMILARITY = 0.8
"""Two sentences at this cosine or above count as saying the same thing."""
BLOCK_ROWS = 1024
"""Rows compared at a time, which bounds the memory that a book of many thousand sentences takes."""
DEPTH = 1000
"""How far down the other list a passage is looked for."""


@dataclass(frozen=True, slots=True)
class Result:
    """A hit with its place in the list.

    `other_rank` is its rank in the other list: of the same passage, or where the other pipeline cuts otherwise of the first
    passage of the same document; None where it is not among the other's first thousand. `tokens` is what its text would cost a
    model. `repeats` counts its sentences that say what a sentence before them in the list says (a better hit's or its own).
    `near_duplicate_of` is the rank of the better hit that says at least half of its sentences, if one does.
    """

    hit: Retrieved
    other_rank: int | None
    tokens: int
    repeats: int
    near_duplicate_of: int | None

    @property
    def preview(self) -> str:
        """The first 260 characters of the text on one line."""
        return shorten(self.hit.text, PREVIEW_CHARACTERS)


@dataclass(frozen=True, eq=False)
class Comparison:
    """The two lists for one question, and what each pipeline did for them; printing it shows them side by side."""

    query: str
    left: tuple[Result, ...]
    right: tuple[Result, ...]
    names: Mapping[End, str]
    found: Mapping[End, Found]

    def results(self, end: End) -> tuple[Result, ...]:
        """Return one list."""
        return self.left if end == "left" else self.right

    @property
    def overlap(self) -> int:
        """Number of documents that are in both lists."""
        return len({r.hit.document.id for r in self.left} & {r.hit.document.id for r in self.right})

    def tokens(self, end: End) -> int:
        """Return the tokens (cl100k_base) that one list would send to a model."""
        return sum(result.tokens for result in self.results(end))

    def repeats(self, end: End) -> int:
        """Return how many sentences of one list repeat an earlier one."""
        return sum(result.repeats for result in self.results(end))

    def __str__(self) -> str:
        lines = [f"Question: {self.query}"]
        ends: tuple[End, ...] = ("left", "right")
        for end in ends:
            lines.append(f"{self.names[end]}: {self.tokens(end):,} tokens, {self.repeats(end)} repeated sentences")
            lines += [f"  {r.hit.rank}  {r.hit.score:.2f}  {shorten(r.hit.document.label, 60)}" for r in self.results(end)]
        lines.append(f"Documents in both lists: {self.overlap}")
        return "\n".join(lines)


def naive_and_pruned(corpus: Corpus, top_k: int = 5) -> tuple[PipelineSettings, PipelineSettings]:
    """Return the two pipelines that a comparison starts with: whole documents, and the same pruned as the corpus is."""
    naive = PipelineSettings(name="Naive").with_values({"top_k": top_k})
    return naive, PipelineSettings(name="Pruned", prune=corpus.settings, retriever=naive.retriever)


def compare(corpus: Corpus, query: str, top_k: int = 5) -> Comparison:
    """Ask whole and pruned documents. Raises `InputError` for a blank query and `SettingsError` for `top_k` below 1."""
    naive, pruned = naive_and_pruned(corpus, top_k)
    return compare_pipelines(Pipeline(corpus, naive), Pipeline(corpus, pruned), query)


def compare_pipelines(left: Pipeline, right: Pipeline, query: str) -> Comparison:
    """Ask two pipelines over the same documents. Raises `InputError` for a blank query."""
    pipelines: dict[End, Pipeline] = {"left": left, "right": right}
    return compare_found(query, pipelines, {end: pipeline.find(query, DEPTH) for end, pipeline in pipelines.items()})


def compare_found(query: str, pipelines: Mapping[End, Pipeline], found: Mapping[End, Found]) -> Comparison:
    """Compare what two pipelines found for a question; an end that is not among `found` has an empty list and no name."""

    def results(end: End, other: End) -> tuple[Result, ...]:
        return describe(pipelines[end], found[end], found.get(other)) if end in found else ()

    names = {end: pipelines[end].settings.name or pipelines[end].settings.to_text() for end in found}
    return Comparison(query.strip(), results("left", "right"), results("right", "left"), names, found)


def describe(pipeline: Pipeline, found: Found, other: Found | None) -> tuple[Result, ...]:
    """Return the hits of one pipeline with tokens, repeats and near-duplicates marked."""
    of_passages, of_documents = ranks(other) if other else ({}, {})
    shown: list[Floats] = []
    results = []
    for hit in found.hits:
        rows = pipeline.sentence_rows(hit)
        vectors = pipeline.corpus.parts[hit.document.id].vectors[rows]
        repeated = repeats_earlier(vectors)
        twin = None
        for better, before in zip(found.hits, shown, strict=False):
            said = is_said(vectors, before)
            repeated |= said
            if twin is None and len(said) and said.mean() >= 0.5:
                twin = better.rank
        shown.append(vectors)
        other_rank = of_passages.get(hit.chunk.id) or of_documents.get(hit.document.id)
        results.append(Result(hit, other_rank, count_tokens(hit.text), int(repeated.sum()), twin))
    return tuple(results)


def ranks(found: Found) -> tuple[dict[str, int], dict[str, int]]:
    """Return the rank of each passage, and of each document by its first passage."""
    # Passages that stepped up to their parents are among the hits alone.
    passages = {hit.chunk.id: hit.rank for hit in found.hits}
    documents: dict[str, int] = {}
    for rank, (passage, document) in enumerate(found.ranking, 1):
        passages.setdefault(passage, rank)
        documents.setdefault(document, rank)
    return passages, documents


def is_said(vectors: Floats, others: Floats) -> Booleans:
    """Return for each unit row of `vectors` (n, d) whether a row of `others` (m, d) says the same; (n,)."""
    blocks = [
        (vectors[start : start + BLOCK_ROWS] @ others.T >= REPEAT_SIMILARITY).any(axis=1)
        for start in range(0, len(vectors), BLOCK_ROWS)
    ]
    return np.concatenate(blocks) if blocks else np.zeros(0, bool)


def repeats_earlier(vectors: Floats) -> Booleans:
    """Return for each unit row of `vectors` (n, d) whether a row before it says the same; (n,)."""
    blocks = []
    for start in range(0, len(vectors), BLOCK_ROWS):
        block = vectors[start : start + BLOCK_ROWS]
        similarity = block @ vectors[: start + len(block)].T
        blocks.append((np.tril(similarity, start - 1) >= REPEAT_SIMILARITY).any(axis=1))
    return np.concatenate(blocks) if blocks else np.zeros(0, bool)
