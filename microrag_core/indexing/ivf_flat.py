"""An inverted file of whole vectors (Sivic and Zisserman 2003, Video Google)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from faiss.contrib.inspect_tools import get_invlist

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels
from microrag_core.indexing.ivf import InvertedFileIndex


class IvfFlatIndex(InvertedFileIndex):
    """An `IndexIVFFlat`: exact cosines, but of the vectors in the lists read only.

    When so many vectors were added that they would have twice the lists, the centres are found anew from all.
    """

    kind = "ivf_flat"

    def _trained(self, vectors: Floats) -> Any:
        made = self._factory(len(vectors), "Flat")
        made.train(vectors)
        return made

    def _insert(self, labels: Labels, vectors: Floats, ids: Sequence[str]) -> None:
        if self._faiss is not None and self._outgrown(len(self) + len(vectors)):
            held, rows = self._held()
            labels, vectors = np.concatenate([held, labels]), np.concatenate([rows, vectors])
            self._faiss = None
        super()._insert(labels, vectors, ids)

    def _held(self) -> tuple[Labels, Floats]:
        """Return the labels (n,), ascending, and the rows (n, d) of all lists."""
        lists = self._faiss.invlists
        parts = [get_invlist(lists, number) for number in range(self.lists)]  # type: ignore[no-untyped-call]
        labels = np.concatenate([part[0] for part in parts])
        rows = np.concatenate([part[1].reshape(len(part[0]), -1) for part in parts]).view(np.float32)
        order = np.argsort(labels)
        return labels[order], np.ascontiguousarray(rows[order])
