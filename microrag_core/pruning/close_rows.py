"""Which rows are at least so similar to a given one: an exact search that grows, by FAISS range search."""

from collections.abc import Iterator
from itertools import pairwise

import faiss
import numpy as np
import numpy.typing as npt

from microrag_core.datatypes import Floats

Rows = npt.NDArray[np.int64]
"""Row numbers (m,)."""

DIMENSIONS = 48
"""What a row is shortened to for the first look: an eighth of the numbers of whole rows of 384."""
SAMPLE = 5_000
"""Rows that the directions of the first look are fitted to."""
MARGIN = 1e-4
"""Added to the first look's bound, so that rounding cannot lose a row."""
ROUNDING = 1e-6
"""A cosine this little below the threshold still counts: equal rows may multiply to just under 1."""
PAIRS_AT_ONCE = 50_000


class CloseRows:
    """The rows of `vectors` (n, d), unit length, that were added, searched for cosines of at least `threshold`.

    The search is exact. Each row is turned so that its first 47 numbers hold as much of it as they can, and shortened to these
    and the length of the rest. By the inequality of Cauchy and Schwarz the product of two shortened rows is no less than the
    cosine of the whole ones, so what FAISS finds among the shortened rows holds all that is sought; it is then measured whole.
    """

    def __init__(self, vectors: Floats, threshold: float) -> None:
        self._vectors = vectors
        self._threshold = threshold
        self._short = shortened(vectors)
        self._index = faiss.IndexFlatIP(self._short.shape[1])
        self._rows = np.empty(0, np.int64)

    def add(self, rows: Rows) -> None:
        """Let the rows with these numbers be found from now on."""
        self._index.add(self._short[rows])
        self._rows = np.concatenate([self._rows, rows])

    def search(self, rows: Rows) -> Iterator[tuple[Rows, Floats]]:
        """Yield for each of `rows` the added rows at least as similar as the threshold, and their cosines, in no set order."""
        limits, _, places = self._index.range_search(self._short[rows], self._threshold - MARGIN)
        counts = (limits[1:] - limits[:-1]).astype(np.int64)
        near = self._rows[places]
        cosines = self._cosines(np.repeat(rows, counts), near)
        for start, end in pairwise(limits.tolist()):
            close = cosines[start:end] >= self._threshold - ROUNDING
            yield near[start:end][close], cosines[start:end][close]

    def _cosines(self, rows: Rows, others: Rows) -> Floats:
        """Return the cosine of each pair, a bounded number of them at a time."""
        found = np.empty(len(rows), np.float32)
        for start in range(0, len(rows), PAIRS_AT_ONCE):
            part = slice(start, start + PAIRS_AT_ONCE)
            found[part] = np.einsum("ij,ij->i", self._vectors[rows[part]], self._vectors[others[part]])
        return found


def shortened(vectors: Floats) -> Floats:
    """Return rows (n, 48): each row along the 47 directions that hold most of all rows, and the length of what is left.

    Rows that are as short already stay as they are.
    """
    if vectors.shape[1] <= DIMENSIONS:
        return np.ascontiguousarray(vectors, np.float32)
    sample = vectors[:: max(1, len(vectors) // SAMPLE)].astype(np.float64)
    directions = np.linalg.eigh(sample.T @ sample)[1][:, -(DIMENSIONS - 1) :].astype(np.float32)
    along = vectors @ directions
    rest = np.sqrt(np.maximum(0.0, np.square(vectors).sum(axis=1) - np.square(along).sum(axis=1)))
    return np.ascontiguousarray(np.column_stack([along, rest]), np.float32)
