"""How similar the picked sentences are to each sentence, kept up to date while sentences are picked."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.pruning.problem import Doubles
from microrag_core.pruning.similarity import row_blocks, similarity_rows
from microrag_core.pruning.sparse_rows import SparseRows

MATRIX_LIMIT = 6_000
"""Up to so many sentences all similarities are held, in 8 n^2 bytes: 288 MB at most."""

OPENING = 8
"""Picks after which a longer document keeps only the similarities that can still matter."""


class RunningCover(Protocol):
    """`values` (n,) are the largest similarity of each sentence with a picked one, at first 0.

    A similarity is max(0, cosine), or that squared, and 0 where the cosine is below the minimum similarity.
    """

    values: Doubles
    batch: int
    """How many rows `excess` is best asked for together."""

    def add(self, row: int) -> None:
        """Count `row` among the picked sentences."""

    def excess(self, rows: Sequence[int], weights: Doubles) -> list[float]:
        """Return for each of `rows` the sum, weighted by `weights` (n,), of what it would raise `values` by."""


def make_running_cover(vectors: Floats, minimum_similarity: float, squared: bool) -> RunningCover:
    """Return the kind that suits the number of sentences; both give the same values."""
    kind = MatrixCover if len(vectors) <= MATRIX_LIMIT else SparseCover
    return kind(vectors.astype(np.float64), minimum_similarity, squared)


class MatrixCover:
    """All similarities at hand."""

    batch = 4

    def __init__(self, vectors: Doubles, minimum_similarity: float, squared: bool) -> None:
        self.matrix = similarity_rows(vectors, slice(None), minimum_similarity)
        if squared:
            np.square(self.matrix, out=self.matrix)
        self.values: Doubles = np.zeros(len(vectors))

    def add(self, row: int) -> None:
        """Count `row` among the picked sentences."""
        np.maximum(self.values, self.matrix[row], out=self.values)

    def excess(self, rows: Sequence[int], weights: Doubles) -> list[float]:
        """Return what each of `rows` would add."""
        sums: list[float] = []
        for block in row_blocks(rows):
            sums += weighted_excess(self.matrix[np.asarray(block)], self.values, weights)
        return sums


class SparseCover:
    """The similarities of a long document in little memory, exactly.

    The first picks compute the rows that they need and drop them. By then every sentence is covered to some degree, and a
    similarity that is no larger than that can never raise it: of the rest, a few in a hundred, a sparse matrix is made.
    """

    def __init__(self, vectors: Doubles, minimum_similarity: float, squared: bool) -> None:
        self.vectors = vectors
        self.minimum_similarity = minimum_similarity
        self.squared = squared
        self.opening = OPENING
        self.batch = 64
        self.values: Doubles = np.zeros(len(vectors))
        self.sparse: SparseRows | None = None

    def add(self, row: int) -> None:
        """Count `row` among the picked sentences."""
        if self.sparse is not None:
            columns, entries = self.sparse.row(row)
            self.values[columns] = np.maximum(self.values[columns], entries)
            return
        np.maximum(self.values, self.similarities([row])[0], out=self.values)
        self.opening -= 1
        if self.opening <= 0:
            self.sparse = SparseRows.above(self.values, self.similarities)
            self.batch = 1

    def excess(self, rows: Sequence[int], weights: Doubles) -> list[float]:
        """Return what each of `rows` would add."""
        sums: list[float] = []
        if self.sparse is None:
            for block in row_blocks(rows):
                sums += weighted_excess(self.similarities(block), self.values, weights)
            return sums
        for row in rows:
            columns, entries = self.sparse.row(row)
            sums.append(float(np.maximum(entries - self.values[columns], 0.0) @ weights[columns]))
        return sums

    def similarities(self, rows: Sequence[int]) -> Doubles:
        """Return the similarities (len(rows), n) of `rows`."""
        found = similarity_rows(self.vectors, np.asarray(rows), self.minimum_similarity)
        return np.square(found, out=found) if self.squared else found


def weighted_excess(rows: Doubles, values: Doubles, weights: Doubles) -> list[float]:
    """Return for each of `rows` (b, n) the weighted sum of what it exceeds `values` (n,) by; overwrites `rows`."""
    np.subtract(rows, values, out=rows)
    np.maximum(rows, 0.0, out=rows)
    sums: list[float] = (rows @ weights).tolist()
    return sums
