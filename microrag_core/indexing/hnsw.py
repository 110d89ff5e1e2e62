"""A graph that leads from any vector to its neighbours (Malkov and Yashunin 2018, HNSW)."""

from typing import Any

import faiss
import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels
from microrag_core.indexing.faiss_index import FaissIndex


class HnswIndex(FaissIndex):
    """An `IndexHNSWFlat` by inner product: `hnsw_links` neighbours a vector, `ef_search` candidates at a search.

    FAISS builds the graph with all processors, so two builds may differ in a few links. It cannot take a vector out of the graph:
    removing builds it anew.
    """

    kind = "hnsw"

    def _made(self) -> Any:
        graph = faiss.IndexHNSWFlat(self.dimension, self.settings.hnsw_links, faiss.METRIC_INNER_PRODUCT)
        return faiss.IndexIDMap2(graph)

    def _delete(self, labels: Labels) -> None:
        kept = ~np.isin(self.labels, labels)
        rows = faiss.downcast_index(self._faiss.index).reconstruct_n(0, len(self))
        self._faiss, left = self._made(), self.labels[kept]
        self._faiss.add_with_ids(np.ascontiguousarray(rows[kept]), left)

    def _find(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        width = max(self.settings.ef_search, count)
        scores, labels = self._faiss.search(vectors, count, params=faiss.SearchParametersHNSW(efSearch=width))
        # Many equal vectors link to one another only, and a graph in pieces yields fewer than asked for: then all are compared.
        short = (labels < 0).any(axis=1)
        if short.any():
            graph = faiss.downcast_index(self._faiss.index)
            scores[short], rows = faiss.downcast_index(graph.storage).search(vectors[short], count)
            labels[short] = self.labels[rows]
        return scores, labels
