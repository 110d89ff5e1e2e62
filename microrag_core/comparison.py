"""One question asked of both sides, and what differs between the two lists."""

from dataclasses import dataclass

import numpy as np

from microrag_core.corpus import Corpus, Side
from microrag_core.datatypes import Booleans, Floats, Retrieved, shorten

PREVIEW_CHARACTERS = 260
REPEAT_SIMILARITY = 0.8
"""Two sentences at this cosine or above count as saying the same thing."""
BLOCK_ROWS = 1024
"""Rows compared at a time, which bounds the memory that a book of many thousand sentences takes."""


@dataclass(frozen=True, slots=True)
class Result:
    """A hit with its place in the list.

    `other_rank` is the document's rank on the other side among all documents, None where that side has nothing of it. `tokens`
    is what its text would cost a model. `repeats` counts its sentences that say what a sentence before them in the list says (a
    better-ranked document's or its own). `near_duplicate_of` is the better-ranked hit that says at least half of its
    sentences, if one does.
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


@dataclass(frozen=True, slots=True)
class Comparison:
    """The two lists for one question; printing it shows them side by side."""

    query: str
    naive: tuple[Result, ...]
    pruned: tuple[Result, ...]

    @property
    def overlap(self) -> int:
        """Number of documents that are in both lists."""
        return len({r.hit.document.id for r in self.naive} & {r.hit.document.id for r in self.pruned})

    def tokens(self, side: Side) -> int:
        """Return the tokens (cl100k_base) that one side's list would send to a model."""
        return sum(result.tokens for result in self._side(side))

    def repeats(self, side: Side) -> int:
        """Return how many sentences of one side's list repeat an earlier one."""
        return sum(result.repeats for result in self._side(side))

    def _side(self, side: Side) -> tuple[Result, ...]:
        return self.naive if side == "naive" else self.pruned

    def __str__(self) -> str:
        lines = [f"Question: {self.query}"]
        sides: tuple[Side, ...] = ("naive", "pruned")
        for side in sides:
            lines.append(f"{side.capitalize()}: {self.tokens(side):,} tokens, {self.repeats(side)} repeated sentences")
            lines += [f"  {r.hit.rank}  {r.hit.score:.2f}  {shorten(r.hit.document.label, 60)}" for r in self._side(side)]
        lines.append(f"In both lists: {self.overlap} of {len(self.naive)}")
        return "\n".join(lines)


def compare(corpus: Corpus, query: str, top_k: int = 5) -> Comparison:
    """Search both sides for `query`. Raises `InputError` for a blank query and `SettingsError` for `top_k` below 1."""
    vector = corpus.query_vector(query)
    results: dict[Side, tuple[Result, ...]] = {}
    pairs: tuple[tuple[Side, Side], ...] = (("naive", "pruned"), ("pruned", "naive"))
    for side, other in pairs:
        other_ranks = {key: rank for rank, (key, _) in enumerate(corpus.index(other).search(vector, len(corpus)), 1)}
        results[side] = describe(corpus, side, corpus.search_vector(vector, side, top_k), other_ranks)
    return Comparison(query.strip(), results["naive"], results["pruned"])


def describe(corpus: Corpus, side: Side, hits: list[Retrieved], other_ranks: dict[str, int]) -> tuple[Result, ...]:
    """Return `hits` of one side with tokens, repeats and near-duplicates marked."""
    shown: list[Floats] = []
    results = []
    for hit in hits:
        vectors = side_vectors(corpus, hit.document.id, side)
        repeated = repeats_earlier(vectors)
        twin = None
        for better, other in zip(hits, shown, strict=False):
            said = is_said(vectors, other)
            repeated |= said
            if twin is None and len(said) and said.mean() >= 0.5:
                twin = better.rank
        shown.append(vectors)
        pruned = corpus.pruned(hit.document.id)
        tokens = pruned.tokens_before if side == "naive" else pruned.tokens_after
        results.append(Result(hit, other_ranks.get(hit.document.id), tokens, int(repeated.sum()), twin))
    return tuple(results)


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


def side_vectors(corpus: Corpus, document_id: str, side: Side) -> Floats:
    """Return the vectors (m, d) of the sentences that one side has of a document."""
    vectors = corpus.parts[document_id].vectors
    return vectors if side == "naive" else vectors[corpus.pruned(document_id).selection.kept]
