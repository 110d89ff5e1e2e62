"""Search by words against BM25 written out, by language, and for texts without words."""

import json
import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.errors import InputError
from microrag_core.indexing.bm25 import K1, B, Bm25Index
from microrag_core.indexing.word_forms import WordForms, guess_languages
from microrag_core.indexing.words import split_words

CATS = ["A cat sat on the mat", "Dogs chase cats", "The quick brown fox", "Cat cat cat and a dog"]


def written_out(question: list[str], texts: list[list[str]]) -> list[float]:
    """Score each text: the sum over words of ln(1 + (N - n + 0.5) / (n + 0.5)) * f / (f + k1 (1 - b + b L / mean L))."""
    mean = sum(map(len, texts)) / len(texts)
    scores = []
    for text in texts:
        score = 0.0
        for word in question:
            having = sum(word in other for other in texts)
            frequency = text.count(word)
            if frequency:
                rarity = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
                score += rarity * frequency / (frequency + K1 * (1 - B + B * len(text) / mean))
        scores.append(score)
    return scores


def best(scores: list[float], top_k: int) -> list[tuple[str, float]]:
    order = sorted(range(len(scores)), key=lambda row: (-scores[row], row))
    return [(str(row), scores[row]) for row in order if scores[row] > 0][:top_k]


def indexed(texts: list[str], language: str | None = "en") -> Bm25Index:
    return Bm25Index([str(row) for row in range(len(texts))], texts, language)


def found(texts: list[str], question: str, language: str | None = None) -> list[str]:
    return [key for key, _ in indexed(texts, language).search(question, 10)]


def test_a_hand_worked_score():
    # "cat" is in 3 of 4 texts. Without stop words they have 3, 3, 3 and 4 words: cat sat mat; dog chase cat; quick brown fox;
    # cat cat cat dog. The mean is 13 / 4.
    rarity = math.log(1 + (4 - 3 + 0.5) / (3 + 0.5))
    short = rarity * 1 / (1 + 1.5 * (0.25 + 0.75 * 3 / 3.25))
    long = rarity * 3 / (3 + 1.5 * (0.25 + 0.75 * 4 / 3.25))
    result = indexed(CATS).search("the cats", 10)
    assert [key for key, _ in result] == ["3", "0", "1"]
    assert [score for _, score in result] == pytest.approx([long, short, short], rel=1e-5)


words = st.sampled_from(["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta"])


@settings(deadline=None, max_examples=150)
@given(
    texts=st.lists(st.lists(words, max_size=12), min_size=1, max_size=9),
    question=st.lists(words, max_size=5),
    top_k=st.integers(0, 12),
)
def test_the_ranking_is_that_of_the_formula_written_out(texts, question, top_k):
    result = indexed([" ".join(text) for text in texts], "none").search(" ".join(question), top_k)
    expected = best(written_out(question, texts), top_k) if any(texts) else []
    # Sums in single precision may order what is equal but for rounding either way.
    assert [score for _, score in result] == pytest.approx([score for _, score in expected], rel=1e-4)
    exact = dict(best(written_out(question, texts), len(texts))) if any(texts) else {}
    assert all(score == pytest.approx(exact[key], rel=1e-4) for key, score in result)


def test_ties_are_in_the_order_of_the_texts():
    assert found(["same words", "other", "same words", "same words"], "words") == ["0", "2", "3"]
    assert indexed(["same"] * 50).search("same", 3) == indexed(["same"] * 50).search("same", 50)[:3]


def test_what_shares_no_word_is_left_out():
    assert found(CATS, "fox") == ["2"]
    assert found(CATS, "elephant") == []
    assert indexed(CATS).search("cat", 0) == []
    assert len(indexed(CATS).search("cat", 2)) == 2


@pytest.mark.parametrize("texts", [[], [""], ["   ", "\n\t"], ["the of and", "is it"], ["...", "!?"]])
def test_texts_without_a_word_of_their_own_find_nothing(texts):
    assert found(texts, "the of", "en") == found(texts, "anything") == found(texts, "") == []
    assert len(indexed(texts)) == len(texts)


def test_a_question_of_stop_words_or_spaces_finds_nothing():
    for question in ("the of and", "", "   ", "?!"):
        assert found(CATS, question, "en") == []


def test_empty_texts_among_others_keep_their_places():
    assert found(["", "alpha", " ", "the"], "alpha") == ["1"]


@pytest.mark.parametrize(("language", "text", "question"), [
    ("en", "The runners were running", "run"),
    ("de", "Die Häuser und die Gärten sind nicht neu", "Haus Garten"),
    ("fr", "Les chevaux et une maison est dans les champs", "champ"),
    ("es", "Los niños y las casas de una ciudad", "niño casa"),
    ("ru", "Большие города и маленькие деревни", "город"),
    ("ar", "المدن الكبيرة في البلاد", "مدن"),
    ("el", "Οι μεγάλες πόλεις της χώρας", "πόλη"),
])  # fmt: skip
def test_endings_are_cut_in_the_language_of_the_text(language, text, question):
    assert guess_languages([text]) == [language]
    assert found([text, "12345"], question) == ["0"]


