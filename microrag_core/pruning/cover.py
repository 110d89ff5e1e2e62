"""Which kept sentence says best what each sentence says."""

import numpy as np

from microrag_core.datatypes import Booleans, Floats, Integers

BLOCK_ENTRIES = 8_000_000
"""Similarities held at a time: 32 MB."""


def best_cover(vectors: Floats, kept: Booleans) -> tuple[Integers, Floats]:
    """Return for each of n sentences the kept one most similar to it, the first on a tie, and the cosine of the two in [-1, 1].

    A kept sentence has itself and 1; where nothing is kept all have -1 and 0. `vectors` (n, d) are unit rows.
    """
    n = len(vectors)
    rows = np.flatnonzero(kept)
    if len(rows) == 0:
        return np.full(n, -1, np.int32), np.zeros(n, np.float32)
    covered_by, similarity = np.arange(n, dtype=np.int32), np.ones(n, np.float32)
    covers = np.ascontiguousarray(vectors[rows].T)
    pruned = np.flatnonzero(~kept)
    step = max(1, BLOCK_ENTRIES // len(rows))
    for start in range(0, len(pruned), step):
        block = pruned[start : start + step]
        cosines = vectors[block] @ covers
        best = cosines.argmax(axis=1)
        covered_by[block] = rows[best]
        similarity[block] = np.clip(cosines[np.arange(len(block)), best], -1.0, 1.0)
    return covered_by, similarity
