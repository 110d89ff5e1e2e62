"""Vectors and short ways to run a selection, for the tests of pruning."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from microrag_core.datatypes import Document, Floats, PrunedDocument, Sentence, SentenceGraph
from microrag_core.pruning import METHODS, build_graph, prune
from microrag_core.pruning.lazy import GRID
from microrag_core.pruning.problem import Picks, Problem, make_problem
from microrag_core.settings import PruneSettings

ALL_METHODS = sorted(METHODS)

many = settings(deadline=None, max_examples=60)
"""For property tests: a busy machine is no failure."""


def unit(rows: Any) -> Floats:
    """Scale each row to length 1."""
    array = np.asarray(rows, np.float64)
    return (array / np.linalg.norm(array, axis=1, keepdims=True)).astype(np.float32)


def grouped_vectors(n: int, seed: int = 0, dimensions: int = 16) -> Floats:
    """Make n unit rows in groups of about four like ones, all leaning to one common direction, some of them exact copies."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(n // 4 + 1, dimensions))
    rows = (
        centres[rng.integers(0, len(centres), n)] + 0.6 * rng.normal(size=(n, dimensions)) + 0.5 * rng.normal(size=dimensions)
    )
    copies = rng.random(n) < 0.1
    rows[copies] = rows[rng.integers(0, max(n, 1), int(copies.sum()))]
    return unit(rows) if n else np.empty((0, dimensions), np.float32)


def make_document(n: int) -> tuple[Document, tuple[Sentence, ...]]:
    """Make a document of n short sentences with their spans."""
    texts = [f"This is sentence {number}." for number in range(n)]
    sentences, start = [], 0
    for text in texts:
        sentences.append(Sentence(start, start + len(text), text))
        start += len(text) + 1
    return Document("", " ".join(texts)), tuple(sentences)


def run_prune(vectors: Floats, tokens: Any = None, pins: Mapping[int, bool] | None = None, **settings: Any) -> PrunedDocument:
    """Prune a document of as many sentences as there are vectors; each has 10 tokens unless told otherwise."""
    document, sentences = make_document(len(vectors))
    counts = np.full(len(vectors), 10, np.int32) if tokens is None else np.asarray(tokens, np.int32)
    return prune(document, sentences, counts, vectors, PruneSettings(**settings), pins or {})


def make_case(vectors: Floats, tokens: Any = None, pins: Mapping[int, bool] | None = None, **settings: Any) -> Problem:
    """Build the problem that a method is given."""
    chosen = PruneSettings(**settings)
    graph = build_graph(vectors, chosen.neighbors, chosen.minimum_similarity)
    counts = np.full(len(vectors), 10, np.int32) if tokens is None else np.asarray(tokens, np.int32)
    return make_problem(vectors, graph, counts, chosen, pins or {})


def select(problem: Problem, method: str) -> Picks:
    """Run a method."""
    return METHODS[method].select(problem)  # type: ignore[index]


def plain_coverage(graph: SentenceGraph, budget: int) -> list[int]:
    """Apply the rule of `coverage` as one would write it down, with sets and sums."""
    covered: set[int] = set()
    picked: list[int] = []
    while len(picked) < budget:
        best, best_gain = None, 0.0
        for row in range(len(graph.neighbors)):
            if row in picked:
                continue
            gain = 0.0
            for neighbor, similarity in zip(graph.neighbors[row].tolist(), graph.similarities[row].tolist(), strict=True):
                if neighbor >= 0 and neighbor not in covered:
                    gain += similarity
            if gain > best_gain + 1e-8:
                best, best_gain = row, gain
        if best is None:
            break
        picked.append(best)
        covered.update(neighbor for neighbor in graph.neighbors[best].tolist() if neighbor >= 0)
    return picked


def similarities_and_relevance(vectors: Floats, minimum: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Return s (n, n) and r (n,) of `soft_coverage`, from their definition."""
    wide = vectors.astype(np.float64)
    cosines = wide @ wide.T
    squares = np.where((cosines >= minimum) | np.eye(len(wide), dtype=bool), np.maximum(cosines, 0), 0) ** 2
    mean = wide.mean(axis=0)
    return squares, np.maximum(wide @ (mean / np.linalg.norm(mean)), 0)


def plain_soft_coverage(problem: Problem) -> tuple[list[int], list[float]]:
    """Pick by `soft_coverage`, computing every gain for every pick; return the order and the gains."""
    squares, relevance = similarities_and_relevance(problem.vectors, problem.minimum_similarity)
    cover = np.zeros(len(problem))
    order = np.flatnonzero(problem.pinned_in).tolist()
    gains = []
    unit_gain = GRID * (relevance * (squares @ relevance)).max()
    for row in order:
        gains.append(relevance[row] * (np.maximum(squares[row] - cover, 0) @ relevance))
        cover = np.maximum(cover, squares[row])
    left = problem.limit - problem.costs[order].sum()
    while True:
        free = [i for i in range(len(problem)) if i not in order and not problem.pinned_out[i] and problem.costs[i] <= left]
        if not free:
            return order, gains
        candidates = {i: relevance[i] * (np.maximum(squares[i] - cover, 0) @ relevance) for i in free}
        best = max(free, key=lambda i: (round(candidates[i] / unit_gain), -i))
        order.append(best)
        gains.append(candidates[best])
        cover = np.maximum(cover, squares[best])
        left -= problem.costs[best]


@st.composite
def documents(draw: st.DrawFn) -> tuple[Floats, list[int], dict[int, bool]]:
    """Draw vectors (0 to 24 sentences), token counts and pins."""
    n = draw(st.integers(0, 24))
    vectors = grouped_vectors(n, seed=draw(st.integers(0, 10_000)), dimensions=draw(st.sampled_from([1, 2, 8])))
    tokens = draw(st.lists(st.integers(1, 60), min_size=n, max_size=n))
    pins = draw(st.dictionaries(st.integers(0, n - 1), st.booleans(), max_size=4)) if n else {}
    return vectors, tokens, pins
