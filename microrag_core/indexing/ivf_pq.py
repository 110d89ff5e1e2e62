"""An inverted file of compressed vectors (Jégou, Douze and Schmid 2011, Product quantization)."""

from typing import Any

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.indexing.ivf import InvertedFileIndex, set_training


class IvfPqIndex(InvertedFileIndex):
    """An `IndexIVFPQ`: each vector is cut into `pq_parts`, each part held as the nearest of 2^`pq_bits` patterns.

    At the defaults a vector of 384 takes 48 bytes instead of 1,536. Its cosines are estimates.
    """

    kind = "ivf_pq"

    @property
    def parts(self) -> int:
        """How many parts a vector is cut into: the largest number up to the setting that divides the dimension."""
        return next(parts for parts in range(min(self.settings.pq_parts, self.dimension), 0, -1) if self.dimension % parts == 0)

    @property
    def bits(self) -> int:
        """The bits of a part; 0 before the first vector."""
        return 0 if self._faiss is None else int(self._faiss.pq.nbits)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what was lowered and why, and on vectors that came after the patterns were found."""
        found = list(super().notes)
        if self.parts < self.settings.pq_parts:
            found.append(f"pq_parts is {self.parts} instead of {self.settings.pq_parts}: it must divide {self.dimension}.")
        if 0 < self.bits < self.settings.pq_bits:
            found.append(
                f"pq_bits is {self.bits} instead of {self.settings.pq_bits}: 2^{self.settings.pq_bits} patterns need as many "
                "vectors to find them by."
            )
        if self.lists and (self._outgrown(len(self)) or self.bits < self._bit_count(len(self))):
            found.append(
                f"Only the first of the {len(self):,} vectors were there to train it: make it anew for better results."
            )
        return tuple(found)

    def _bit_count(self, count: int) -> int:
        return max(1, min(self.settings.pq_bits, count.bit_length() - 1))

    def _trained(self, vectors: Floats) -> Any:
        bits = self._bit_count(len(vectors))
        made = self._factory(len(vectors), f"PQ{self.parts}x{bits}")
        # The order of patterns that this seeks, for minutes, serves a way of searching that is not used here.
        made.do_polysemous_training = False
        set_training(made.pq.cp)
        # A single vector is repeated: two patterns are the fewest there can be.
        made.train(np.resize(vectors, (max(2, len(vectors)), self.dimension)))
        return made
