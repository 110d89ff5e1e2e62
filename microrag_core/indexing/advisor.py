"""Which family of index suits so many vectors in so much memory."""

import math
from dataclasses import dataclass

from microrag_core.errors import SettingsError
from microrag_core.indexing.ivf import VECTORS_A_LIST
from microrag_core.settings import IndexKind, IndexSettings

RECALL = 0.95
"""The recall at 10 that a recommended family reaches where the memory allows it; see `benchmarks/indexes.py`."""
EXACT_UP_TO = 2_500
"""Measured with sentence vectors of 384: up to so many comparing all is as fast as a graph."""
SMALL_SEARCH_UP_TO = 100_000
PROBES = 40
"""Lists to read, and a sixteenth of them where that is more: on sentence vectors that finds 96 in a hundred of the ten best."""
REASONS = {
    "flat": "Comparing the question with every vector is exact and needs no more memory than that.",
    "ivf_flat": "Lists around centres answer sooner than comparing all at this size, and miss few of the best.",
    "hnsw": "A graph of neighbours is the fastest at this size and misses few of the best; it takes some more memory.",
}


@dataclass(frozen=True, slots=True)
class Advice:
    """A family of index, why, the settings to make it with, and the megabytes (10^6 bytes) that its vectors will take."""

    kind: IndexKind
    reason: str
    settings: IndexSettings
    megabytes: float


def advise(count: int, dimension: int, memory_megabytes: float | None = None) -> Advice:
    """Recommend an index for `count` vectors in at most `memory_megabytes` (None: no bound).

    What is sought is the family that answers the most questions a second, one at a time, among those that find at least
    `RECALL` of the ten best and fit the memory; where only compressed vectors fit, as many bytes a vector as do. Raises
    `SettingsError` for a count below 0, a dimension below 1 and a memory that is not above 0.
    """
    check(count, dimension, memory_megabytes)
    room = math.inf if memory_megabytes is None else memory_megabytes
    whole = f"{count:,} vectors of {dimension} take {estimated_megabytes(IndexSettings(), count, dimension):,.1f} MB"
    for kind in ranked(count):
        settings = suggested(kind, count, dimension)
        needed = estimated_megabytes(settings, count, dimension)
        if needed <= room:
            return Advice(kind, f"{whole}. {REASONS[kind]}", settings, needed)
    return compressed(count, dimension, room, whole)


def ranked(count: int) -> tuple[IndexKind, ...]:
    """Return the families that hold whole vectors, the fastest for so many first."""
    return ("flat",) if count <= EXACT_UP_TO else ("hnsw", "ivf_flat", "flat")


def compressed(count: int, dimension: int, room: float, whole: str) -> Advice:
    """Return the advice to compress, by as many bytes a vector as fit; by the fewest when nothing does."""
    settings = suggested("ivf_pq", count, dimension)
    sizes = [parts for parts in range(dimension // 2, 0, -1) if dimension % parts == 0] or [1]
    for parts in sizes:
        settings = IndexSettings(index="ivf_pq", nlist=settings.nlist, nprobe=settings.nprobe, pq_parts=parts)
        needed = estimated_megabytes(settings, count, dimension)
        if needed <= room:
            reason = f"Compressed to {parts} bytes each they fit {room:g} MB, but the order of what is found is an estimate."
            return Advice("ivf_pq", f"{whole}. {reason}", settings, needed)
    reason = f"Even compressed to a byte each they do not fit {room:g} MB: give more memory, or index fewer."
    return Advice("ivf_pq", f"{whole}. {reason}", settings, needed)


def suggested(kind: IndexKind, count: int, dimension: int) -> IndexSettings:
    """Return settings of a family that reach `RECALL` on sentence vectors with as little work as possible."""
    if kind == "hnsw":
        return IndexSettings(index="hnsw", ef_search=32 if count <= SMALL_SEARCH_UP_TO else 48)
    if kind in {"ivf_flat", "ivf_pq"}:
        nlist = max(1, min(2 * math.isqrt(count), count // VECTORS_A_LIST))
        probes = max(1, min(nlist // 3, max(PROBES, nlist // 16)))
        parts = next(parts for parts in range(max(1, dimension // 2), 0, -1) if dimension % parts == 0)
        return IndexSettings(index=kind, nlist=nlist, nprobe=probes, pq_parts=parts)
    return IndexSettings(index=kind)


def estimated_megabytes(settings: IndexSettings, count: int, dimension: int) -> float:
    """Return about how many megabytes FAISS will hold; ids are apart, and so are Qdrant's collections."""
    vectors = 4 * dimension * count
    if settings.index == "hnsw":
        # Twice the links on the lowest level, few on those above, and where each vector's links begin.
        return (vectors + count * (8 * settings.hnsw_links + 16)) / 1e6
    centres = 4 * dimension * settings.nlist
    if settings.index == "ivf_flat":
        return (vectors + 8 * count + centres) / 1e6
    if settings.index == "ivf_pq":
        code = math.ceil(settings.pq_parts * settings.pq_bits / 8)
        patterns = 4 * dimension * (1 << settings.pq_bits)
        return (count * (code + 8) + centres + patterns) / 1e6
    return vectors / 1e6


def check(count: int, dimension: int, memory_megabytes: float | None) -> None:
    """Raise `SettingsError` for what no index can have."""
    if count < 0:
        raise SettingsError(f"The count of vectors is {count}; it must be 0 or more.")
    if dimension < 1:
        raise SettingsError(f"The dimension is {dimension}; it must be 1 or more.")
    if memory_megabytes is not None and not memory_megabytes > 0:
        raise SettingsError(f"memory_megabytes is {memory_megabytes}; it must be above 0.")
