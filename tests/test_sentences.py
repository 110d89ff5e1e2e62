"""Sentences: exact spans, hand-made cases with the right answer, and properties over arbitrary text."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.text.sentences import split_sentences

# Each case is the sentences themselves; they are joined by a blank to make the text.
ON_ONE_LINE = {
    "titles": ["Dr. Smith met Mrs. Jones at St. Mary's.", "They talked to Lt. Gen. Curtis."],
    "latin abbreviations": ["We sell fruit, e.g. Apples, i.e. Food, vs. Bread.", "It is cheap."],
    "abbreviation at the end": [
        "He lives in the U.S.",
        "He works for Acme Inc. in Boston.",
        "The U.S. Navy came at 5 p.m.",
        "It left.",
    ],
    "company at the end": ["It was sold to Acme Inc.", "The company grew."],
    "numbered": ["See No. 5 on the list.", "The answer is No.", "They left on Jan. 5 and Sept. 11 for pp. 7-9."],
    "initials": ["J. K. Rowling wrote it.", "George W. Bush and J.R.R. Tolkien read it.", "E. coli is a germ."],
    "a letter that is no initial": ["Take vitamin D.", "Patients liked it.", "It was hepatitis B.", "We know."],
    "decimals and units": [
        "A quake of magnitude 4.2 hit.",
        "It lasted 3.5 s.",
        "It is accurate to 0.2 °C.",
        "Nobody was hurt (P<0.05).",
        "5 left in 2004.",
        "It rained.",
    ],
    "quotation, then its speaker": [
        '"I was there." he said.',
        "“Is it true?” Mr. Bennet asked.",
        "“Yes!” cried Jane.",
        "He rose.",
    ],
    "quotation of several sentences": ['"It was cold.', 'We left."', "She nodded."],
    "quotation mark between blanks": ['It was a friend. "', "Police have not spoken."],
    "title in quotation marks": ['It is in "Who is there?" (2006) and elsewhere.', "Yes."],
    "parenthesis": ["He did it (see p. 5. It is long).", "(He stayed.)", "She came."],
    "figures and citations": [
        "As in Fig. 3 and Eq. 5.",
        "Smith et al. [2004] found it.",
        "So did others (Kim et al.) then.",
        "Yes.",
    ],
    "references": ["It is known [3].", "They agree.[4]", "We do not.[5, 6]", "Done."],
    "no punctuation": ["no punctuation at all just words"],
    "one word": ["Hello"],
    "ellipses": ["Wait... what?", "Well...", 'He left "it ... behind".', "And then…", "Nothing."],
    "several marks": ["Really?!", "Yes!!", "No?"],
    "interjection": ["Oh! how nice it is.", "Ah, well."],
    "addresses": [
        "Visit https://example.com/a.b?c=d and www.example.org.",
        "Write to jane.doe@example.com.",
        "Use node.js or System.Out there.",
    ],
    "news": ["(CNN)Share, and your gift will be doubled.", "Read on .", "The end."],
    "names written small": ["Then p53 rose.", "mtDNA fell.", "p62 rose.", "iPhone sales fell."],
    "written small throughout": ["i went home.", "it was late.", "then i slept, e.g. badly."],
    "written in capitals": ["THE U.S. IS BIG.", "IT IS OLD."],
    "list within a line": ["There are three.", "1. One.", "2. Two."],
    "bullets within a line": ["• One. thing", "• Two", "• Three"],
    "emoji": ["Hello 😀 World!", "😀 Yes."],
    "German": [
        "Das ist z. B. Wasser, d. h. nass.",
        "Am 3. Mai kam Hr. Müller mit Nr. 5.",
        "Im 19. Jahrhundert war es kalt.",
        "Sie ist es.",
    ],
    "German names, units and ends": [
        "Ludwig XIV. war der König.",
        "Es kostet 5 Mio. Euro usw.",
        "Dann ging er im Jahr 50 v. Chr. Fort.",
    ],
    "German quotations": ["Er sagte: „Ich gehe.“", "Dann ging er.", "»Wirklich?« fragte sie."],
    "French": ["M. Dupont est là.", "« Oui. »", "Il dort et elle est dans la maison."],
    "Russian": ["Он родился в 1895 г. Альберт уехал.", "Он ушёл."],
    "Arabic": ["كيف حالك؟", "أنا بخير.", "قال د. محمد ذلك.", "كان أبًا وجدًا.", "نعم۔", "شكرا"],
    "Hindi": ["यह है।", "वह है।"],
}

WITHOUT_BLANKS = {
    "Chinese": ["他说。", "你好吗？", "我很好！", "“真的？”他问。", "1950年是的。", "是!", "不是.", "好"],
    "Japanese": ["彼は「はい。」と言った。", "そうですか？", "値は３．５です。"],
    "a lost blank": ["The result was unknown.", "Main outcome measures followed."],
}

# A layout and its sentences.
LAYOUTS = [
    ("Title\n\nText here. More\nlines wrapped.\n", ["Title", "Text here.", "More\nlines wrapped."]),
    (
        "Shop:\n- apples\n- pears. Ripe ones.\n  and more\n* plums",
        ["Shop:", "- apples", "- pears.", "Ripe ones.\n  and more", "* plums"],
    ),
    ("Steps\n1. Open it.\n2. Close it. Then go.\n10) Rest", ["Steps", "1. Open it.", "2. Close it.", "Then go.", "10) Rest"]),
    ("a. First\nb. Second\n(c) third", ["a. First", "b. Second", "(c) third"]),
    ("1.\n\nText", ["1.\n\nText"]),
    ("Text\n2.", ["Text\n2."]),
    ("## 2. No. Support\nWe help.", ["## 2. No. Support", "We help."]),
    ("**A1-8. Liability**\n\nNone.", ["**A1-8. Liability**", "None."]),
    ("CHAPTER I\nIt was a dark night. It rained\nall day.", ["CHAPTER I", "It was a dark night.", "It rained\nall day."]),
    ("Summary of Results\nWe found that it works.", ["Summary of Results", "We found that it works."]),
    ("Head\n====\nText.", ["Head\n====", "Text."]),
    ("a line\n***\nanother", ["a line\n***", "another"]),
    ("One.\n\n***\n\nTwo.", ["One.\n\n***", "Two."]),
    ("***", ["***"]),
    ("— \n\n“Hi.”", ["— \n\n“Hi.”"]),
    ("| a | b |\n|---|---|\n| One. Two. | x |\nAfter.", ["| a | b |\n|---|---|", "| One. Two. | x |", "After."]),
    ("A | B | C\n1 | 2 | 3", ["A | B | C", "1 | 2 | 3"]),
    ("```python\nx = 1. Y\nz\n```\nAfter.", ["```python\nx = 1. Y\nz\n```", "After."]),
    ("---\ntitle: A. B\nkind: c\n---\n\nText.", ["---\ntitle: A. B", "kind: c\n---", "Text."]),
    ("Rules say:\n> Be good. Be\n> kind.\n>\n> Now.", ["Rules say:", "> Be good.", "Be\n> kind.\n>", "> Now."]),
    ("Name: Bob\nAge: 5\nCity: Rome", ["Name: Bob", "Age: 5", "City: Rome"]),
    (
        "One.\r\n\r\nTwo\r\nthree.\u2028Four.\x0bFive.\u2029Six\x85seven",
        ["One.", "Two\r\nthree.", "Four.", "Five.", "Six\x85seven"],
    ),
    ("Then Mr.\nBennet came. He\nsat.", ["Then Mr.\nBennet came.", "He\nsat."]),
    ("No.\u00a05 is\u00a0it. Yes.", ["No.\u00a05 is\u00a0it.", "Yes."]),
    ("これは長い説明の行\nの続きです。次。", ["これは長い説明の行\nの続きです。", "次。"]),
    ("a wrapped line, as long as its width, see rule\n5. Once", ["a wrapped line, as long as its width, see rule\n5.", "Once"]),
    (
        "It was written, as they say, by the author\nA. Smith – and\n– so – on.",
        ["It was written, as they say, by the author\nA. Smith – and\n– so – on."],
    ),
    (" \n\t\u00a0", []),
    ("", []),
]

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=80)
PIECES = st.lists(
    st.sampled_from(
        [
            ". ",
            ".",
            "! ",
            "?",
            "…",
            "。",
            "؟ ",
            "\n",
            "\n\n",
            "\r\n",
            "\u2028",
            "\u00a0",
            "\x0b",
            "\x0c",
            " ",
            "- ",
            "1. ",
            "# ",
            "| ",
            "```",
            "---",
            ">",
            "•",
            "(",
            ")",
            "[1]",
            '"',
            "“",
            "”",
            "」",
            "Dr",
            "e.g",
            "U.S",
            "the",
            "The",
            "5",
            "z. B",
            "Ab",
            "x",
            "他",
            "د",
            "ا\u064b",
            "\ud800",
        ]
    ),
    max_size=40,
).map("".join)


def texts_of(text: str, language: str | None = None) -> list[str]:
    return [sentence.text for sentence in split_sentences(text, language)]


@pytest.mark.parametrize("expected", ON_ONE_LINE.values(), ids=ON_ONE_LINE.keys())
def test_sentences_on_one_line(expected: list[str]):
    assert texts_of(" ".join(expected)) == expected


@pytest.mark.parametrize("expected", WITHOUT_BLANKS.values(), ids=WITHOUT_BLANKS.keys())
def test_sentences_without_blanks_between(expected: list[str]):
    assert texts_of("".join(expected)) == expected


@pytest.mark.parametrize(("text", "expected"), LAYOUTS)
def test_layout(text: str, expected: list[str]):
    assert texts_of(text) == expected


def test_language_decides_where_the_guess_could_not():
    text = "Das war der 2. Platz."
    assert texts_of(text, "de-AT") == [text]
    assert texts_of(text, "en") == ["Das war der 2.", "Platz."]


def test_other_languages_ask_the_library():
    text = "Il habite av. Foch."
    assert texts_of(text, "fr") == [text]
    assert texts_of("Han er ca. Tredive.", "xx") == ["Han er ca. Tredive."]


@given(st.one_of(ANY_TEXT, PIECES))
@settings(max_examples=400, deadline=None)
def test_spans_hold_every_visible_character_once(text: str):
    sentences = split_sentences(text)
    position = 0
    for sentence in sentences:
        assert sentence.start >= position
        assert not text[position : sentence.start].strip()
        assert sentence.text == text[sentence.start : sentence.end]
        assert sentence.text == sentence.text.strip() != ""
        position = sentence.end
    assert not text[position:].strip()
    assert split_sentences(text) == sentences


@given(PIECES)
@settings(max_examples=200, deadline=None)
def test_no_sentence_is_without_letter_or_digit_beside_others(text: str):
    sentences = split_sentences(text)
    assert len(sentences) < 2 or all(any(map(str.isalnum, sentence.text)) for sentence in sentences)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("word " * 400_000, 1),
        ("x" * 50_000 + ". " + "It " + "is " * 16_000, 2),
        ("\n" * 100_000 + "Word", 1),
        ("Ab. Cd\n\n" * 20_000, 40_000),
        ("." * 1_000_000 + "a", 1),
        ("“Ab. " * 20_000, 20_000),
        (" • a" * 20_000, 20_000),
        ("(" * 300_000, 1),
    ],
    ids=["words", "long sentence", "newlines", "paragraphs", "stops", "open quotations", "bullets", "brackets"],
)
def test_large_texts(text: str, count: int):
    assert len(split_sentences(text)) == count


def test_gold_sentences_of_abstracts(data_folder: Path):
    """The boundaries of 1,258 claims' abstracts, as their annotators had them, counted in visible characters."""
    abstracts = {}
    for line in (data_folder / "scifact" / "claim_evidence.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        abstracts[record["doc_id"]] = record["sentences"]
    found = right = wanted = 0
    for sentences in abstracts.values():
        gold, ours = (borders(parts) for parts in (sentences, texts_of(" ".join(sentences))))
        found, right, wanted = found + len(ours), right + len(ours & gold), wanted + len(gold)
    assert right / found > 0.99
    assert right / wanted > 0.99


def borders(sentences: list[str]) -> set[int]:
    """Where each sentence ends, in characters that are not white space, the end of the text left out."""
    ends, position = set[int](), 0
    for sentence in sentences:
        position += len("".join(sentence.split()))
        ends.add(position)
    return ends - {0, position}


def test_a_long_row_of_letters_and_stops_takes_linear_time():
    row = "a. " * 100_000
    assert "".join(sentence.text for sentence in split_sentences(row)).replace(" ", "") == row.replace(" ", "")
