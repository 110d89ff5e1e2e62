"""Which passages stay whole, by hand."""

import pytest
from context_makers import DIRECTOR, DRUG, FILM, make_hit

from microrag_core.context.policy import decide, similarities, told_apart
from microrag_core.settings import ContextSettings

HITS = [make_hit(FILM)] * 10


def raw_rows(cosines, **settings):
    decisions = decide(HITS[: len(cosines)], cosines, ContextSettings(context="mixed", **settings))
    return [row for row, decision in enumerate(decisions) if decision.raw]


def test_the_share_counts_all_passages():
    assert raw_rows([0.9] * 10, raw_share=0.3) == [0, 1, 2]
    assert raw_rows([0.9] * 10) == [0, 1], "the default is a fifth"


def test_only_those_at_the_threshold_or_above_are_raw():
    assert raw_rows([0.9, 0.49, 0.5, 0.7, 0.1, 0.8, 0.1, 0.1, 0.1, 0.1], raw_share=0.3) == [0, 2, 3]


def test_two_are_raw_whatever_their_scores():
    assert raw_rows([-0.9] * 10) == [0, 1]
    assert raw_rows([0.1, 0.2, 0.9, 0.1], raw_share=0.3) == [0, 2], "the one similar enough, then the first of the others"


@pytest.mark.parametrize("minimum", range(12))
def test_the_minimum_always_holds(minimum):
    assert len(raw_rows([0.0] * 10, minimum_raw=minimum)) == min(minimum, 10)
    assert len(raw_rows([1.0] * 10, minimum_raw=minimum, raw_share=0.0)) == min(minimum, 10)


def test_a_half_is_rounded_up():
    assert len(raw_rows([0.9] * 5, raw_share=0.5, minimum_raw=0)) == 3  # 2.5 of 5


def test_equal_scores_are_taken_in_the_order_found():
    assert raw_rows([0.6] * 8, raw_share=0.25) == [0, 1]


def test_every_decision_says_why():
    decisions = decide(HITS[:5], [0.9, 0.2, 0.8, 0.7, 0.3], ContextSettings(context="mixed", raw_share=0.2))
    assert [decision.reason for decision in decisions] == [
        "similarity 0.90 is at least 0.50",
        "2 stay whole whatever their similarity (0.20)",
        "the 1 that may stay whole were found before it",
        "the 1 that may stay whole were found before it",
        "similarity 0.30 is below 0.50",
    ]


def test_reasons_show_the_digits_that_tell_two_numbers_apart():
    assert told_apart(0.4996, 0.5) == ("0.4996", "0.5000")
    first, second = told_apart(0.3, 0.1 + 0.2)
    assert first != second
    assert told_apart(0.5, 0.5) == ("0.50", "0.50")
    decisions = decide(HITS[:2], [0.4999, 0.2], ContextSettings(context="mixed", minimum_raw=0))
    assert decisions[0].reason == "similarity 0.4999 is below 0.5000"


def test_similarity_is_a_cosine_whatever_stage_scored_last(encoder):
    dense = make_hit(FILM, scores={"dense": 0.61, "rrf": 0.03}, score=0.03)
    keyword = make_hit(DIRECTOR, scores={"bm25": 30.2}, score=30.2)
    found = similarities("Who is Tim Burton?", [dense, keyword, make_hit(DRUG, scores={"bm25": 3.0}, score=3.0)], encoder)
    vectors = encoder.encode(["Who is Tim Burton?", DIRECTOR.embedded_text(), DRUG.embedded_text()])
    assert found == pytest.approx([0.61, vectors[0] @ vectors[1], vectors[0] @ vectors[2]], abs=1e-5)
    assert found[1] > 0.5 > found[2]
