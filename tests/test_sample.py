"""The sample documents hold together: every judgement resolves, every answer is there, and nothing is copied by accident."""

import json
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

SAMPLE = Path(__file__).resolve().parent.parent / "sample"
KINDS = {"news": 8, "policy": 6, "manual": 4, "explainer": 6}
LARGEST_SHARE_BETWEEN_POLICIES = 0.35


def read_lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (SAMPLE / name).read_bytes().decode("utf-8").splitlines()]


def read_grades() -> list[tuple[str, str, int]]:
    header, *lines = (SAMPLE / "qrels" / "test.tsv").read_text(encoding="utf-8").splitlines()
    assert header == "query-id\tcorpus-id\tscore"
    rows = [line.split("\t") for line in lines]
    return [(query, document, int(score)) for query, document, score in rows]


def split_simply(text: str) -> list[str]:
    """Split at a full stop, question or exclamation mark before a capital, digit or quotation mark; headings are left out."""
    paragraphs = [paragraph for paragraph in text.split("\n\n") if not paragraph.startswith("#")]
    return [sentence for paragraph in paragraphs for sentence in re.split(r'(?<=[.!?])"?\s+(?=["A-Z0-9])', paragraph)]


DOCUMENTS = {document["_id"]: document for document in read_lines("corpus.jsonl")}
QUERIES = {query["_id"]: query for query in read_lines("queries.jsonl")}
GRADES = read_grades()


def test_counts_and_kinds() -> None:
    assert Counter(document["kind"] for document in DOCUMENTS.values()) == KINDS
    assert Counter(query["answerable"] for query in QUERIES.values()) == {True: 24, False: 6}


def test_ids_titles_texts_and_questions_are_unique() -> None:
    documents, queries = read_lines("corpus.jsonl"), read_lines("queries.jsonl")
    for rows, field in [(documents, "_id"), (documents, "title"), (documents, "text"), (queries, "_id"), (queries, "text")]:
        values = [row[field] for row in rows]
        assert all(value.strip() for value in values)
        assert len(set(values)) == len(values)
    pairs = [(query, document) for query, document, _ in GRADES]
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_length_and_paragraphs(name: str) -> None:
    text = DOCUMENTS[name]["text"]
    assert 20 <= len(split_simply(text)) <= 60
    assert text == text.strip()
    assert all(paragraph.strip() and "\n" not in paragraph for paragraph in text.split("\n\n"))
    assert re.fullmatch(r"[a-z0-9-]+", name)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_sentence_stands_twice_in_a_document(name: str) -> None:
    sentences = split_simply(DOCUMENTS[name]["text"])
    assert [sentence for sentence, count in Counter(sentences).items() if count > 1] == []


def test_only_policies_share_sentences() -> None:
    sentences = {name: set(split_simply(document["text"])) for name, document in DOCUMENTS.items()}
    for one, other in combinations(DOCUMENTS, 2):
        shared = sentences[one] & sentences[other]
        share = len(shared) / min(len(sentences[one]), len(sentences[other]))
        if DOCUMENTS[one]["kind"] == DOCUMENTS[other]["kind"] == "policy":
            assert 0 < share <= LARGEST_SHARE_BETWEEN_POLICIES, (one, other, share)
        else:
            assert not shared, (one, other)


def test_every_grade_resolves() -> None:
    for query, document, score in GRADES:
        assert query in QUERIES
        assert document in DOCUMENTS
        assert score in (1, 2)


@pytest.mark.parametrize("name", QUERIES)
def test_answers_are_where_they_are_said_to_be(name: str) -> None:
    query = QUERIES[name]
    graded = {document: score for judged, document, score in GRADES if judged == name}
    if not query["answerable"]:
        assert query["answer"] == ""
        assert graded == {}
        return
    answer = query["answer"].lower()
    assert answer
    assert any(score == 2 and answer in DOCUMENTS[document]["text"].lower() for document, score in graded.items())


def test_earthquake_question_judges_every_report() -> None:
    places = {document for query, document, score in GRADES if query == "magnitude-4-places" and score == 2}
    reports = {name for name in DOCUMENTS if name.startswith("quake-")}
    assert places == reports
    for name in reports:
        assert re.search(r"magnitude 4\.\d", DOCUMENTS[name]["text"])


def test_the_newer_travel_policy_differs_in_its_numbers() -> None:
    numbers = [set(re.findall(r"£\d+|\d+ days", DOCUMENTS[f"travel-expenses-{year}"]["text"])) for year in (2023, 2025)]
    for name in ("hotel-limit-now", "claim-deadline-now"):
        answer = QUERIES[name]["answer"]
        assert answer in numbers[1] - numbers[0]
