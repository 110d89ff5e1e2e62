"""What there is to draw: every passage of one or two pipelines, and every sentence that one of them pruned."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from microrag_core.comparison import End
from microrag_core.datatypes import Chunk, Floats
from microrag_core.pipeline import Pipeline
from microrag_core.pipeline.collect import side_of, what_is_left

State = Literal["kept", "pruned", "plain"]


@dataclass(frozen=True, slots=True)
class Place:
    """A passage or a pruned sentence: characters `start` to `end` of the document with the id `document`.

    `ends` are the sides that index it, both where both have the same text of it; none for a sentence, whose row in its document
    is `sentence`. `state` is `pruned` where a side that prunes has nothing of it, else `kept` where a side that prunes has it,
    else `plain`: a passage of a side that prunes nothing, of which the other side, if it prunes, has some or all.
    """

    id: str
    document: str
    start: int
    end: int
    ends: tuple[End, ...]
    state: State
    sentence: int | None = None


def prunes(pipeline: Pipeline) -> bool:
    """Tell whether a pipeline leaves anything out of what it indexes."""
    return side_of(pipeline.settings) == "pruned" or pipeline.settings.repetition.repeats != "keep"


def passages(pipelines: Mapping[End, Pipeline]) -> tuple[list[Place], Floats]:
    """Return each passage of the pipelines with its vector (n, d), in an order that does not depend on which side is which.

    A passage of which both sides have the same text is one; where they have different texts of it, it is two.
    """
    found: list[tuple[Place, str]] = []
    blocks: list[Floats] = []
    for end, pipeline in pipelines.items():
        collection, rows = pipeline.collection, []
        for row, (chunk, text) in enumerate(zip(collection.chunks, collection.texts, strict=True)):
            ends = tuple(other for other in pipelines if has(pipelines[other], chunk, text))
            if ends[0] == end:
                rows.append(row)
                found.append(
                    (Place(chunk.id, chunk.document, chunk.start, chunk.end, ends, state_of(pipelines, chunk, ends)), text)
                )
        blocks.append(collection.vectors[rows])
    order = sorted(range(len(found)), key=lambda row: (found[row][0].id, found[row][1]))
    return [found[row][0] for row in order], np.concatenate(blocks)[order]


def has(pipeline: Pipeline, chunk: Chunk, text: str) -> bool:
    """Tell whether a pipeline indexes this text of a passage."""
    row = pipeline.collection.rows.get(chunk.id)
    return row is not None and pipeline.collection.texts[row] == text


def state_of(pipelines: Mapping[End, Pipeline], chunk: Chunk, ends: tuple[End, ...]) -> State:
    """Return what became of a passage that the sides `ends` have."""
    if any(lacks(pipeline, chunk, pipelines[ends[0]]) for end, pipeline in pipelines.items() if end not in ends):
        return "pruned"
    return "kept" if any(prunes(pipelines[end]) for end in ends) else "plain"


def lacks(pipeline: Pipeline, chunk: Chunk, other: Pipeline) -> bool:
    """Tell whether pruning left nothing of a passage that the `other` pipeline has."""
    if chunk.id in pipeline.collection.rows:
        return False
    kept = pipeline.kept(chunk.document)
    if kept is not None and not what_is_left(pipeline.corpus.parts[chunk.document], chunk, kept):
        return True
    # Both cut the same passages, and this one is no longer there: it repeats another.
    cut_alike = pipeline.settings.chunk == other.settings.chunk and pipeline.settings.chunk.strategy != "pruned"
    return cut_alike and pipeline.settings.repetition.repeats == "passages"


def pruned_sentences(pipelines: Mapping[End, Pipeline]) -> tuple[list[Place], Floats]:
    """Return each sentence that one of the pipelines leaves out, with its vector (n, d), by document and row."""
    found: list[Place] = []
    corpus = next(iter(pipelines.values())).corpus
    blocks = [np.empty((0, corpus.encoder.dimension), np.float32)]
    for key in sorted(corpus.parts):
        part = corpus.parts[key]
        marks = [kept for pipeline in pipelines.values() if (kept := pipeline.kept(key)) is not None]
        if not marks:
            continue
        rows = np.flatnonzero(~np.logical_and.reduce(marks))
        for row in rows:
            sentence = part.sentences[row]
            found.append(Place(f"{key}#{row + 1}", key, sentence.start, sentence.end, (), "pruned", int(row)))
        blocks.append(part.vectors[rows])
    return found, np.concatenate(blocks)
