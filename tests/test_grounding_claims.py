"""Answers cut into claims, against readings made by hand."""

import itertools

import pytest
from grounding_cases import BOOKS
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.grounding import find_citations, split_claims
from microrag_core.grounding.claim_kinds import is_claim


def claims(answer: str) -> list[tuple[str, list[int]]]:
    citations, mismatches = find_citations(answer, BOOKS)
    found = split_claims(answer, citations, mismatches)
    return [(sentence.text, [citation.number for citation in sentence.citations]) for sentence in found if sentence.states]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("She refuses [1]. He leaves [2].", [("She refuses [1].", [1]), ("He leaves [2].", [2])]),
        ("She refuses.[1] He leaves.[2]", [("She refuses.", [1]), ("He leaves.", [2])]),
        ("She refuses. [1][3] He leaves.", [("She refuses.", [1, 3]), ("He leaves.", [])]),
        ("- She refuses [1]\n- He leaves [2]\n", [("She refuses", [1]), ("He leaves", [2])]),
        ("1. [1] She refuses.\n2. [2] He leaves.", [("She refuses.", [1]), ("He leaves.", [2])]),
        # After the last full stop of a paragraph: all of it. Before the full stop: its own sentence.
        ("She refuses. He leaves. [1][2]", [("She refuses.", [1, 2]), ("He leaves.", [1, 2])]),
        ("She refuses. He leaves [1].", [("She refuses.", []), ("He leaves [1].", [1])]),
        ("She refuses [2]. He leaves. [1]", [("She refuses [2].", [2]), ("He leaves.", [1])]),
        ("She refuses.\n\nHe leaves. [1]", [("She refuses.", []), ("He leaves.", [1])]),
        ("**She refuses** Mr. Collins [1].", [("She refuses** Mr. Collins [1].", [1])]),
        ("She refuses.\n\nSources:\n[1] Pride and Prejudice\n", [("She refuses.", [])]),
    ],
)
def test_citations_belong_to_their_claims(answer, expected):
    assert claims(answer) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "I could not find this in the passages.",
        "The excerpts do not mention the iPhone.",
        "There is no information about that in the documents.",
        "Die Texte enthalten keine Angaben dazu.",
        "根据这些资料,没有提到iPhone。",
        "Hello!",
        "Sure, I can help with that.",
        "Let me know if you have more questions.",
        "What did she say?",
        "## Reasons",
        "**Reasons**",
        "Here is what the passages say:",
        "***",
    ],
)
def test_what_claims_nothing(sentence):
    assert not is_claim(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "He could not find the key.",
        "Elizabeth does not accept his hand.",
        "There is no ball.",
        "Certainly Elizabeth refuses Mr. Collins in 1813.",
        "The chapter says: she refuses.",
        "75 euros",
    ],
)
def test_what_claims_something(sentence):
    assert is_claim(sentence)


def test_code_is_no_claim():
    answer = "She refuses.\n\n```\nHe leaves. She stays.\n```\n"
    assert claims(answer) == [("She refuses.", [])]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["She refuses", "He leaves", ". ", ".", " ", "\n", "\n\n", "- ", "[1]", "[2, 3]", "[9]", "?", "`", "# ", "**"]
        ),
        max_size=25,
    ).map("".join)
    | st.text(max_size=60)
)
def test_every_span_is_exact_and_every_citation_is_kept(answer):
    citations, mismatches = find_citations(answer, BOOKS)
    found = split_claims(answer, citations, mismatches)
    assert all(answer[s.start : s.end] == s.text and len(s.plain) == len(s.text) for s in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    if found:
        assert {c for s in found for c in s.citations} == set(citations)
