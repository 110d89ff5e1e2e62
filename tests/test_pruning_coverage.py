import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pruning_cases import grouped_vectors, make_case, many, plain_coverage, select, unit

from microrag_core.datatypes import Floats
from microrag_core.pruning import build_graph
from microrag_core.pruning.coverage import first_largest


def agrees(vectors: Floats, budget: float, neighbors: int, minimum: float) -> None:
    found = select(make_case(vectors, budget=budget, neighbors=neighbors, minimum_similarity=minimum), "coverage")
    limit = max(1, int(budget * len(vectors)))
    expected = plain_coverage(build_graph(vectors, neighbors, minimum), limit)
    assert found.order == expected
    assert found.stopped_early == (len(expected) < limit)


def test_hand_worked_picks() -> None:
    # Two groups of three at right angles: cosines 0.8, 0.8 and 0.64 in the first, 0.6, 0.6 and 0.36 in the second.
    vectors = np.zeros((6, 6), np.float32)
    vectors[:3, :3] = [[1, 0, 0], [0.8, 0.6, 0], [0.8, 0, 0.6]]
    vectors[3:, 3:] = [[0.6, 0.8, 0], [1, 0, 0], [0.6, 0, 0.8]]
    found = select(make_case(vectors, budget=1.0, neighbors=3), "coverage")
    # Sentence 0 covers its group: 1 + 0.8 + 0.8 against 1 + 0.8 + 0.64. Then 4 covers its own: 1 + 0.6 + 0.6. None is left.
    assert found.order == [0, 4]
    np.testing.assert_allclose(found.gains, [1 + 0.8 + 0.8, 1 + 0.6 + 0.6], atol=1e-6)
    assert found.stopped_early


def test_minimum_similarity_lets_weak_neighbors_uncovered() -> None:
    vectors = unit([[1, 0, 0], [0.8, 0.6, 0], [0, 0, 1]])
    # At 0.9 the edge of 0.8 is gone, each sentence covers itself alone, and the three gains are 1.
    strict = select(make_case(vectors, budget=1.0, neighbors=2, minimum_similarity=0.9), "coverage")
    loose = select(make_case(vectors, budget=1.0, neighbors=2), "coverage")
    assert sorted(strict.order) == [0, 1, 2]
    assert len(loose.order) == 2


@many
@given(
    st.integers(1, 60),
    st.integers(0, 10_000),
    st.sampled_from([0.1, 0.3, 0.5, 1.0]),
    st.integers(1, 9),
    st.sampled_from([0.0, 0.4, 0.8]),
)
def test_equals_the_plain_rule_on_random_graphs(n: int, seed: int, budget: float, neighbors: int, minimum: float) -> None:
    agrees(grouped_vectors(n, seed), budget, neighbors, minimum)


@pytest.mark.parametrize("neighbors", [2, 5, 9])
def test_equals_the_plain_rule_on_a_longer_document(neighbors: int) -> None:
    agrees(grouped_vectors(400, seed=neighbors), 0.5, neighbors, 0.0)


def test_stops_long_before_the_budget() -> None:
    found = select(make_case(grouped_vectors(300), budget=0.5, neighbors=5), "coverage")
    assert found.stopped_early
    assert 0.2 < len(found.order) / 300 < 0.45


def test_tie_rule_compares_with_the_best_so_far() -> None:
    # The second exceeds the first by 0.6e-8, which is no win; the third exceeds the first by 1.2e-8, which is.
    assert first_largest(np.array([1, 1 + 0.6e-8, 1 + 1.2e-8])) == 2
    assert first_largest(np.array([1, 1 + 0.6e-8, 1 + 0.9e-8])) == 0
    assert first_largest(np.array([0, 0.9e-8])) == -1
    assert first_largest(np.array([])) == -1


def test_pins_cover_first_and_pruned_ones_must_still_be_covered() -> None:
    vectors = unit([[1, 0, 0], [0.8, 0.6, 0], [0, 0, 1]])
    kept = select(make_case(vectors, budget=1.0, neighbors=2, pins={1: True}), "coverage")
    assert kept.order == [1, 2]
    pruned = select(make_case(vectors, budget=1.0, neighbors=2, pins={0: False}), "coverage")
    assert pruned.order == [1, 2]
