from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_cases import many, orders, ranked

from microrag_core.datatypes import Ranked
from microrag_core.retrieval.fusion import fuse_ranks, fuse_scores

tens = st.integers(0, 10)


def ids(found: Ranked) -> list[str]:
    return [key for key, _ in found]


def test_reciprocal_ranks_by_hand() -> None:
    found = fuse_ranks([ranked("abc"), ranked("cd")], [0.75, 0.25], rank_constant=10)
    assert found == [
        ("c", pytest.approx(0.75 / 13 + 0.25 / 11)),
        ("a", pytest.approx(0.75 / 11)),
        ("b", pytest.approx(0.75 / 12)),
        ("d", pytest.approx(0.25 / 12)),
    ]


def test_normalised_scores_by_hand() -> None:
    dense, words = [("a", 0.9), ("b", 0.6), ("c", 0.5)], [("c", 12.0), ("a", 7.0), ("d", 2.0)]
    # a: 1 and (7 - 2) / 10; b: (0.6 - 0.5) / 0.4; c: 0 and 1; d: 0.
    assert fuse_scores([dense, words], [0.5, 0.5]) == [
        ("a", pytest.approx(0.5 * 1 + 0.5 * 0.5)),
        ("c", pytest.approx(0.5 * 1)),
        ("b", pytest.approx(0.5 * 0.25)),
        ("d", 0.0),
    ]


def test_a_single_score_and_equal_scores_count_as_the_highest() -> None:
    assert fuse_scores([[("a", 0.2)], [("b", 3.0), ("c", 3.0)]], [0.6, 0.4]) == [("a", 0.6), ("b", 0.4), ("c", 0.4)]


def brute_force_ranks(rankings: list[list[str]], weights: list[Fraction], constant: int) -> list[str]:
    """By exact fractions, each passage looked up in each ranking."""
    counted = [(keys, weight) for keys, weight in zip(rankings, weights, strict=True) if weight]
    keys = list(dict.fromkeys(key for ranking, _ in counted for key in ranking))

    def order(key: str) -> tuple[Fraction, int, int]:
        places = [(weight, ranking.index(key) + 1) for ranking, weight in counted if key in ranking]
        return -sum(weight / (constant + rank) for weight, rank in places), -len(places), keys.index(key)

    return sorted(keys, key=order)


@many
@given(st.lists(st.tuples(orders, tens), min_size=1, max_size=4).filter(lambda x: any(w for _, w in x)), st.integers(1, 90))
def test_ranks_are_fused_as_exact_fractions_say(given_rankings: list[tuple[list[str], int]], constant: int) -> None:
    rankings, weights = [keys for keys, _ in given_rankings], [weight for _, weight in given_rankings]
    found = fuse_ranks([ranked(keys) for keys in rankings], [float(weight) for weight in weights], constant)
    expected = brute_force_ranks(rankings, [Fraction(weight) for weight in weights], constant)
    assert len(found) == len(expected)
    exact = {
        key: float(sum(Fraction(w, constant + r.index(key) + 1) for r, w in zip(rankings, weights, strict=True) if key in r))
        for key in expected
    }
    assert [score for _, score in found] == pytest.approx([exact[key] for key in expected])
    # Passages whose exact sums differ stand as the fractions say; equal ones may differ in the last digit of a float.
    assert [exact[key] for key in ids(found)] == pytest.approx([exact[key] for key in expected], rel=1e-12)


@many
@given(orders, orders, st.integers(1, 9), st.integers(1, 90))
def test_found_by_both_comes_before_found_by_one_at_the_same_rank(
    dense: list[str], words: list[str], tenths: int, k: int
) -> None:
    weights = [tenths / 10, 1 - tenths / 10]
    for found in (fuse_ranks([ranked(dense), ranked(words)], weights, k), fuse_scores([ranked(dense), ranked(words)], weights)):
        place = {key: number for number, key in enumerate(ids(found))}
        assert place.keys() == set(dense) | set(words)
        for one, other in ((dense, words), (words, dense)):
            for both in set(one) & set(other):
                for single in set(one) - set(other):
                    assert one.index(both) > one.index(single) or place[both] < place[single]


@many
@given(orders, orders)
def test_at_equal_weights_the_same_two_ranks_beat_one_of_them(dense: list[str], words: list[str]) -> None:
    # x stands at rank r of both; whoever stands at rank r or later of one side only comes after it.
    found = ids(fuse_ranks([ranked(dense), ranked(words)], [0.5, 0.5]))
    for x in set(dense) & set(words):
        worst = max(dense.index(x), words.index(x))
        for keys, other in ((dense, words), (words, dense)):
            for single in set(keys[worst:]) - set(other) - {x}:
                assert found.index(x) < found.index(single)


@many
@given(orders, orders, st.lists(st.floats(-1, 1), min_size=10, max_size=10))
def test_alpha_1_is_the_dense_ranking_and_alpha_0_the_other(dense: list[str], words: list[str], scores: list[float]) -> None:
    sides = [ranked(dense, sorted(scores, reverse=True)[: len(dense)]), ranked(words)]
    for fuse in (fuse_ranks, fuse_scores):
        assert ids(fuse(sides, [1.0, 0.0])) == dense
        assert ids(fuse(sides, [0.0, 1.0])) == words


@many
@given(st.lists(orders, min_size=2, max_size=4), st.randoms())
def test_the_order_of_the_rankings_does_not_change_a_score(rankings: list[list[str]], random: object) -> None:
    sides = [ranked(keys) for keys in rankings]
    for fuse in (fuse_ranks, fuse_scores):
        assert dict(fuse(sides, [0.3] * len(sides))) == dict(fuse(sides[::-1], [0.3] * len(sides)))


def test_ties_keep_the_order_of_the_first_ranking() -> None:
    assert ids(fuse_ranks([ranked("ab"), ranked("ba")], [0.5, 0.5])) == ["a", "b"]
    assert ids(fuse_ranks([ranked("ba"), ranked("ab")], [0.5, 0.5])) == ["b", "a"]
    # Rank 62 on both sides scores 2 · 0.5 / 122, as much as rank 1 on one side, 0.5 / 61: found by both comes first.
    first = [f"a{number}" for number in range(61)]
    second = [f"b{number}" for number in range(61)]
    found = ids(fuse_ranks([ranked([*first, "x"]), ranked([*second, "x"])], [0.5, 0.5]))
    assert found[:3] == ["x", "a0", "b0"]


@pytest.mark.parametrize("weights", [[1.0], [0.0, 0.0], [1.0, -0.5], []])
def test_weights_that_cannot_be(weights: list[float]) -> None:
    for fuse in (fuse_ranks, fuse_scores):
        with pytest.raises(ValueError, match="2 rankings need as many weights"):
            fuse([ranked("ab"), ranked("b")], weights)


def test_nothing_found_gives_nothing() -> None:
    assert fuse_ranks([[], []], [0.5, 0.5]) == fuse_scores([[], []], [0.5, 0.5]) == []
