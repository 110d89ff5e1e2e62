"""Cosines between the sentences of one document, a few rows at a time."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from microrag_core.pruning.problem import Doubles

ROWS_AT_ONCE = 128
"""Rows that are computed together where no whole matrix is made: 15 MB for 15,000 sentences."""


def similarity_rows(vectors: Doubles, rows: npt.NDArray[np.int64] | slice, minimum_similarity: float) -> Doubles:
    """Return max(0, cosine) (len(rows), n) of `rows` with all sentences; 0 below `minimum_similarity`, but never with itself.

    Doubles, so that two equal sentences have equal gains but for the last digits.
    """
    cosines: Doubles = vectors[rows] @ vectors.T
    np.maximum(cosines, 0.0, out=cosines)
    if minimum_similarity > 0:
        chosen = np.arange(len(vectors))[rows]
        place = np.arange(len(chosen))
        own = cosines[place, chosen]
        cosines[cosines < minimum_similarity] = 0.0
        cosines[place, chosen] = own
    return cosines


def row_blocks(rows: Sequence[int]) -> Iterator[Sequence[int]]:
    """Cut `rows` into parts of at most `ROWS_AT_ONCE`."""
    for start in range(0, len(rows), ROWS_AT_ONCE):
        yield rows[start : start + ROWS_AT_ONCE]
