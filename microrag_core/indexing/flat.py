"""Exact search: every row is compared with the query."""

from collections.abc import Sequence
from typing import Any

import faiss
import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels
from microrag_core.indexing.faiss_index import FaissIndex


class FlatIndex(FaissIndex):
    """An exact index (`IndexFlatIP`); of equal scores the earlier added are found.

    Labels are kept here rather than by `IndexIDMap`, which wakes all threads to translate ten of them.
    """

    kind = "flat"

    def _made(self) -> Any:
        return faiss.IndexFlatIP(self.dimension)

    def _insert(self, labels: Labels, vectors: Floats, ids: Sequence[str]) -> None:
        self._faiss.add(vectors)

    def _delete(self, labels: Labels) -> None:
        self._faiss.remove_ids(np.flatnonzero(np.isin(self.labels, labels)))

    def _searched(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        scores, rows = self._faiss.search(vectors, count)
        return scores, self.labels[rows]
