"""Uniform manifold approximation and projection (McInnes, Healy and Melville, 2018), by the package `umap-learn`."""

from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.errors import InputError, MissingDependencyError

FEWEST = 10
NEIGHBORS = 15
SEED = 0
_one_at_a_time = Lock()
"""The compiled loops end the process when two threads are in them at once, unless a threading library is installed."""


@dataclass(frozen=True, slots=True, eq=False)
class Umap:
    """A fitted reducer; `placed` (n, 2) is where the rows lie that it was fitted to."""

    reducer: Any
    placed: Floats

    def project(self, vectors: Floats) -> Floats:
        """Return where other rows (m, d) come to lie among those fitted, (m, 2); the same rows together, the same places."""
        if not len(vectors):
            return np.empty((0, 2), np.float32)
        with _one_at_a_time:
            return np.asarray(self.reducer.transform(vectors), dtype=np.float32)


def fit_umap(vectors: Floats) -> Umap:
    """Place unit rows (n, d) so that neighbours by cosine stay neighbours; seeded, so the same rows give the same places.

    Raises `MissingDependencyError` where the package is not installed, and `InputError` for fewer than ten rows.
    """
    try:
        from umap import UMAP  # noqa: PLC0415
    except ImportError:
        raise MissingDependencyError('UMAP needs its package: pip install "umap-learn>=0.5.9".') from None
    if len(vectors) < FEWEST:
        raise InputError(f"UMAP needs at least {FEWEST} passages; there are {len(vectors)}.")
    neighbors = min(NEIGHBORS, len(vectors) - 1)
    with _one_at_a_time:
        reducer = UMAP(n_neighbors=neighbors, metric="cosine", random_state=SEED, transform_seed=SEED, n_jobs=1).fit(vectors)
    return Umap(reducer, np.asarray(reducer.embedding_, dtype=np.float32))
