import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pruning_cases import ALL_METHODS, documents, grouped_vectors, make_document, many, run_prune, unit

from microrag_core.datatypes import Floats
from microrag_core.pruning import best_cover, cover, prune
from microrag_core.settings import PruneSettings

CASES = {
    "no sentence": np.empty((0, 4), np.float32),
    "one": unit([[1, 2, 3, 4]]),
    "two": unit([[1, 2, 3, 4], [4, 3, 2, 1]]),
    "two opposites": unit([[1, 0], [-1, 0]]),
    "all equal": unit([[1, 2, 3, 4]] * 12),
    "all unrelated": np.eye(12, dtype=np.float32),
    "a vector of zeros": np.vstack([np.eye(4, dtype=np.float32), np.zeros((1, 4), np.float32)]),
}


@pytest.mark.parametrize("method", ALL_METHODS)
@pytest.mark.parametrize("budget_unit", ["sentences", "tokens"])
@pytest.mark.parametrize("case", CASES)
def test_awkward_documents(method: str, budget_unit: str, case: str) -> None:
    vectors = CASES[case]
    n = len(vectors)
    found = run_prune(vectors, method=method, budget_unit=budget_unit, neighbors=50)
    chosen = found.selection
    assert chosen.kept.shape == chosen.covered_by.shape == chosen.cover_similarity.shape == chosen.pinned.shape == (n,)
    assert np.isfinite(chosen.gains).all()
    assert np.isfinite(chosen.cover_similarity).all()
    assert found.graph.neighbors.shape == (n, n)
    if n:
        limit = {"none": n, "coverage": found.kept_count}.get(method, max(1, n // 2))
        assert 1 <= found.kept_count == limit
        assert found.text
    else:
        assert (found.text, found.kept_fraction, found.covered_fraction) == ("", 1.0, 1.0)


def test_equal_sentences_need_one_of_them() -> None:
    found = run_prune(CASES["all equal"], method="coverage", neighbors=50)
    assert found.selection.order.tolist() == [0]
    assert found.selection.covered_by.tolist() == [0] * 12
    assert len(found.at_risk) == 0
    # Copies beyond the neighbours stay uncovered by the rule, as their neighbours are other copies.
    assert run_prune(CASES["all equal"], method="coverage", neighbors=3).kept_count > 1


def test_unrelated_sentences_are_at_risk() -> None:
    found = run_prune(CASES["all unrelated"], method="soft_coverage", budget=0.5)
    assert found.selection.order.tolist() == [0, 1, 2, 3, 4, 5]
    assert found.at_risk.tolist() == [6, 7, 8, 9, 10, 11]
    assert found.covered_fraction == 0.5


@many
@given(
    documents(),
    st.sampled_from(ALL_METHODS),
    st.sampled_from([0.01, 0.3, 0.5, 1.0]),
    st.booleans(),
    st.sampled_from([0.0, 0.5]),
)
def test_what_holds_for_every_method(
    drawn: tuple[Floats, list[int], dict[int, bool]], method: str, budget: float, in_tokens: bool, minimum: float
) -> None:
    vectors, tokens, pins = drawn
    settings = {
        "method": method,
        "budget": budget,
        "budget_unit": "tokens" if in_tokens else "sentences",
        "minimum_similarity": minimum,
    }
    found = run_prune(vectors, tokens, pins, **settings)
    n, chosen = len(vectors), found.selection
    # The order is the kept sentences, each once.
    assert sorted(chosen.order.tolist()) == np.flatnonzero(chosen.kept).tolist()
    assert len(chosen.gains) == len(chosen.order)
    assert np.isfinite(chosen.gains).all()
    # Pins hold, come first, and are marked.
    wanted = sorted(row for row, keep in pins.items() if keep)
    assert chosen.order.tolist()[: len(wanted)] == wanted or method == "none"
    assert all(chosen.kept[row] == keep for row, keep in pins.items())
    assert np.flatnonzero(chosen.pinned).tolist() == sorted(pins)
    # The budget is exceeded by one sentence alone or by pins, never by a choice.
    costs = np.asarray(tokens if in_tokens else np.ones(n), np.int64)
    spent, limit = int(costs[chosen.kept].sum()), int(budget * int(costs.sum()))
    if method != "none":
        assert spent <= limit or len(chosen.order) == max(1, len(wanted))
    # Something is kept unless all was pinned out; nothing that fits is left, unless the method stopped.
    free = ~chosen.kept & ~chosen.pinned
    assert found.kept_count >= (1 if n and not all(pins.get(row) is False for row in range(n)) else 0)
    if not chosen.stopped_early:
        assert (costs[free] > limit - spent).all()
    assert not chosen.stopped_early or method == "coverage"
    # Who covers a sentence is kept and is the nearest of the kept.
    if found.kept_count:
        cosines = vectors.astype(np.float64) @ vectors[chosen.kept].astype(np.float64).T
        assert chosen.kept[chosen.covered_by].all()
        assert chosen.covered_by[chosen.kept].tolist() == np.flatnonzero(chosen.kept).tolist()
        np.testing.assert_allclose(chosen.cover_similarity, cosines.max(axis=1), atol=1e-5)
        assert (np.abs(chosen.cover_similarity) <= 1).all()
    else:
        assert (chosen.covered_by == -1).all()
        assert (chosen.cover_similarity == 0).all()
    # The same again.
    again = run_prune(vectors, tokens, pins, **settings).selection
    assert again.order.tolist() == chosen.order.tolist()
    assert again.gains.tolist() == chosen.gains.tolist()


@pytest.mark.parametrize("method", sorted(set(ALL_METHODS) - {"none", "coverage"}))
def test_sentence_budget_is_used_whole(method: str) -> None:
    for budget, expected in [(0.5, 15), (0.1, 3), (0.001, 1), (1.0, 31)]:
        assert run_prune(grouped_vectors(31), method=method, budget=budget).kept_count == expected


def test_long_sentences_are_passed_over_for_ones_that_fit() -> None:
    # 100 tokens, so 50 may be kept: 40 of the first, then 30 is too much and 10 fits, and 20 no longer does.
    found = run_prune(np.eye(4, dtype=np.float32), [40, 30, 10, 20], method="lead", budget_unit="tokens")
    assert found.selection.order.tolist() == [0, 2]
    assert found.tokens_after == 50


def test_one_sentence_is_kept_where_none_fits() -> None:
    # 2 of 100 tokens may be kept and every sentence is longer: the shortest is kept alone.
    found = run_prune(np.eye(4, dtype=np.float32), [40, 30, 10, 20], method="lead", budget_unit="tokens", budget=0.02)
    assert found.selection.order.tolist() == [2]


def test_pins_count_against_the_budget_first() -> None:
    vectors = grouped_vectors(10)
    found = run_prune(vectors, pins={8: True, 9: True, 0: False}, method="lead", budget=0.4)
    assert found.selection.order.tolist() == [8, 9, 1, 2]
    over = run_prune(vectors, pins=dict.fromkeys(range(4, 10), True), method="soft_coverage", budget=0.4)
    assert over.selection.order.tolist() == [4, 5, 6, 7, 8, 9]
    assert run_prune(vectors, pins={3: False}, method="none").selection.order.tolist() == [0, 1, 2, 4, 5, 6, 7, 8, 9]
    nothing = run_prune(vectors, pins=dict.fromkeys(range(10), False))
    assert (nothing.kept_count, nothing.text) == (0, "")


def test_cover_in_blocks_equals_cover_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = grouped_vectors(200, dimensions=64)
    kept = np.arange(200) % 3 == 0
    at_once = best_cover(vectors, kept)
    monkeypatch.setattr(cover, "BLOCK_ENTRIES", 500)
    in_blocks = best_cover(vectors, kept)
    assert at_once[0].tolist() == in_blocks[0].tolist()
    np.testing.assert_allclose(at_once[1], in_blocks[1], atol=1e-6)


def test_arguments_are_not_changed() -> None:
    vectors, tokens, pins = grouped_vectors(20), np.full(20, 5, np.int32), {1: True}
    copies = vectors.copy(), tokens.copy(), dict(pins)
    document, sentences = make_document(20)
    for method in ALL_METHODS:
        prune(document, sentences, tokens, vectors, PruneSettings(method=method), pins)  # type: ignore[arg-type]
    assert np.array_equal(vectors, copies[0])
    assert np.array_equal(tokens, copies[1])
    assert pins == copies[2]


def test_lengths_and_pins_are_checked() -> None:
    document, sentences = make_document(3)
    with pytest.raises(ValueError, match="3 sentences, 2 token counts and 3 vectors"):
        prune(document, sentences, np.ones(2, np.int32), grouped_vectors(3), PruneSettings())
    with pytest.raises(ValueError, match="pin 3 is outside a document of 3 sentences"):
        run_prune(grouped_vectors(3), pins={3: True})
