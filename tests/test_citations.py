"""Citations as models write them, against readings made by hand."""

import itertools
import time

import pytest
from grounding_cases import BOOKS, context, context_of, passage_of
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.datatypes import Document, Section
from microrag_core.grounding import find_citations


def cited(answer: str) -> list[tuple[str, int]]:
    return [(citation.text, citation.number) for citation in find_citations(answer, BOOKS)[0]]


def unmatched(answer: str) -> list[tuple[str, str]]:
    return [(mismatch.text, mismatch.kind) for mismatch in find_citations(answer, BOOKS)[1]]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("She refuses [1][2].", [("[1]", 1), ("[2]", 2)]),
        ("She refuses.[1]", [("[1]", 1)]),
        ("She refused[1] him", [("[1]", 1)]),
        ("both [1, 2]", [("1", 1), ("2", 2)]),
        ("both [1; 2] and [1 and 3]", [("1", 1), ("2", 2), ("1", 1), ("3", 3)]),
        ("all [1-3]", [("[1-3]", 1), ("[1-3]", 2), ("[1-3]", 3)]),
        ("all [1–2, 4]", [("1–2", 1), ("1–2", 2), ("4", 4)]),
        ("lenticular 【1】 and wide ［２］", [("【1】", 1), ("［２］", 2)]),
        ("[Source 1] [Passage 2] [^3] [#4]", [("[Source 1]", 1), ("[Passage 2]", 2), ("[^3]", 3), ("[#4]", 4)]),
        ("【1†source】 [1, p. 5] [Sources: 1, 2]", [("【1†source】", 1), ("[1, p. 5]", 1), ("1", 1), ("2", 2)]),
        ("[[2]]", [("[[2]]", 2)]),
        ("[Pride and Prejudice, Chapter XIX]", [("[Pride and Prejudice, Chapter XIX]", 1)]),
        ("[Pride and Prejudice, Chapter 19]", [("[Pride and Prejudice, Chapter 19]", 1)]),
        ("[pride and prejudice – ch. III]", [("[pride and prejudice – ch. III]", 2)]),
        ("[Pride and Prejudice]", [("[Pride and Prejudice]", 1), ("[Pride and Prejudice]", 2)]),
        ("[Odyssey, Book 4]", [("[Odyssey, Book 4]", 3)]),
        ("[Chapter 3]", [("[Chapter 3]", 2)]),
        ("[travel_policy_2024.txt]", [("[travel_policy_2024.txt]", 4)]),
        ("[Source: The Odyssey]", [("[Source: The Odyssey]", 3)]),
        ("[The Odyssey; Pride and Prejudice, Chapter 3]", [("The Odyssey", 3), ("Pride and Prejudice, Chapter 3", 2)]),
        ("[Pride and Prejudice, 2]", [("[Pride and Prejudice, 2]", 2)]),
        ("A guest (The Odyssey, Book IV).", [("(The Odyssey, Book IV)", 3)]),
        ("She refuses (1). There is a ball (2, 3).", [("(1)", 1), ("2", 2), ("3", 3)]),
    ],
)
def test_forms_that_models_write(answer, expected):
    assert cited(answer) == expected
    assert unmatched(answer) == []


@pytest.mark.parametrize(
    "answer",
    [
        "He said [sic] that [he] would [...] come [emphasis added]",
        "she [Elizabeth Bennet] refused",
        "They left. [Laughter]",
        "`a[1]` and ``b[2] ` [3]``",
        "```\nx = a[1]\n[2]\n```",
        "~~~python\n[1]\n",
        "[the first](https://example.org/1) and [1](#one) and ![2](a.png)",
        "[1]: https://example.org\n",
        "- [x] done\n- [ ] not done\n- [X] done",
        "a[1] + row_sums[2] and args[3] and f(x)[1] = 2",
        r"\[1\] and \[ x = 1 \]",
        "x lies in [0, 1], y in [-1, 1], z is [0.5]",
        "in [2020] and [1999]",
        "(1) the first; (2) the second",
        "1) one (see 2) (1999)",
        "[DRAFT] [REDACTED] []",
    ],
)
def test_brackets_that_are_no_citations_are_left_alone(answer):
    assert find_citations(answer, BOOKS) == ([], [])


