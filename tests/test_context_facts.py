"""What must survive when a text is shortened, in several languages."""

import itertools
import json

import pytest

from microrag_core.context.facts import fact_spans
from microrag_core.context.negations import is_negation
from microrag_core.context.words import split_words
from microrag_core.text.sentences import split_sentences

CASES = [
    ("en", "The dose of at most 5.5 mg per day costs US$3 in Basel.", ["at most 5.5 mg per day", "US$3", "Basel"]),
    (
        "en",
        "Sales rose by less than $12 million a year to 1,000 km² at −5 °C.",
        ["less than $12 million a year", "1,000 km²", "−5 °C"],
    ),
    ("en", "It is safe for adults, but it does not help children.", ["but it does not help children"]),
    ("en", "They have never won and aren't likely to.", ["They have never won and aren't likely to"]),
    (
        "en",
        "Then Ludwig van Beethoven met the Bank of England on July 16, 1966.",
        ["Ludwig van Beethoven", "Bank of England", "July 16, 1966"],
    ),
    ("en", 'He wrote "the raven" about COVID-19 and p53.', ['"the raven"', "COVID-19", "p53"]),
    (
        "de",
        "Das Mittel hilft Kindern unter 12 Jahren nicht, sagte Dr. Weber in Köln.",
        ["Das Mittel hilft Kindern unter 12 Jahren nicht", "Dr. Weber", "Köln"],
    ),
    (
        "de",
        "Es gab keine Toten, aber mehr als 3,5 Millionen Euro Schaden.",
        ["Es gab keine Toten", "mehr als 3,5 Millionen Euro Schaden"],
    ),
    (
        "fr",
        "Ce médicament n'est pas remboursé à Genève, soit 5 mg par jour.",
        ["Ce médicament n'est pas remboursé à Genève", "5 mg par jour"],
    ),
    (
        "zh",
        "该药物不能治愈儿童，每天至多5毫克，由阿尔伯特·爱因斯坦在北京市提出。",
        ["该药物不能治愈儿童", "至多5毫克", "阿尔伯特·爱因斯坦", "北京市"],
    ),
    ("zh", "1994年10月，《黑客帝国》的观众超过三百万。", ["1994年10月", "《黑客帝国》", "超过三百万"]),
    ("ar", "لم يفز الفريق، وبلغ عدد سكان مدينة القاهرة ٥٠٠ ألف نسمة.", ["لم يفز الفريق", "مدينة القاهرة", "٥٠٠ ألف نسمة"]),
    ("ar", "سجل ماريو أديسون 24 هدفا وليس أربعة أهداف.", ["ماريو أديسون", "24 هدفا", "وليس أربعة أهداف"]),
    ("ru", "Препарат не помогает детям, доза до 5 мг в Москве.", ["Препарат не помогает детям", "до 5 мг", "Москве"]),
    (
        "ja",
        "この薬は子供には効かない。マリオ・アディソンは333メートル走った。",
        ["効かない", "マリオ・アディソン", "333メートル"],
    ),
]


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_numbers_names_and_denials_are_found_whole(language, text, expected):
    found = [text[start:end] for start, end in fact_spans(text, language)]
    for fact in expected:
        assert any(fact in stretch for stretch in found), (fact, found)


def test_spans_are_in_order_and_apart():
    text = CASES[1][1]
    spans = fact_spans(text, "en")
    assert all(first[1] < second[0] for first, second in itertools.pairwise(spans))


def test_a_capital_that_the_sentence_asks_for_makes_no_name():
    assert fact_spans("Computational problems are hard.", "en", frozenset({"computational"})) == []
    assert fact_spans("The problems are hard.", "en") == []


@pytest.mark.parametrize(
    "word", ["not", "can't", "Never", "nicht", "keinen", "jamais", "nunca", "не", "不", "没有"[0], "لم", "وليس", "नहीं"]
)
def test_words_that_deny(word):
    assert is_negation(word)


@pytest.mark.parametrize("text", ["未来", "非常", "非洲", "无论", "known", "Mai 1974", "nothing"[:4]])
def test_words_that_do_not(text):
    assert not is_negation(text)
    assert not any(is_negation(word.text) for word in split_words(text, "en"))


@pytest.mark.parametrize("language", ["en", "de", "zh", "ar"])
def test_every_number_and_denial_of_real_paragraphs_is_found(language, data_folder):
    """Against a plain reading: every digit, and every one of a language's commonest denying words, lies in some fact."""
    denying = {
        "en": ["not", "no", "never"],
        "de": ["nicht", "kein", "keine", "nie"],
        "zh": ["不", "没"],
        "ar": ["لم", "لا", "ليس", "لن"],
    }[language]
    with open(data_folder / "multilingual" / language / "corpus.jsonl", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line, _ in zip(lines, range(60), strict=False)]
    sentences = [sentence.text for text in texts for sentence in split_sentences(text, language)]
    facts = characters = denials = 0
    for text in sentences:
        inside = {place for start, end in fact_spans(text, language) for place in range(start, end)}
        facts, characters = facts + len(inside), characters + len(text)
        assert all(place in inside for place, sign in enumerate(text) if sign.isdecimal()), text
        if language == "zh":
            places = [place for place, sign in enumerate(text) if sign in denying]
        else:
            places = [word.start for word in split_words(text, language) if word.text.lower() in denying]
        denials += len(places)
        assert all(place in inside for place in places), text
    assert denials > 20
    assert facts < 0.65 * characters, "facts are a shorter text"
