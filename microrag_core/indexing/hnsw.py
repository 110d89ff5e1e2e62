"""A graph that leads from any vector to its neighbours (Malkov and Yashunin 2018, HNSW)."""

from typing import Any

import faiss

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels
from microrag_core.indexing.rows import RowIndex


class HnswIndex(RowIndex):
    """An `IndexHNSWFlat` by inner product: `hnsw_links` neighbours a vector, `ef_search` candidates at a search.

    FAISS cannot take a vector out of the graph: removing builds it anew. A large graph is built by all processors, so that two
    builds may differ in a few links.
    """

    kind = "hnsw"

    def _made(self) -> Any:
        return faiss.IndexHNSWFlat(self.dimension, self.settings.hnsw_links, faiss.METRIC_INNER_PRODUCT)

    def _rows(self) -> Any:
        return faiss.downcast_index(self._faiss.storage)

    def _found_rows(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        width = max(self.settings.ef_search, count)
        parameters = faiss.SearchParametersHNSW(efSearch=width)  # type: ignore[attr-defined]
        scores, rows = self._faiss.search(vectors, count, params=parameters)
        # Many equal vectors link to one another only, and a graph in pieces yields fewer than asked for: then all are compared.
        short = (rows < 0).any(axis=1)
        if short.any():
            scores[short], rows[short] = self._rows().search(vectors[short], count)
        return scores, rows
