"""Where the sentences stand in the graph: like ones near each other, the same place at every visit.

The layout belongs to the document and not to the settings: it rests on five neighbours a sentence whatever is drawn, so that
nothing moves when a slider does.
"""

import networkx as nx
import numpy as np

from microrag_core.datatypes import Floats, SentenceGraph
from microrag_core.pruning import build_graph
from microrag_core.pruning.problem import Doubles

LAYOUT_NEIGHBORS = 5
SPRING_LIMIT = 300
"""Up to so many sentences networkx compares every pair; beyond, repulsion is sampled, as its time grows with n squared."""
SAMPLES = 6
"""Sentences that each one is pushed away from in a step of the sampled layout."""


def lay_out(vectors: Floats) -> Floats:
    """Return positions (n, 2) between 0 and 1 of n sentences with unit `vectors` (n, d); deterministic."""
    n = len(vectors)
    if n < 2:
        return np.full((n, 2), 0.5, np.float32)
    graph = build_graph(vectors, LAYOUT_NEIGHBORS)
    start = principal_plane(vectors)
    if n <= SPRING_LIMIT:
        positions = spring(graph, start)
        return separate(to_unit_square(positions))
    return to_unit_square(even_out(sampled_springs(graph, start)))


def principal_plane(vectors: Floats) -> Doubles:
    """Return the first two principal components (n, 2), each of unit deviation, the start of both layouts."""
    centred = (vectors - vectors.mean(axis=0)).astype(np.float64)
    values, axes = np.linalg.eigh(centred.T @ centred)
    plane: Doubles = centred @ axes[:, np.argsort(values)[::-1][:2]]
    # A direction of an axis is arbitrary; fixing its sign keeps the picture the same on every machine.
    plane *= np.where(plane[np.abs(plane).argmax(axis=0), [0, 1]] < 0, -1, 1)
    # Equal sentences share a point, from which no force could part them.
    spread = plane.std(axis=0)
    plane = plane / np.where(spread > 1e-9, spread, 1.0)
    return plane + np.random.default_rng(0).normal(scale=0.01, size=plane.shape)


def edge_list(graph: SentenceGraph) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the undirected edges once each: their two rows, the smaller first, and their similarity."""
    n, width = graph.neighbors.shape
    left, right = np.repeat(np.arange(n), width), graph.neighbors.ravel()
    real = (right >= 0) & (right != left)
    left, right, similarity = left[real], right[real], graph.similarities.ravel()[real]
    pairs = np.minimum(left, right).astype(np.int64) * n + np.maximum(left, right)
    unique, first = np.unique(pairs, return_index=True)
    return unique // n, unique % n, similarity[first]


def spring(graph: SentenceGraph, start: Doubles) -> Doubles:
    """Return networkx's spring layout (Fruchterman and Reingold, 1991) from `start`."""
    n = len(start)
    net = nx.Graph()
    net.add_nodes_from(range(n))
    net.add_weighted_edges_from(zip(*(part.tolist() for part in edge_list(graph)), strict=True))
    placed = nx.spring_layout(net, pos=dict(enumerate(start)), k=1.6 / np.sqrt(n), iterations=150, seed=0)
    return np.array([placed[row] for row in range(n)], np.float64)


def sampled_springs(graph: SentenceGraph, start: Doubles) -> Doubles:
    """Return a spring layout in which each sentence is pushed away from a few random others a step, not from all.

    Negative sampling as in LargeVis (Tang et al., 2016): a step costs O(n), so a book is laid out in about a second.
    """
    n = len(start)
    left, right, similarity = edge_list(graph)
    # Cubed, the few close likenesses pull much more than the many weak ones.
    weights = (np.maximum(similarity, 0.05) ** 3)[:, None]
    weights = weights / weights.mean() / 2
    positions = start * np.sqrt(n) / 3
    draw = np.random.default_rng(0)
    steps = int(np.clip(400_000 / n, 40, 250))
    for step in range(steps):
        along = positions[left] - positions[right]
        squared = (along**2).sum(axis=1, keepdims=True)
        pull = along * (weights * squared / (1 + squared))
        others = draw.integers(0, n, (SAMPLES, n))
        apart = positions[None] - positions[others]
        squared = (apart**2).sum(axis=2, keepdims=True)
        push = (apart / ((0.1 + squared) * (1 + squared))).sum(axis=0) * (n / SAMPLES / 30)
        for axis in (0, 1):
            push[:, axis] += np.bincount(right, pull[:, axis], n) - np.bincount(left, pull[:, axis], n)
        positions = positions + np.clip(0.3 * push, -1, 1) * (1 - step / steps)
    return positions


def even_out(positions: Doubles) -> Doubles:
    """Move both axes most of the way to equal distances, so that a few outliers do not squeeze all others together."""
    ranks = positions.argsort(axis=0, kind="stable").argsort(axis=0, kind="stable") / max(1, len(positions) - 1)
    held = np.clip(positions, *np.percentile(positions, [2, 98], axis=0))
    return 0.3 * to_unit_square(held) + 0.7 * ranks


def separate(positions: Floats, distance: float = 0.08, steps: int = 60) -> Floats:
    """Push apart sentences nearer to each other than `distance`, less where there are too many for it."""
    n = len(positions)
    distance = min(distance, 0.6 / np.sqrt(n))
    placed = positions.astype(np.float64)
    for _ in range(steps):
        apart = placed[:, None] - placed[None]
        length = np.sqrt((apart**2).sum(axis=2)) + np.eye(n)
        overlap = np.maximum(distance - length, 0.0) * (1 - np.eye(n))
        if not overlap.any():
            break
        placed += (apart / np.maximum(length, 1e-6)[..., None] * overlap[..., None] * 0.5).sum(axis=1)
    return to_unit_square(placed)


def to_unit_square(positions: Doubles) -> Floats:
    """Scale both axes to 0..1; an axis without extent becomes 0.5."""
    low, high = positions.min(axis=0), positions.max(axis=0)
    extent = high - low
    scaled = np.where(extent > 1e-9, (positions - low) / np.where(extent > 1e-9, extent, 1.0), 0.5)
    return scaled.astype(np.float32)
