"""Exact cosine search over one vector an item, by FAISS."""

from collections.abc import Sequence

import faiss
import numpy as np

from microrag_core.datatypes import Floats


class FlatIndex:
    """An exact inner-product index (`IndexFlatIP`) over unit rows, each known by an id.

    Searching compares with every row, so the ranking is exact; equal scores keep the order in which rows were added.
    """

    def __init__(self, ids: Sequence[str], vectors: Floats) -> None:
        if len(ids) != len(vectors):
            raise ValueError(f"{len(ids)} ids do not match {len(vectors)} vectors")
        self.ids = tuple(ids)
        self._index = faiss.IndexFlatIP(vectors.shape[1])
        self._index.add(np.ascontiguousarray(vectors, dtype=np.float32))

    def __len__(self) -> int:
        return len(self.ids)

    def search(self, vector: Floats, top_k: int) -> list[tuple[str, float]]:
        """Return up to `top_k` (id, cosine) pairs for a unit `vector` (d,), the most similar first."""
        count = min(top_k, len(self))
        if count < 1:
            return []
        scores, rows = self._index.search(vector.reshape(1, -1), count)
        found = sorted(zip(rows[0].tolist(), scores[0].tolist(), strict=True), key=lambda pair: (-pair[1], pair[0]))
        return [(self.ids[row], min(1.0, max(-1.0, score))) for row, score in found]
