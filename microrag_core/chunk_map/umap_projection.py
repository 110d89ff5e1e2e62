"""Uniform manifold approximation and projection (McInnes, Healy and Melville, 2018), by the package `umap-learn`."""

import warnings
from dataclasses import dataclass
from threading import Lock

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.errors import InputError, MissingDependencyError
from microrag_core.pruning.graph import build_graph

FEWEST = 10
NEIGHBORS = 15
NEAREST = 5
"""How many fitted rows say where another row comes to lie."""
BLOCK_ROWS = 1024
SEED = 0
_one_at_a_time = Lock()
"""The compiled loops end the process when two threads are in them at once, unless a threading library is installed."""


@dataclass(frozen=True, slots=True, eq=False)
class Umap:
    """Rows `fitted` (n, d) and the `positions` (n, 2) that they were given."""

    fitted: Floats
    positions: Floats

    def project(self, vectors: Floats) -> Floats:
        """Return where other unit rows (m, d) lie, (m, 2): among their nearest fitted rows, weighted by inverse distance.

        The weights are those of Shepard (1968) on the distance 1 - cosine, so that a row equal to a fitted one lies on it. The
        package's own way would move a row by what else is asked for with it.
        """
        placed = np.empty((len(vectors), 2), np.float32)
        for start in range(0, len(vectors), BLOCK_ROWS):
            distance = np.maximum(1 - vectors[start : start + BLOCK_ROWS] @ self.fitted.T, 1e-6)
            nearest = np.argpartition(distance, NEAREST, axis=1)[:, :NEAREST]
            weights = 1 / np.take_along_axis(distance, nearest, axis=1)
            weights /= weights.sum(axis=1, keepdims=True)
            placed[start : start + BLOCK_ROWS] = (weights[..., None] * self.positions[nearest]).sum(axis=1)
        return placed


def fit_umap(vectors: Floats) -> Umap:
    """Place unit rows (n, d) so that neighbours by cosine stay neighbours; seeded, so the same rows give the same places.

    Neighbours are the exact ones. Raises `MissingDependencyError` where the package is not installed, and `InputError` for
    fewer than ten rows.
    """
    try:
        from umap import UMAP  # noqa: PLC0415
    except ImportError:
        raise MissingDependencyError('UMAP needs its package: pip install "umap-learn>=0.5.9".') from None
    if len(vectors) < FEWEST:
        raise InputError(f"UMAP needs at least {FEWEST} passages; there are {len(vectors)}.")
    neighbors = min(NEIGHBORS, len(vectors) - 1)
    graph = build_graph(vectors, neighbors, minimum_similarity=-2.0)
    known = (graph.neighbors, np.maximum(0, 1 - graph.similarities))
    with _one_at_a_time, warnings.catch_warnings():
        # It warns that it cannot place further rows from the neighbours alone; `project` does that here.
        warnings.simplefilter("ignore", UserWarning)
        reducer = UMAP(n_neighbors=neighbors, metric="cosine", random_state=SEED, n_jobs=1, precomputed_knn=known)
        positions = reducer.fit_transform(vectors)
    return Umap(vectors, np.asarray(positions, dtype=np.float32))
