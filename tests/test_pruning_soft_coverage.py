import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pruning_cases import (
    grouped_vectors,
    make_case,
    many,
    plain_soft_coverage,
    select,
    similarities_and_relevance,
    unit,
)

from microrag_core.pruning import running_cover
from microrag_core.pruning.lazy import lazy_greedy
from microrag_core.pruning.running_cover import MatrixCover, SparseCover
from microrag_core.pruning.soft_coverage import SoftCoverage


def value(squares: np.ndarray, relevance: np.ndarray, chosen: tuple[int, ...]) -> float:
    """F(S), from its definition."""
    return sum(relevance[j] * max((squares[i, j] for i in chosen), default=0.0) for j in range(len(relevance)))


def test_hand_worked_picks() -> None:
    # e0 = (1, 0), e1 = (0.6, 0.8), e2 = (0, 1): their sum (1.6, 1.8) has the length sqrt(1.6^2 + 1.8^2) = sqrt(5.8).
    vectors = unit([[1, 0], [0.6, 0.8], [0, 1]])
    length = np.sqrt(5.8)
    r0, r1, r2 = 1.6 / length, (0.6 * 1.6 + 0.8 * 1.8) / length, 1.8 / length
    # Squared cosines: s01 = 0.36, s12 = 0.64, s02 = 0.
    first = [r0 * (r0 + 0.36 * r1), r1 * (0.36 * r0 + r1 + 0.64 * r2), r2 * (0.64 * r1 + r2)]
    assert max(first) == first[1]
    # With e1 picked the cover is 0.36, 1, 0.64: e0 adds r0·r0·0.64, e2 adds r2·r2·0.36.
    second = [r0 * r0 * (1 - 0.36), r2 * r2 * (1 - 0.64)]
    assert max(second) == second[0]
    found = select(make_case(vectors, budget=0.7), "soft_coverage")
    assert found.order == [1, 0]
    np.testing.assert_allclose(found.gains, [first[1], second[0]], rtol=1e-6)


@many
@given(
    st.integers(1, 40),
    st.integers(0, 10_000),
    st.sampled_from([0.1, 0.5, 1.0]),
    st.sampled_from([0.0, 0.3, 0.9]),
    st.sampled_from(["sentences", "tokens"]),
)
def test_lazy_picks_are_the_plain_greedys(n: int, seed: int, budget: float, minimum: float, unit_name: str) -> None:
    tokens = np.random.default_rng(seed).integers(1, 50, n)
    pins = {seed % n: True, (seed // 7) % n: False} if seed % 3 == 0 else {}
    problem = make_case(
        grouped_vectors(n, seed), tokens, pins, budget=budget, minimum_similarity=minimum, budget_unit=unit_name
    )
    found = select(problem, "soft_coverage")
    order, gains = plain_soft_coverage(problem)
    assert found.order == order
    np.testing.assert_allclose(found.gains, gains, rtol=1e-6, atol=1e-9)


def test_lazy_picks_on_a_longer_document() -> None:
    problem = make_case(grouped_vectors(300, seed=3, dimensions=64))
    assert select(problem, "soft_coverage").order == plain_soft_coverage(problem)[0]


@pytest.mark.parametrize("minimum", [0.0, 0.4])
@pytest.mark.parametrize("opening", [1, 8, 1000])
def test_long_documents_get_the_same_picks_without_the_matrix(
    monkeypatch: pytest.MonkeyPatch, opening: int, minimum: float
) -> None:
    problem = make_case(grouped_vectors(250, seed=5), minimum_similarity=minimum, pins={7: True, 9: False})
    for method in ("soft_coverage", "mmr"):
        monkeypatch.setattr(running_cover, "MATRIX_LIMIT", 6000)
        with_matrix = select(problem, method)
        monkeypatch.setattr(running_cover, "MATRIX_LIMIT", 0)
        monkeypatch.setattr(running_cover, "OPENING", opening)
        without = select(problem, method)
        assert without.order == with_matrix.order
        np.testing.assert_allclose(without.gains, with_matrix.gains, rtol=1e-9, atol=1e-12)


def test_sparse_cover_keeps_a_small_part_of_the_matrix() -> None:
    vectors = grouped_vectors(600, seed=1, dimensions=64).astype(np.float64)
    sparse, matrix = SparseCover(vectors, 0.0, squared=True), MatrixCover(vectors, 0.0, squared=True)
    for row in range(running_cover.OPENING):
        sparse.add(row * 7)
        matrix.add(row * 7)
    assert sparse.sparse is not None
    # About one entry in nine is above the covers that eight picks leave.
    assert len(sparse.sparse.entries) < 600 * 600 / 8
    np.testing.assert_allclose(sparse.values, matrix.values, rtol=1e-12)
    weights = np.linspace(0, 1, 600)
    np.testing.assert_allclose(sparse.excess(range(600), weights), matrix.excess(range(600), weights), rtol=1e-9, atol=1e-12)


@many
@given(st.integers(1, 5), st.integers(0, 500))
def test_value_is_monotone_and_submodular(n: int, seed: int) -> None:
    squares, relevance = similarities_and_relevance(grouped_vectors(n, seed, dimensions=4))
    sets = [s for size in range(n) for s in itertools.combinations(range(n), size)]
    for small, large in itertools.product(sets, sets):
        if set(small) <= set(large):
            assert value(squares, relevance, small) <= value(squares, relevance, large) + 1e-12
            for extra in set(range(n)) - set(large):
                gain_small = value(squares, relevance, (*small, extra)) - value(squares, relevance, small)
                gain_large = value(squares, relevance, (*large, extra)) - value(squares, relevance, large)
                assert gain_small >= gain_large - 1e-12


def test_gains_add_up_to_the_value() -> None:
    vectors = grouped_vectors(30, seed=2)
    squares, relevance = similarities_and_relevance(vectors)
    found = select(make_case(vectors), "soft_coverage")
    total = sum(gain / relevance[row] for row, gain in zip(found.order, found.gains, strict=True))
    assert total == pytest.approx(value(squares, relevance, tuple(found.order)), rel=1e-6)


def test_lazy_looks_at_few_candidates() -> None:
    problem = make_case(grouped_vectors(400, seed=8, dimensions=64))
    objective = SoftCoverage(problem)
    asked = []
    plain = objective.gains
    objective.gains = lambda rows: asked.append(len(rows)) or plain(rows)  # type: ignore[method-assign, func-returns-value]
    lazy_greedy(problem, objective)
    assert sum(asked) < 0.1 * 400 * 200


def test_sentences_that_cancel_out_are_picked_in_order() -> None:
    assert select(make_case(unit([[1, 0], [-1, 0]]), budget=1.0), "soft_coverage").order == [0, 1]


def test_equal_sentences_are_picked_in_order() -> None:
    assert select(make_case(unit([[1, 2, 3, 4]] * 40)), "soft_coverage").order == list(range(20))
