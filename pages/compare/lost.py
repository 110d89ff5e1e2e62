"""Lost answers: the sentence of a passage that is closest to the question was pruned, on this side or on the other."""

from collections.abc import Mapping

from microrag_core.comparison import Comparison, End, Result
from microrag_core.pipeline import Pipeline
from pages.compare.moves import OTHER

Lost = frozenset[tuple[End, int]]
"""Side and rank of the results whose closest sentence was pruned."""


def lost_answers(pipelines: Mapping[End, Pipeline], comparison: Comparison) -> Lost:
    """Return the results of either list whose sentence closest to the question was pruned.

    On a side that leaves sentences out it is this side that pruned it, and the result shows another one. On a side that has all
    sentences it is the other side.
    """
    return frozenset(
        (end, result.hit.rank)
        for end in pipelines
        for result in comparison.results(end)
        if is_lost(pipelines, comparison, result, end)
    )


def is_lost(pipelines: Mapping[End, Pipeline], comparison: Comparison, result: Result, end: End) -> bool:
    """Tell whether the sentence of one result's passage that is closest to the question was pruned."""
    key = result.hit.document.id
    kept = pipelines[end].kept(key)
    if kept is None and OTHER[end] in pipelines:
        kept = pipelines[OTHER[end]].kept(key)
    part = pipelines[end].corpus.parts[key]
    span = part.rows_in(result.hit.chunk.start, result.hit.chunk.end)
    if kept is None or not len(kept[span]):
        return False
    best = (part.vectors[span] @ comparison.found[end].vector).argmax()
    return not kept[span][best]
