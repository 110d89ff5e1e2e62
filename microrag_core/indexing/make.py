"""From settings to an index."""

from collections.abc import Sequence

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import VectorIndex
from microrag_core.indexing.faiss_index import FaissIndex
from microrag_core.indexing.flat import FlatIndex
from microrag_core.indexing.hnsw import HnswIndex
from microrag_core.indexing.ivf_flat import IvfFlatIndex
from microrag_core.indexing.ivf_pq import IvfPqIndex
from microrag_core.settings import IndexSettings

FAMILIES: dict[str, type[FaissIndex]] = {family.kind: family for family in (FlatIndex, HnswIndex, IvfFlatIndex, IvfPqIndex)}


def make_index(settings: IndexSettings, ids: Sequence[str], vectors: Floats) -> VectorIndex:
    """Return an index of unit rows (n, d) under their ids; n may be 0.

    Raises `InputError` for repeated ids and unusable vectors, and for Qdrant when the server or the folder cannot be used;
    `MissingDependencyError` when its client is not installed.
    """
    if settings.index == "qdrant":
        from microrag_core.indexing.qdrant import QdrantIndex  # noqa: PLC0415 - an optional part

        return QdrantIndex(ids, vectors, settings)
    return FAMILIES[settings.index](ids, vectors, settings)
