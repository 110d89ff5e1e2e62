"""Support, its parts against brute force and arithmetic, and what it says of sentences whose truth is plain."""

import math

import numpy as np
import pytest

from microrag_core.datatypes import TokenVectors
from microrag_core.embedding import Encoder
from microrag_core.grounding import support
from microrag_core.grounding.contradictions import contradictions
from microrag_core.grounding.matching import SAME, Match
from microrag_core.grounding.polarity import denied_words
from microrag_core.grounding.quantities import read_quantities
from microrag_core.grounding.signals import NOTHING, Signals, measure_signals, pair_score
from microrag_core.grounding.statement import Statement, read_statement, read_statements
from microrag_core.grounding.support import combine
from microrag_core.grounding.weights import INTERCEPT, WEIGHTS

PASSAGE = [
    "The daily meal allowance is 75 euros.",
    "Receipts are not required for meals.",
    "Hotels are paid up to 120 euros a night.",
    "The policy came into force on 4 March 2024.",
    "Working from home is allowed on Fridays.",
]


def statement(text: str) -> Statement:
    return read_statement(text, TokenVectors(np.empty((0, 4), np.float32), np.empty((0, 2), np.int32)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$5 million", [(5e6, "dollar")]),
        ("5,000,000 dollars", [(5e6, "dollar")]),
        ("75 euros and €75", [(75, "euro"), (75, "euro")]),
        ("4.5 per cent or 4.5%", [(4.5, "%"), (4.5, "%")]),
        ("three days, 3 days", [(3, "day"), (3, "day")]),
        ("in 1999", [(1999, "calendar year")]),
        ("one hour, one of them", [(1, "hour")]),
        ("One day a fox came in at 9 am.", [(9, "a.m.")]),
        ("on June 26th", [(26, "")]),
        ("a 23-year-old", [(23, "year")]),
        ("1.234,5 kg sind es für die Stadt und das Land", [(1234.5, "kg")]),
        ("no number", []),
    ],
)
def test_numbers_and_their_units(text, expected):
    assert [(q.value, q.unit) for q in statement(text).quantities] == expected


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Receipts are not required for meals.", {"required", "meals"}),
        ("He refused to model for them, and left Paris.", {"model"}),
        ("She did n't finish school.", {"finish", "school"}),
        ("He did not fail to appear.", set()),
        ("Not only dogs bark.", set()),
        ("It is a non-binary choice.", set()),
        ("He never came, but Anna stayed.", {"came"}),
        ("Das gilt hier leider nicht.", {"gilt", "leider"}),
        ("Dogs bark.", set()),
    ],
)
def test_denied_words(text, denied):
    read = statement(text)
    assert {
        word.text for word, is_denied in zip(read.words, denied_words(text, read.words), strict=True) if is_denied
    } == denied


def test_pair_score_is_the_weaker_word_less_distance_and_order():
    # Two words next to each other in the claim; in the sentence at places 0 and 3, two words further apart than in the claim.
    table = np.array([[0.9, 0, 0, 0], [0, 0, 0, 0.7]], np.float32)
    assert pair_score(table, 0, 1, 1) == pytest.approx(0.7 - 2 * 0.03)
    assert pair_score(table, 1, 0, 1) == pytest.approx(0.7 - 2 * 0.03 - 0.02)
    assert pair_score(table[:, :1], 0, 1, 1) == 0


def test_combining_is_the_logistic_function_of_the_weighted_sum():
    signals = Signals(0.5, 0.25, 0.75, 1, 0, 0.5)
    total = INTERCEPT + 0.5 * WEIGHTS.weakest + 0.25 * WEIGHTS.missing + 0.75 * WEIGHTS.together
    total += WEIGHTS.number + 0.5 * WEIGHTS.turned
    assert combine(signals) == pytest.approx(1 / (1 + math.exp(-total)))
    assert combine(NOTHING) < 0.05
    assert min(WEIGHTS.weakest, WEIGHTS.missing, WEIGHTS.together) > 0 > max(WEIGHTS.number, WEIGHTS.name, WEIGHTS.turned)


def test_signals_equal_those_found_one_by_one(encoder):
    claim, *sentences = read_statements(["Hotel rooms cost 90 euros in Paris.", *PASSAGE], encoder)
    signals = measure_signals([Match(claim, sentence) for sentence in sentences])
    best_pieces, best_words = [], []
    for sentence in sentences:
        cosines = [[max(0.0, float(a @ b)) for b in sentence.tokens.vectors] for a in claim.tokens.vectors]
        best = [max(row) for row in cosines]
        best_pieces.append(best)
        words = []
        for word in claim.words:
            rows = [row for row, (start, end) in enumerate(claim.tokens.spans) if start < word.end and end > word.start]
            words.append(sum(best[row] for row in rows) / len(rows))
        best_words.append(words)
    content = [row for row, kept in enumerate(claim.content) if kept]
    chosen = max(range(len(sentences)), key=lambda s: sum(best_words[s][row] for row in content))
    assert signals.weakest == pytest.approx(np.percentile(max(best_pieces, key=np.mean), 10), abs=1e-5)
    known = set(sentences[chosen].stems)
    missing = [row for row in content if row and claim.stems[row] not in known and not claim.words[row].number]
    values = {quantity.value for sentence in sentences for quantity in sentence.quantities}
    missing += [row for row in content if claim.words[row].number and 90.0 not in values]
    assert signals.missing == pytest.approx(min(best_words[chosen][row] for row in missing), abs=1e-5)
    assert (signals.number, signals.name, signals.turned) == (1, 1, 0)


