"""Strategy `semantic`: a cut where the sense changes from one sentence to the next."""

from collections.abc import Iterator, Sequence

import numpy as np

from microrag_core.chunking.levels import Level, one_level
from microrag_core.chunking.material import Material
from microrag_core.chunking.packing import first_that_does_not_fit, pack
from microrag_core.chunking.rulers import TokenRuler
from microrag_core.chunking.running_text import RunningText
from microrag_core.chunking.spans import Span
from microrag_core.datatypes import Floats


def cut_semantic(material: Material) -> list[Level]:
    """Return runs of sentences, none longer than the settings' size; a sentence that is longer is cut into lines or hard.

    Rule `percentile` (after Greg Kamradt, 2023) cuts between two neighbours whose cosine is below the `percentile` of all such
    cosines in the document; rule `running` cuts before a sentence whose cosine with the mean of the chunk so far is below
    `chunk_similarity`. Both cut where the size is reached. Raises `ValueError` unless there is one vector a sentence.
    """
    vectors, settings, ruler = material.vectors, material.settings, material.ruler
    spans = [(sentence.start, sentence.end) for sentence in material.sentences]
    if vectors is None or len(vectors) != len(spans):
        rows = "no" if vectors is None else len(vectors)
        raise ValueError(f"Semantic chunking needs one vector a sentence; there are {len(spans)} sentences and {rows} vectors.")
    if settings.semantic_rule == "percentile":
        groups = between(spans, drops(vectors, settings.percentile))
        runs = [run for group in groups for run in pack(group, material.limit, ruler)]
    else:
        runs = list(like_what_runs(spans, vectors, settings.chunk_similarity, material.limit, ruler))
    running_text = RunningText(material)
    return one_level(material, [span for run in runs for span in running_text.pack(run, material.limit)])


def drops(vectors: Floats, percentile: float) -> list[int]:
    """Return the rows that are less similar to the row before than `percentile` (0 to 100) of such similarities."""
    similarities = np.einsum("nd,nd->n", vectors[:-1], vectors[1:], dtype=np.float64)
    if not len(similarities):
        return []
    return (np.flatnonzero(similarities < np.percentile(similarities, percentile)) + 1).tolist()


def between(spans: Sequence[Span], rows: Sequence[int]) -> list[Sequence[Span]]:
    """Return the groups of spans between `rows`, each of which begins a group."""
    return [spans[start:end] for start, end in zip((0, *rows), (*rows, len(spans)), strict=True)]


def like_what_runs(spans: Sequence[Span], vectors: Floats, least: float, limit: int, ruler: TokenRuler) -> Iterator[Span]:
    """Yield runs of spans, each of which has a cosine of at least `least` with the mean of those before it in its run."""
    ends = [end for _, end in spans]
    row = 0
    while row < len(spans):
        bound = first_that_does_not_fit(spans[row][0], row, ends, limit, ruler)
        total = vectors[row].astype(np.float64)
        following = row + 1
        while following < bound and float(vectors[following] @ total) >= least * float(np.linalg.norm(total)):
            total += vectors[following]
            following += 1
        yield spans[row][0], ends[following - 1]
        row = following
