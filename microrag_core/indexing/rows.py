"""What the two families that hold their vectors in rows have in common: the row of each label."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels
from microrag_core.indexing.faiss_index import SMALL, FaissIndex, few_threads


class RowIndex(FaissIndex):
    """An index of FAISS that numbers its vectors 0, 1, ... in the order of adding.

    The labels are kept here rather than by `IndexIDMap`, which wakes all threads to translate ten of them.
    """

    def _insert(self, labels: Labels, vectors: Floats, ids: Sequence[str]) -> None:
        with few_threads(len(self) + len(labels) <= SMALL):
            self._faiss.add(vectors)

    def _delete(self, labels: Labels) -> None:
        kept = ~np.isin(self.labels, labels)
        rows = self._rows().reconstruct_n(0, len(self))
        self._faiss = self._made()
        with few_threads(len(self) <= SMALL):
            self._faiss.add(rows[kept])

    def _rows(self) -> Any:
        """Return the flat index that holds the vectors."""
        return self._faiss

    def _searched(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        scores, rows = self._found_rows(vectors, count)
        return scores, np.where(rows < 0, -1, self.labels[rows])

    def _found_rows(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        """Return scores and rows (q, count), -1 where nothing was found."""
        found: tuple[Floats, Labels] = self._faiss.search(vectors, count)
        return found