@pytest.mark.parametrize(("text", "question", "not_this"), [
    ("我喜欢吃苹果。", "苹果", "香蕉"),
    ("私は東京に住んでいます。", "東京", "京都"),
    ("ฉันชอบกินข้าวผัด", "ข้าวผัด", "รถไฟ"),
    ("서울에서 살고 있습니다", "서울", "부산"),
    ("हिन्दी भाषा सुन्दर है", "भाषा", "अंग्रेज़ी"),
    ("iPhone的价格", "iphone 价格", "android"),
])  # fmt: skip
def test_scripts_without_spaces_and_with_vowel_signs(text, question, not_this):
    assert found([text], question) == ["0"]
    assert found([text], not_this) == []


def test_a_question_of_one_character_finds_it_in_longer_words():
    assert found(["我养了小猫", "天气很好"], "猫") == ["0"]


def test_words_by_hand():
    assert split_words("It’s 3.5 mg of ＣＡＦÉ", single_characters=True) == ["it's", "3", "5", "mg", "of", "café"]
    assert split_words("日本語のa", single_characters=False) == ["日本", "本語", "語の", "a"]
    assert split_words("日本", single_characters=True) == ["日", "本", "日本"]
    assert split_words("猫", single_characters=False) == ["猫"]
    assert split_words("हिन्दी", single_characters=False) == ["हिन्दी"]


@given(st.text(max_size=80))
def test_any_text_can_be_indexed_and_asked(text):
    assert all(score > 0 for _, score in indexed([text, "alpha"], None).search(text, 5))
    assert all(word.strip() for word in WordForms("en").of(text, single_characters=True))


MIXED = [
    "The houses of the city and the people that live in them",
    "Die Häuser der Stadt und die Menschen, die nicht mit dem Auto fahren",
    "城市里的房子很大",
]


def test_a_question_is_read_in_every_language_of_the_texts():
    index = Bm25Index(["en", "de", "zh"], MIXED)
    assert index.languages == ("en", "de", "zh")
    for question, expected in (("house", "en"), ("Haus", "de"), ("房子", "zh")):
        assert [key for key, _ in index.search(question, 5)] == [expected]
    # "die" says nothing in German and something in English.
    assert index.search("die", 5) == []


def test_a_word_that_two_languages_cut_alike_counts_once():
    index = Bm25Index(["en", "de"], ["Berlin is the capital of the country", "Berlin ist die Hauptstadt und nicht das Land"])
    texts = [WordForms(code).of(text, single_characters=True) for code, text in zip(
        ("en", "de"), ("Berlin is the capital of the country", "Berlin ist die Hauptstadt und nicht das Land"), strict=True
    )]  # fmt: skip
    scores = written_out(["berlin"], texts)
    assert dict(index.search("Berlin", 5)) == pytest.approx({"en": scores[0], "de": scores[1]}, rel=1e-5)


def test_a_short_text_that_tells_nothing_is_of_the_commonest_language():
    german = ["Der Hund und die Katze sind nicht im Haus"] * 30
    assert guess_languages([*german, "Große Häuser", "Zwei Katzen"]) == ["de"] * 32
    # One Spanish guess among thirty is a chance; a script of its own is not.
    assert guess_languages([*german, "que los con", "Большие города"])[-2:] == ["de", "ru"]


def test_ids_and_texts_must_match_and_ids_differ():
    with pytest.raises(ValueError, match="1 ids do not match 2 texts"):
        Bm25Index(["a"], ["x", "y"])
    with pytest.raises(InputError, match="'a' already"):
        Bm25Index(["a", "a"], ["x", "y"])


def test_scifact_is_ranked_at_least_as_well_as_published(data_folder):
    folder = data_folder / "scifact"
    records = [json.loads(line) for line in (folder / "corpus.jsonl").read_text("utf-8").splitlines()]
    questions = {r["_id"]: r["text"] for r in map(json.loads, (folder / "queries.jsonl").read_text("utf-8").splitlines())}
    relevant: dict[str, Counter[str]] = {}
    for line in (folder / "qrels" / "test.tsv").read_text("utf-8").splitlines()[1:]:
        question, document, grade = line.split("\t")
        relevant.setdefault(question, Counter())[document] = int(grade)
    index = Bm25Index([r["_id"] for r in records], [f"{r['title']} {r['text']}" for r in records])
    total = 0.0
    for question, grades in relevant.items():
        gains = [grades[key] / math.log2(rank + 2) for rank, (key, _) in enumerate(index.search(questions[question], 10))]
        ideal = [grade / math.log2(rank + 2) for rank, grade in enumerate(sorted(grades.values(), reverse=True)[:10])]
        total += sum(gains) / sum(ideal)
    assert total / len(relevant) >= 0.685
