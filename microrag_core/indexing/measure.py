"""How well and how fast an index answers, beside the exact one."""

import time
from dataclasses import dataclass

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.errors import InputError
from microrag_core.indexing.base import VectorIndex
from microrag_core.indexing.make import make_index
from microrag_core.settings import IndexSettings

TOP_K = 10
ROUNDS = 3
AS_GOOD = 1e-5
"""Cosines this close are taken for equal: the families round differently."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What an index did with some queries.

    `recall_at_10` (0 to 1) is the share of answers, ten a query, at least as similar to it as the tenth of the exact ones, so
    that any of several equal texts will do. `queries_a_second` is for one query at a time, which FAISS answers with one thread.
    `megabytes` (10^6 bytes) is what FAISS holds, ids apart; None for Qdrant, which does not tell. `notes` are the index's.
    """

    recall_at_10: float
    queries_a_second: float
    build_seconds: float
    megabytes: float | None
    notes: tuple[str, ...]


def measure(vectors: Floats, queries: Floats, settings: IndexSettings, rounds: int = ROUNDS) -> Measured:
    """Build the index that `settings` describe over unit rows (n, d) and ask it the unit rows `queries` (q, d).

    Raises `InputError` without vectors or queries.
    """
    if not len(vectors) or not len(queries):
        raise InputError("To measure an index takes at least one vector and one question.")
    start = time.perf_counter()
    index = make_index(settings, [str(row) for row in range(len(vectors))], vectors)
    seconds = time.perf_counter() - start
    recall = recall_of(index, vectors, queries)
    return Measured(recall, queries_a_second(index, queries, rounds), seconds, megabytes_of(index), index.notes)


def recall_of(index: VectorIndex, vectors: Floats, queries: Floats) -> float:
    """Return the recall at 10 of an index whose ids are row numbers of `vectors`; see `Measured`."""
    count = min(TOP_K, len(vectors))
    hits = 0
    for query, found in zip(queries, index.search_many(queries, count), strict=True):
        cosines = vectors @ query
        tenth = np.partition(cosines, -count)[-count]
        hits += int((cosines[[int(key) for key, _ in found]] >= tenth - AS_GOOD).sum())
    return hits / (count * len(queries))


def queries_a_second(index: VectorIndex, queries: Floats, rounds: int) -> float:
    """Return how many queries a second the index answers with ten each, one after the other.

    Of the times of a query in all rounds the shortest counts, so that what else the machine does hardly shows.
    """
    times = np.empty((rounds, len(queries)))
    for number in range(rounds):
        for row, query in enumerate(queries):
            start = time.perf_counter()
            index.search(query, TOP_K)
            times[number, row] = time.perf_counter() - start
    return float(1 / times.min(axis=0).mean())


def megabytes_of(index: VectorIndex) -> float | None:
    """Return the bytes, in millions, of what FAISS holds; None when it is not FAISS that holds it."""
    return None if index.kind == "qdrant" else len(index.saved()[1]) / 1e6