def test_words_of_one_stem_match_whatever_surrounds_them(encoder):
    claim, sentence = read_statements(["Refusals matter.", "He refused and refuses; refusal is a habit."], encoder)
    match = Match(claim, sentence)
    assert match.table.shape == (len(claim.words), len(sentence.words))
    assert match.table[0, sentence.stems.index(claim.stems[0])] >= np.float32(SAME)


@pytest.mark.parametrize(
    ("claim", "lower", "upper"),
    [
        ("The daily meal allowance is 75 euros.", 0.75, 1),
        ("75 euros is the daily allowance for meals.", 0.57, 1),
        ("Hotels are paid up to 120 euros per night.", 0.57, 1),
        ("Dogs are welcome in the canteen.", 0, 0.35),
        ("Napoleon lost the battle of Waterloo.", 0, 0.2),
    ],
)
def test_plain_claims(encoder, claim, lower, upper):
    found = support(claim, PASSAGE, encoder)
    assert lower <= found.score <= upper
    assert not found.contradicted


@pytest.mark.parametrize(
    ("claim", "marked"),
    [
        ("The daily meal allowance is 80 euros.", ["80 euros"]),
        ("The policy came into force on 4 April 2024.", ["April"]),
        ("The policy came into force on 4 March 2023.", ["2023"]),
        ("Receipts are required for meals.", ["required", "meals"]),
        ("Working from home is forbidden on Fridays.", None),
        ("Working from home is not allowed on Fridays.", ["allowed", "Fridays"]),
    ],
)
def test_contradictions(encoder, claim, marked):
    found = support(claim, PASSAGE, encoder)
    assert found.contradicted
    assert found.reasons
    if marked is not None:
        assert [claim[start:end] for start, end in found.unsupported] == marked


def test_a_number_that_another_sentence_has_is_no_contradiction(encoder):
    sentences = ["The daily meal allowance is 60 euros.", "The daily meal allowance is 75 euros."]
    assert not support("The daily meal allowance is 75 euros.", sentences, encoder).contradicted


def test_a_contradiction_needs_the_same_subject(encoder):
    claim, sentence = read_statements(
        ["The tower is 330 metres tall.", "The lake is 12 metres deep and very cold in winter."], encoder
    )
    assert contradictions(Match(claim, sentence)) == []


def test_yes_and_no_are_about_the_question(encoder):
    question = "Is working from home allowed on Fridays?"
    yes, no = (support(answer, PASSAGE, encoder, question).score for answer in ("Yes.", "no"))
    assert yes == pytest.approx(1 - no)
    assert yes > 0.6
    assert support("Yes.", PASSAGE, encoder).score < yes


@pytest.mark.parametrize("claim", ["", "   ", "***", "\u200b", "?"])
def test_claims_without_words(encoder, claim):
    assert support(claim, PASSAGE, encoder).score == 0


@pytest.mark.parametrize("sentences", [[], [""], ["***"], ["", " "]])
def test_sources_without_words(encoder, sentences):
    found = support("The allowance is 75 euros.", sentences, encoder)
    assert found.score < 0.05
    assert found.unsupported


@pytest.mark.parametrize(
    ("sentence", "right", "wrong"),
    [
        (
            "Die tägliche Pauschale für Mahlzeiten beträgt 75 Euro.",
            "Die Pauschale für Mahlzeiten beträgt 75 Euro.",
            "Die Pauschale beträgt 90 Euro.",
        ),
        ("埃菲尔铁塔高330米,位于巴黎。", "埃菲尔铁塔位于巴黎。", "月球围绕地球旋转。"),
        ("يقع برج إيفل في باريس.", "برج إيفل في باريس.", "القمر يدور حول الأرض."),
    ],
)
def test_other_languages(encoder, sentence, right, wrong):
    assert support(right, [sentence], encoder).score > support(wrong, [sentence], encoder).score


def test_quantities_of_no_words_are_none():
    assert read_quantities("", [], [], "en") == []


def test_a_line_broken_within_a_sentence_ends_no_clause(encoder: Encoder) -> None:
    wrapped = "It is not right nor reasonable\nto ill-treat any guest\nof Telemachus who stayed 3\ndays."
    flat = " ".join(wrapped.split())
    assert statement(wrapped).denied.tolist() == statement(flat).denied.tolist()
    found = support(flat, [wrapped], encoder)
    assert (found.contradicted, found.unsupported, found.score > 0.8) == (False, (), True)
