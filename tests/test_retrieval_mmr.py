import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_cases import many, unit_rows

from microrag_core.datatypes import Floats, Ranked
from microrag_core.retrieval.mmr import mmr


def case(n: int, seed: int, d: int = 6) -> tuple[Floats, Ranked, Floats]:
    """A query, and its candidates by cosine with their vectors."""
    query, *rows = unit_rows(n + 1, d, seed)
    rows = sorted(rows, key=lambda row: -float(row @ query))
    vectors = np.array(rows, np.float32).reshape(-1, d)
    return query, [(f"p{place}", float(row @ query)) for place, row in enumerate(rows)], vectors


def brute_force(query: Floats, candidates: Ranked, vectors: Floats, weight: float, top_k: int) -> Ranked:
    """From the definition of Carbonell and Goldstein, all cosines computed anew at each pick."""
    picked: list[int] = []
    found: Ranked = []
    while len(picked) < min(top_k, len(candidates)):
        best, best_value = -1, -np.inf
        for row in range(len(candidates)):
            if row not in picked:
                repeats = max((float(np.dot(vectors[row], vectors[other])) for other in picked), default=0.0)
                value = weight * float(np.dot(vectors[row], query)) - (1 - weight) * repeats
                if value > best_value + 1e-7:
                    best, best_value = row, value
        picked.append(best)
        found.append((candidates[best][0], best_value))
    return found


def test_by_hand() -> None:
    query = np.array([1, 0], np.float32)
    vectors = np.array([[0.8, 0.6], [0.8, 0.6], [0.6, -0.8]], np.float32)
    found = mmr(query, [("a", 0.8), ("repeat", 0.8), ("other", 0.6)], vectors, lambda_mult=0.5, top_k=3)
    # a · other = 0.48 - 0.48 = 0, and a · repeat = 1.
    assert [key for key, _ in found] == ["a", "other", "repeat"]
    assert [score for _, score in found] == pytest.approx([0.5 * 0.8, 0.5 * 0.6 - 0.5 * 0, 0.5 * 0.8 - 0.5 * 1], abs=1e-6)


@many
@given(st.integers(0, 25), st.integers(0, 10_000), st.integers(0, 10), st.integers(0, 30))
def test_picks_are_those_of_the_definition(n: int, seed: int, tenths: int, top_k: int) -> None:
    query, candidates, vectors = case(n, seed)
    found = mmr(query, candidates, vectors, tenths / 10, top_k)
    expected = brute_force(query, candidates, vectors, tenths / 10, top_k)
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-5)
    assert [key for key, _ in found] == [key for key, _ in expected]


@many
@given(st.integers(1, 30), st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_lambda_1_is_the_ranking_as_it_was(n: int, seed: int, random: object) -> None:
    query, candidates, vectors = case(n, seed)
    assert [key for key, _ in mmr(query, candidates, vectors, 1.0, n)] == [key for key, _ in candidates]
    # So it is for a ranking by anything else, whose order differs from that of the cosines.
    shuffled = list(range(n))
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    other = [candidates[row] for row in shuffled]
    assert [key for key, _ in mmr(query, other, vectors[shuffled], 1.0, n)] == [key for key, _ in other]


@many
@given(st.integers(2, 20), st.integers(0, 10_000))
def test_lambda_0_is_novelty_alone(n: int, seed: int) -> None:
    query, candidates, vectors = case(n, seed)
    found = mmr(query, candidates, vectors, 0.0, n)
    assert found[0] == (candidates[0][0], 0.0)
    rows = [int(key[1:]) for key, _ in found]
    for place in range(1, n):
        nearest = [max(float(vectors[row] @ vectors[other]) for other in rows[:place]) for row in rows[place:]]
        assert nearest[0] <= min(nearest) + 1e-5
        assert found[place][1] == pytest.approx(-nearest[0], abs=1e-5)
    # The question has no say: another one gives the same picks.
    assert mmr(-query, candidates, vectors, 0.0, n) == found


def test_the_first_of_equal_candidates_is_picked() -> None:
    vectors = np.tile(unit_rows(1, 4, 3), (3, 1))
    assert [key for key, _ in mmr(vectors[0], [("c", 1.0), ("a", 1.0), ("b", 1.0)], vectors, 0.5, 2)] == ["c", "a"]


@pytest.mark.parametrize(("n", "top_k", "limit"), [(100, 30, 0.05), (1000, 30, 0.5), (1000, 1000, 3.0)])
def test_it_is_fast(n: int, top_k: int, limit: float) -> None:
    query, candidates, vectors = case(n, 1, d=384)
    started = time.perf_counter()
    assert len({key for key, _ in mmr(query, candidates, vectors, 0.6, top_k)}) == top_k
    assert time.perf_counter() - started < limit


def test_what_does_not_fit_is_refused() -> None:
    query, candidates, vectors = case(3, 0)
    with pytest.raises(ValueError, match="3 candidates do not match 2 vectors"):
        mmr(query, candidates, vectors[:2])
    with pytest.raises(ValueError, match=r"lambda_mult is 1.2"):
        mmr(query, candidates, vectors, 1.2)
