"""The similarity graph of one document's sentences."""

from collections.abc import Iterator
from contextlib import contextmanager

import faiss
import numpy as np

from microrag_core.datatypes import Floats, SentenceGraph

MOST_EDGES = 20_000_000
"""A graph of more would take gigabytes: all pairs of 4,472 sentences, or 666 neighbours for each of 30,000."""

ALONE_BELOW = 5000
"""Up to so many sentences a search takes less time than its threads need to wait for each other on a busy machine."""


def build_graph(vectors: Floats, neighbors: int = 5, minimum_similarity: float = 0.0) -> SentenceGraph:
    """Link each of n sentences to its nearest ones, found with a temporary exact FAISS index (`IndexFlatIP`).

    `vectors` (n, d) are unit rows, so an inner product is a cosine. Each row of the result holds min(`neighbors`, n) sentences,
    in all no more than `MOST_EDGES`: the sentence itself first, then the others from near to far. The sentence stays among its
    own neighbours even where more exact copies than `neighbors` would push it out. An edge to another sentence below
    `minimum_similarity` is dropped: neighbour -1, similarity 0. Similarities are FAISS's own numbers, so that of a sentence to
    itself is 1 up to rounding.
    """
    n = len(vectors)
    if n == 0:
        return SentenceGraph(np.empty((0, 0), np.int32), np.empty((0, 0), np.float32))
    width = min(neighbors, n, max(1, MOST_EDGES // n))
    rows = np.ascontiguousarray(vectors, dtype=np.float32)
    index = faiss.IndexFlatIP(rows.shape[1])
    index.add(rows)
    with faiss_threads(1 if n <= ALONE_BELOW else faiss.omp_get_max_threads()):
        similarities, found = index.search(rows, width)
    own = np.arange(n)[:, None]
    found, similarities = put_itself_first(found, similarities, own, np.einsum("ij,ij->i", rows, rows))
    dropped = (similarities < minimum_similarity) & (found != own)
    neighbor_rows = np.where(dropped, -1, found).astype(np.int32)
    return SentenceGraph(neighbor_rows, np.where(dropped, 0, similarities).astype(np.float32))


@contextmanager
def faiss_threads(count: int) -> Iterator[None]:
    """Let FAISS use `count` threads in what this thread asks of it inside."""
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(count)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)


def put_itself_first(
    found: np.ndarray, similarities: np.ndarray, own: np.ndarray, own_similarity: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Move each sentence to the front of its own row of `found` (n, k); one that is missing takes the place of the last."""
    missing = ~(found == own).any(axis=1)
    found[missing, -1] = own[missing, 0]
    similarities[missing, -1] = own_similarity[missing]
    front = np.argsort(found != own, axis=1, kind="stable")
    return np.take_along_axis(found, front, axis=1), np.take_along_axis(similarities, front, axis=1)
