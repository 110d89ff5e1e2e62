"""What the tests of indexes share: vectors, an independent search, and the settings of every family."""

import os

import numpy as np
import pytest

from microrag_core.settings import IndexSettings

SERVER = os.environ.get("MICRORAG_TEST_QDRANT", "")

NEEDS_SERVER = pytest.mark.skipif(not SERVER, reason="set MICRORAG_TEST_QDRANT to a server's address")

KINDS = (
    "flat",
    "hnsw",
    "ivf_flat",
    "ivf_pq",
    "qdrant",
    pytest.param("qdrant server", marks=NEEDS_SERVER),
)

EXACT = ("flat", "ivf_flat", "qdrant")
"""Kinds that compare the query with every vector at the settings below."""


def settings_of(kind: str, **changes: object) -> IndexSettings:
    """Settings at which a small index looks at everything it has."""
    place = {"qdrant": SERVER} if kind == "qdrant server" else {}
    chosen = {
        "index": kind.removesuffix(" server"),
        "nlist": 8,
        "nprobe": 8,
        "pq_parts": 16,
        "ef_search": 200,
        **place,
        **changes,
    }
    return IndexSettings(**chosen)  # type: ignore[arg-type]


def grouped(rows: int, seed: int, dimension: int = 32) -> np.ndarray:
    """Unit rows in groups of about ten like ones, as sentences of documents are."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(rows // 10 + 1, dimension))
    vectors = centres[rng.integers(0, len(centres), rows)] + 0.6 * rng.normal(size=(rows, dimension))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def names(rows: int) -> list[str]:
    """Ids whose alphabetical order is not that of adding."""
    return [f"d{row}" for row in range(rows)]


def by_hand(ids: list[str], vectors: np.ndarray, query: np.ndarray, top_k: int) -> list[tuple[str, float]]:
    """The exact answer: every row compared in double precision, ties in the order of rows."""
    cosines = vectors.astype(np.float64) @ query.astype(np.float64)
    order = sorted(range(len(ids)), key=lambda row: (-cosines[row], row))[:top_k]
    return [(ids[row], float(cosines[row])) for row in order]
