"""A graph that leads from any vector to its neighbours (Malkov and Yashunin 2018, HNSW)."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import faiss
import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels
from microrag_core.indexing.copies import Copies, first_alike
from microrag_core.indexing.faiss_index import SMALL, FaissIndex, few_threads
from microrag_core.settings import IndexSettings


class HnswIndex(FaissIndex):
    """An `IndexHNSWFlat` by inner product: `hnsw_links` neighbours a vector, `ef_search` candidates at a search.

    Equal vectors are in the graph once: with sixty copies of a sentence, all links of each would lead to the others and none
    beyond. FAISS cannot take a vector out of the graph: removing the last of its copies builds it anew. A large graph is built
    by all processors, so that two builds may differ in a few links.
    """

    kind = "hnsw"

    def _made(self) -> Any:
        self._copies = Copies.none()
        return faiss.IndexHNSWFlat(self.dimension, self.settings.hnsw_links, faiss.METRIC_INNER_PRODUCT)

    def _insert(self, labels: Labels, vectors: Floats, ids: Sequence[str]) -> None:
        held = int(self._faiss.ntotal)
        alike = first_alike(np.concatenate([self._rows(), vectors]))[held:]
        # A row number that appears for the first time is that of a vector new to the graph.
        new = np.unique(alike, return_index=True)[1][np.unique(alike) >= held]
        with few_threads(len(new) <= SMALL):
            self._faiss.add(vectors[new])
        self._copies = self._copies.with_labels(labels, alike)

    def _delete(self, labels: Labels) -> None:
        left = self._copies.without(labels)
        used = np.unique(left.rows)
        if len(used) < self._faiss.ntotal:
            rows = self._rows()[used]
            self._faiss = self._made()
            with few_threads(len(rows) <= SMALL):
                self._faiss.add(rows)
        self._copies = Copies(left.labels, np.searchsorted(used, left.rows))

    def _searched(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        some = min(count, int(self._faiss.ntotal))
        parameters = faiss.SearchParametersHNSW(efSearch=max(self.settings.ef_search, some))  # type: ignore[attr-defined]
        scores, rows = self._faiss.search(vectors, some, params=parameters)
        # A graph in pieces yields fewer than asked for: then all vectors are compared.
        short = (rows < 0).any(axis=1)
        if short.any():
            scores[short], rows[short] = self._storage().search(vectors[short], some)
        return self._copies.spread(scores, rows, count)

    def _storage(self) -> Any:
        """Return the flat index of FAISS that holds the vectors of the graph."""
        return faiss.downcast_index(self._faiss.storage)

    def _rows(self) -> Floats:
        """Return the vectors of the graph (m, d)."""
        rows: Floats = self._storage().reconstruct_n(0, int(self._faiss.ntotal))
        return rows

    def saved(self) -> tuple[dict[str, Any], bytes]:
        """Return the row of each label in the graph, and the graph as bytes."""
        return {"rows": self._copies.rows.tolist()}, super().saved()[1]

    @classmethod
    def restored(cls, described: Mapping[str, Any], data: bytes, settings: IndexSettings) -> Self:
        """Return the index that was saved with this description and these bytes."""
        index = super().restored(described, data, settings)
        index._copies = Copies(index.labels, np.array(described["rows"], np.int64))
        return index
