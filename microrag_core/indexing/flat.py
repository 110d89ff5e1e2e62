"""Exact search: every row is compared with the query."""

from typing import Any

import faiss

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels
from microrag_core.indexing.faiss_index import FaissIndex


class FlatIndex(FaissIndex):
    """An exact index (`IndexFlatIP`); of equal scores the earlier added are found."""

    kind = "flat"

    def _made(self) -> Any:
        return faiss.IndexIDMap2(faiss.IndexFlatIP(self.dimension))

    def _find(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        scores, labels = self._faiss.search(vectors, count)
        return scores, labels
