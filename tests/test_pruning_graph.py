import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pruning_cases import grouped_vectors, many, unit

from microrag_core.pruning import build_graph


def test_hand_worked_graph() -> None:
    # e0 and e1 are 0.6·1 + 0.8·0 = 0.6 apart, e1 and e2 0.6·0 + 0.8·1 = 0.8, e0 and e2 are at right angles.
    graph = build_graph(unit([[1, 0], [0.6, 0.8], [0, 1]]), neighbors=2)
    assert graph.neighbors.tolist() == [[0, 1], [1, 2], [2, 1]]
    np.testing.assert_allclose(graph.similarities, [[1, 0.6], [1, 0.8], [1, 0.8]], atol=1e-6)


def test_weak_edges_are_dropped_but_a_sentence_keeps_itself() -> None:
    vectors = unit([[1, 0], [0.6, 0.8], [0, 1]])
    graph = build_graph(vectors, neighbors=2, minimum_similarity=0.7)
    assert graph.neighbors.tolist() == [[0, -1], [1, 2], [2, 1]]
    np.testing.assert_allclose(graph.similarities, [[1, 0], [1, 0.8], [1, 0.8]], atol=1e-6)
    assert build_graph(vectors, neighbors=3, minimum_similarity=1.0).neighbors[:, 0].tolist() == [0, 1, 2]


def test_negative_similarities_are_no_edges() -> None:
    graph = build_graph(unit([[1, 0], [-1, 0]]), neighbors=2)
    assert graph.neighbors.tolist() == [[0, -1], [1, -1]]


def test_more_copies_than_neighbors_leave_the_sentence_its_own_neighbor() -> None:
    graph = build_graph(unit([[1, 2, 3]] * 9), neighbors=3)
    assert graph.neighbors[:, 0].tolist() == list(range(9))
    assert all(len(set(row)) == 3 for row in graph.neighbors.tolist())
    np.testing.assert_allclose(graph.similarities, 1, atol=1e-6)


def test_one_neighbor_is_the_sentence_itself() -> None:
    assert build_graph(grouped_vectors(12), neighbors=1).neighbors.tolist() == [[row] for row in range(12)]


@pytest.mark.parametrize(("n", "width"), [(0, 0), (1, 1), (2, 2), (4, 4), (9, 5)])
def test_small_documents(n: int, width: int) -> None:
    graph = build_graph(grouped_vectors(n), neighbors=5)
    assert graph.neighbors.shape == graph.similarities.shape == (n, width)
    assert graph.neighbors.dtype == np.int32
    assert graph.similarities.dtype == np.float32


@many
@given(st.integers(1, 40), st.integers(0, 500), st.integers(1, 12), st.sampled_from([0.0, 0.3, 0.7]))
def test_equals_brute_force(n: int, seed: int, neighbors: int, minimum: float) -> None:
    vectors = grouped_vectors(n, seed)
    graph = build_graph(vectors, neighbors, minimum)
    cosines = vectors.astype(np.float64) @ vectors.astype(np.float64).T
    others = cosines - 4 * np.eye(n)
    for row in range(n):
        # Copies may change places, so the similarities are compared and not the rows.
        expected = np.sort(others[row])[::-1][: min(neighbors, n) - 1]
        expected = np.where(expected < minimum, 0, expected)
        assert graph.neighbors[row, 0] == row
        np.testing.assert_allclose(graph.similarities[row, 1:], expected, atol=1e-5)
        found = graph.neighbors[row][graph.neighbors[row] >= 0]
        assert len(set(found.tolist())) == len(found)
        np.testing.assert_allclose(graph.similarities[row][graph.neighbors[row] >= 0], cosines[row, found], atol=1e-5)


def test_a_graph_stays_within_its_bound(monkeypatch) -> None:
    monkeypatch.setattr("microrag_core.pruning.graph.MOST_EDGES", 35)
    graph = build_graph(unit([[1, i] for i in range(10)]), neighbors=10**9)
    assert graph.neighbors.shape == graph.similarities.shape == (10, 3)
    assert graph.neighbors[:, 0].tolist() == list(range(10))
