"""Exact search: every row is compared with the query."""

from typing import Any

import faiss

from microrag_core.indexing.rows import RowIndex


class FlatIndex(RowIndex):
    """An exact index (`IndexFlatIP`); of equal scores the earlier added are found."""

    kind = "flat"

    def _made(self) -> Any:
        return faiss.IndexFlatIP(self.dimension)
