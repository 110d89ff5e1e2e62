import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pruning_cases import ALL_METHODS, documents, grouped_vectors, many, run_prune, unit

from microrag_core.datatypes import Floats
from microrag_core.pruning import NESTED, cover, coverage_by_budget, coverage_curve, curve, full_order
from microrag_core.settings import PruneSettings


def test_hand_worked_curve() -> None:
    # Cosines 0.8 between 0 and 1, 0.6 between 1 and 2, 0 between 0 and 2.
    vectors = unit([[1, 0], [0.8, 0.6], [0, 1]])
    # At 0.7, sentence 2 covers itself alone; then 0 covers itself and 1.
    np.testing.assert_allclose(coverage_curve(vectors, np.array([2, 0], np.int32), 0.7), [0, 1 / 3, 3 / 3])
    np.testing.assert_allclose(coverage_curve(vectors, np.array([1], np.int32), 0.5), [0, 3 / 3])


def test_nothing_to_cover_and_nothing_picked() -> None:
    assert coverage_curve(np.empty((0, 3), np.float32), np.empty(0, np.int32), 0.5).tolist() == [1.0]
    assert coverage_curve(grouped_vectors(3), np.empty(0, np.int32), 0.5).tolist() == [0.0]


@many
@given(documents(), st.sampled_from(ALL_METHODS), st.sampled_from([0.0, 0.5, 0.9, 1.0]))
def test_curve_rises_to_the_covered_fraction(
    drawn: tuple[Floats, list[int], dict[int, bool]], method: str, at_risk_below: float
) -> None:
    vectors, tokens, pins = drawn
    found = run_prune(vectors, tokens, pins, method=method, at_risk_below=at_risk_below)
    shares = coverage_curve(vectors, found.selection.order, at_risk_below)
    assert len(shares) == len(found.selection.order) + 1
    assert (np.diff(shares) >= 0).all()
    if found.kept_count and at_risk_below < 0.95:
        assert shares[-1] == pytest.approx(found.covered_fraction, abs=1e-6)
    for picks in range(len(shares)):
        kept = found.selection.order[:picks]
        close = (vectors @ vectors[kept].T >= at_risk_below).any(axis=1)
        close[kept] = True
        if at_risk_below < 0.95 and len(vectors):
            assert shares[picks] == pytest.approx(close.mean(), abs=1e-6)


def test_curve_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = grouped_vectors(100)
    order = np.arange(0, 100, 3, dtype=np.int32)
    whole = coverage_curve(vectors, order, 0.6)
    monkeypatch.setattr(curve, "BLOCK_ENTRIES", 200)
    assert coverage_curve(vectors, order, 0.6).tolist() == whole.tolist()
    assert cover.BLOCK_ENTRIES > 200


@pytest.mark.parametrize("method", ALL_METHODS)
def test_full_order_has_every_sentence_and_begins_with_the_picks(method: str) -> None:
    vectors, tokens, pins = grouped_vectors(40), np.full(40, 5, np.int32), {7: True, 3: False}
    order = full_order(vectors, tokens, PruneSettings(method=method), pins=pins)  # type: ignore[arg-type]
    assert len(set(order.tolist())) == len(order)
    assert 3 not in order
    if method != "coverage":
        assert len(order) == 39
    if method in NESTED:
        picks = run_prune(vectors, tokens, pins, method=method).selection.order
        assert order[: len(picks)].tolist() == picks.tolist()


@pytest.mark.parametrize("method", ALL_METHODS)
@pytest.mark.parametrize("budget_unit", ["sentences", "tokens"])
def test_coverage_by_budget_is_what_each_budget_reaches(method: str, budget_unit: str) -> None:
    vectors, tokens = grouped_vectors(40, seed=9), np.random.default_rng(0).integers(5, 40, 40).astype(np.int32)
    settings = PruneSettings(method=method, budget_unit=budget_unit)  # type: ignore[arg-type]
    budgets, pins = [0.01, 0.2, 0.5, 1.0], {1: True, 2: True, 5: False}
    shares = coverage_by_budget(vectors, tokens, settings, budgets, pins=pins)
    expected = [
        run_prune(vectors, tokens, pins, method=method, budget_unit=budget_unit, budget=budget).covered_fraction
        for budget in budgets
    ]
    np.testing.assert_allclose(shares, expected, atol=1e-6)
