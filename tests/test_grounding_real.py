"""Support and conflicts on real texts with labels."""

import json
from pathlib import Path

import pytest
from grounding_cases import context_of
from scipy.stats import rankdata

from microrag_core.grounding import find_conflicts, support
from microrag_core.text.sentences import split_sentences

SAMPLE = Path(__file__).resolve().parent.parent / "sample"


@pytest.mark.parametrize(("name", "rows", "least"), [("fever_symmetric", 120, 0.7), ("halueval_qa", 60, 0.8)])
def test_support_tells_labelled_claims_apart(data_folder, encoder, name, rows, least):
    file = data_folder / "grounding" / f"{name}.jsonl"
    if not file.is_file():
        pytest.skip(f"needs {file}")
    found = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[:rows]]
    scores = []
    for row in found:
        sentences = [sentence.text for sentence in split_sentences(row["context"])]
        scores.append(support(row["claim"], sentences, encoder, row["question"]).score)
    labels = [row["supported"] for row in found]
    ranks = rankdata(scores)
    right = sum(labels)
    total = sum(rank for rank, label in zip(ranks, labels, strict=True) if label)
    assert (total - right * (right + 1) / 2) / (right * (rows - right)) >= least


def sample_texts(*parts: str) -> list[tuple[str, str, str]]:
    """Return the documents of the sample that hold one of the texts, as (title, no section, text)."""
    rows = [json.loads(line) for line in (SAMPLE / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    return [(row.get("title", ""), "", row["text"]) for row in rows if any(part in row["text"] for part in parts)]


def test_the_superseded_rules_of_the_sample_are_a_conflict(encoder):
    rules = context_of(*sample_texts("£145 a night", "£110 a night"))
    (conflict,) = find_conflicts("How much may a hotel room outside London cost?", rules, encoder)
    assert "£145" in conflict.reason
    assert "£110" in conflict.reason


def test_paragraphs_of_an_encyclopedia_are_no_conflict(data_folder, encoder):
    file = data_folder / "squad" / "corpus.jsonl"
    if not file.is_file():
        pytest.skip(f"needs {file}")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[:12]]
    paragraphs = context_of(*((row.get("title", ""), "", row["text"]) for row in rows))
    for question in ("When did the Normans come to Normandy?", "Who ruled the duchy?", "What language did they speak?"):
        assert find_conflicts(question, paragraphs, encoder) == ()