@pytest.mark.parametrize(
    ("answer", "text", "kind"),
    [
        ("He goes [7].", "[7]", "out_of_range"),
        ("He goes [0].", "[0]", "out_of_range"),
        ("He goes [3-9].", "[3-9]", "out_of_range"),
        ("He goes [1, 9].", "9", "out_of_range"),
        ("He goes [Moby Dick, Chapter 4].", "[Moby Dick, Chapter 4]", "invented"),
        ("He goes [Moby Dick].", "[Moby Dick]", "invented"),
        ("He goes [Smith, 2020].", "[Smith, 2020]", "invented"),
        ("He goes [Chapter 99].", "[Chapter 99]", "invented"),
        ("He goes [Pride and Prejudice, Chapter 40].", "[Pride and Prejudice, Chapter 40]", "invented"),
        ("He goes [Pride and Prejudice, Chapter 19; Hamlet, Act 2].", "Hamlet, Act 2", "invented"),
        ("He goes [Pride and Prejudise].", "[Pride and Prejudise]", "formatting"),
        ("He goes [Travel Policy 2024, Chapter 2].", "[Travel Policy 2024, Chapter 2]", "formatting"),
        ("He goes [3-1].", "[3-1]", "formatting"),
        ("He goes [Source].", "[Source]", "formatting"),
        ("He goes 【4:0†source】.", "【4:0†source】", "formatting"),
        ("He goes [1", "[1", "formatting"),
    ],
)
def test_kinds_of_unmatched_citations(answer, text, kind):
    assert unmatched(answer) == [(text, kind)]


def test_a_number_in_parentheses_yields_to_one_in_brackets():
    assert cited("He refuses (2). She goes [1].") == [("[1]", 1)]


def test_a_range_beyond_the_passages_cites_those_that_there_are():
    citations, mismatches = find_citations("all [3-6]", BOOKS)
    assert [c.number for c in citations] == [3, 4]
    assert [(m.text, m.kind) for m in mismatches] == [("[3-6]", "out_of_range")]


def test_a_chapter_that_two_books_have_is_ambiguous_without_the_title():
    books = context_of(("One", "Chapter 1", "a b"), ("Two", "Chapter 1", "c d"))
    assert [m.kind for m in find_citations("He goes [Chapter 1].", books)[1]] == ["formatting"]


def test_pages_and_all_sections_of_a_passage_can_be_cited():
    text = "First part.\n\nSecond part."
    document = Document("Manual", text, "manual.pdf", (Section("Start", 0, 11, 4), Section("Use", 13, 25, 5)))
    manual = context([passage_of(1, document, 0, len(text), "Start")])
    for answer in ("[Manual, p. 5]", "[manual.pdf, page 4]", "[Manual, Use]", "[Manual: Start]"):
        assert [c.number for c in find_citations(answer, manual)[0]] == [1], answer
    assert [m.kind for m in find_citations("He goes [Manual, page 9].", manual)[1]] == ["invented"]


def test_nothing_can_be_cited_without_passages():
    assert [m.kind for m in find_citations("He goes [1].", context([]))[1]] == ["out_of_range"]


@pytest.mark.parametrize("piece", ["[", "[1", "[1]", "[a", "[[1", "(1) ", "`[1]", "](a", "\\[", "[\n", "【", "~~~\n"])
def test_twenty_thousand_brackets_take_linear_time(piece):
    def seconds(count: int) -> float:
        start = time.perf_counter()
        find_citations(piece * count, BOOKS)
        return time.perf_counter() - start

    seconds(100)
    # Ten times the brackets would take a hundred times as long where the time was quadratic.
    assert seconds(20_000) < 40 * seconds(2_000) + 0.5


SIGNS = "[ ] ( ) 【 】 ` \\ , ; - . ^ † 0 1 2 9 a é ١"
PIECES = st.sampled_from(
    [
        *SIGNS.split(),
        " ",
        "\n",
        "```\n",
        "\ud800",
        "[1]",
        "[2, 3]",
        "[Hamlet, Act 2]",
        "Pride and Prejudice",
        "Chapter 3",
        "Source ",
        "http://x",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=60))
def test_any_text_gives_exact_spans_that_do_not_overlap(answer):
    citations, mismatches = find_citations(answer, BOOKS)
    numbers = {passage.number for passage in BOOKS.passages}
    spans = {(item.start, item.end) for item in (*citations, *mismatches)}
    assert all(answer[item.start : item.end] == item.text for item in (*citations, *mismatches))
    assert all(citation.number in numbers for citation in citations)
    ordered = sorted(spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(ordered))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.sampled_from([", ", "; ", "][", " and "]))
def test_what_is_written_is_read(numbers, separator):
    answer = f"He goes [{separator.join(map(str, numbers))}]."
    assert [citation.number for citation in find_citations(answer, BOOKS)[0]] == numbers
