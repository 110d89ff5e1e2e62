"""The measures, against arithmetic on paper and an implementation that works otherwise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from microrag_core.evaluation.answers import holds_answer, normalized
from microrag_core.evaluation.intervals import bootstrap_interval
from microrag_core.evaluation.metrics import ndcg, precision, recall, reciprocal_rank

# Found at ranks 1 and 3 are gains 1 and 2; judged are 3, 2 and 1, so the document of gain 3 was missed.
GAINS, JUDGED = [1, 0, 2], [3, 2, 1]


def test_ndcg_by_hand():
    found = 1 / math.log2(2) + 0 / math.log2(3) + 2 / math.log2(4)
    best = 3 / math.log2(2) + 2 / math.log2(3) + 1 / math.log2(4)
    assert found == 1 + 0 + 1
    assert ndcg(GAINS, JUDGED, 10) == pytest.approx(found / best)
    assert ndcg(GAINS, JUDGED, 2) == pytest.approx(1 / (3 + 2 / math.log2(3)))
    assert ndcg([3, 2, 1], JUDGED, 10) == 1
    assert ndcg([0, 0], JUDGED, 10) == 0
    # The gains are the judgements themselves, not 2^gain - 1: both orders of 1 and 2 differ by the discounts alone.
    assert ndcg([1, 2], [1, 2], 10) == pytest.approx((1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3)))


def test_the_ideal_ranking_is_as_long_as_k_alone():
    assert ndcg([1] * 10, [1] * 40, 10) == pytest.approx(1)


def test_recall_precision_and_reciprocal_rank_by_hand():
    assert recall(GAINS, JUDGED, 10) == 2 / 3
    assert recall(GAINS, JUDGED, 1) == 1 / 3
    assert recall([1], [1, 0, 0], 10) == 1  # a judgement of 0 is not relevant
    assert precision(GAINS, 10) == 2 / 10  # seven places are empty
    assert precision(GAINS, 2) == 1 / 2
    assert reciprocal_rank(GAINS, 10) == 1
    assert reciprocal_rank([0, 0, 2], 10) == 1 / 3
    assert reciprocal_rank([0, 0, 2], 2) == 0
    assert reciprocal_rank([], 10) == 0


@given(st.lists(st.integers(0, 3), max_size=15), st.lists(st.integers(0, 3), max_size=8), st.integers(1, 12))
def test_the_measures_are_those_of_another_way_to_count(found, missed, k):
    judged = found + missed
    if not any(judged):
        judged = [*judged, 1]
    places = np.zeros(k)
    places[: min(k, len(found))] = found[:k]
    ideal = np.sort(np.pad(judged, (0, k)))[::-1][:k]
    discounts = np.log(2) / np.log(np.arange(2, k + 2))
    assert ndcg(found, judged, k) == pytest.approx(places @ discounts / (ideal @ discounts))
    assert recall(found, judged, k) == pytest.approx(np.count_nonzero(places) / np.count_nonzero(judged))
    assert precision(found, k) == pytest.approx((places > 0).mean())
    first = int((places > 0).argmax()) + 1 if places.any() else math.inf
    assert reciprocal_rank(found, k) == pytest.approx(1 / first)
    assert 0 <= ndcg(found, judged, k) <= 1 + 1e-12


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Chief of Protocol.", "chief of protocol"),
        ("An answer, a question;  THE end", "answer question end"),
        ("nearly $12", "nearly 12"),
        ("“Quoted” – and—dashed", "quoted anddashed"),
        ("theatre and ant", "theatre and ant"),
        ("  \n ", ""),
    ],
)
def test_texts_are_normalised_as_squad_does(text, expected):
    assert normalized(text) == expected


@pytest.mark.parametrize(
    ("answers", "text", "expected"),
    [
        (["the Chief of Protocol"], "She became Chief of Protocol, later.", True),
        (["1979"], "In 19790 there was none.", False),
        (["U.S."], "Made in the US of old.", True),
        (["Paris", "City of Light"], "the city of light", True),
        (["Paris"], "London", False),
        (["Taylor Swift"], "a song on Taylor Swift’s album", True),
        (["Macy's"], "She works at Macy's.", True),
        (["yes"], "Yes, they are.", None),
        (["No."], "No", None),
        (["yes", "Paris"], "Paris", True),  # what a text can hold is looked for
        (["the"], "the", None),  # nothing of it is left
        ([], "anything", None),
        (["1973年10月"], "石油危机始于1973年10月。", True),
        (["أكتوبر 1973"], "بدأت في أكتوبر 1973، ثم", True),
        (["Paris"], "", False),
    ],
)
def test_an_answer_is_found_in_whole_words(answers, text, expected):
    assert holds_answer(answers, text) is expected


def test_the_interval_holds_the_mean_and_is_the_same_for_the_same_seed():
    values = np.random.default_rng(0).random(200)
    low, high = bootstrap_interval(values, seed=3)
    assert low < values.mean() < high
    assert bootstrap_interval(values, seed=3) == (low, high)
    assert bootstrap_interval(values, seed=4) != (low, high)
    # For a mean of this many values the interval is near that of the normal distribution: 1.96 standard errors on each side.
    error = values.std() / math.sqrt(len(values))
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.1)


def test_a_wider_confidence_is_a_wider_interval_and_one_value_has_none():
    values = [0.0, 1.0, 0.5, 0.25, 1.0, 0.0, 0.75]
    low, high = bootstrap_interval(values, confidence=0.5)
    assert bootstrap_interval(values)[0] < low < high < bootstrap_interval(values)[1]
    assert bootstrap_interval([0.5]) == (0.5, 0.5)
    with pytest.raises(ValueError, match="no values"):
        bootstrap_interval([])
