"""Documents, and what a pruned one says of itself."""

import numpy as np
import pytest

from microrag_core.datatypes import Document, PrunedDocument, Selection, Sentence, SentenceGraph, shorten


def pruned_document(text: str, sentences: list[str], kept: list[bool], similarity: list[float]) -> PrunedDocument:
    spans, at = [], 0
    for sentence in sentences:
        start = text.index(sentence, at)
        at = start + len(sentence)
        spans.append(Sentence(start, at, sentence))
    n = len(sentences)
    rows = np.flatnonzero(kept).astype(np.int32)
    selection = Selection(
        kept=np.array(kept, bool),
        order=rows,
        gains=np.ones(len(rows), np.float32),
        covered_by=np.zeros(n, np.int32),
        cover_similarity=np.array(similarity, np.float32),
        stopped_early=False,
        pinned=np.zeros(n, bool),
    )
    graph = SentenceGraph(np.zeros((n, 1), np.int32), np.ones((n, 1), np.float32))
    tokens = np.array([len(sentence.split()) for sentence in sentences], np.int32)
    return PrunedDocument(Document("", text), tuple(spans), tokens, graph, selection, at_risk_below=0.5)


def test_equal_content_has_equal_ids_and_the_source_does_not_matter():
    assert Document("T", "x", "a.txt").id == Document("T", "x", "b.txt").id
    assert Document("T", "x").id != Document("U", "x").id
    assert Document("", "").id == "01ba4719c80b6fe9"  # sha256 of one line feed


def test_a_lone_surrogate_has_an_id():
    assert len(Document("", "\ud800").id) == 16


@pytest.mark.parametrize(
    ("document", "label"),
    [
        (Document("Title", "text", "a.txt"), "Title"),
        (Document("", "text", "folder/a.txt"), "a.txt"),
        (Document("", "text", "folder\\a.txt"), "a.txt"),
        (Document("", "How it begins", "corpus.jsonl#line 3"), "How it begins"),
    ],
)
def test_a_document_is_called_by_its_title_else_its_file_else_its_beginning(document, label):
    assert document.label == label


def test_the_title_is_embedded_once():
    assert Document("Quake", "It shook.").embedded_text() == "Quake\nIt shook."
    assert Document("Quake", "Quake\nIt shook.").embedded_text() == "Quake\nIt shook."
    assert Document("Quake", "Quake").embedded_text() == "Quake"
    assert Document("Quake", "Quake drills are held.").embedded_text() == "Quake\nQuake drills are held."
    assert Document("Quake", "Quake\nIt shook.").embedded_text("It shook.") == "Quake\nIt shook."


def test_kept_sentences_are_rejoined_in_order_with_their_paragraphs():
    text = "One. Two.\nThree.\n\nFour. Five."
    sentences = ["One.", "Two.", "Three.", "Four.", "Five."]
    assert pruned_document(text, sentences, [True] * 5, [1.0] * 5).text == "One. Two. Three.\n\nFour. Five."
    assert pruned_document(text, sentences, [False, True, False, False, True], [1.0] * 5).text == "Two.\n\nFive."
    assert pruned_document(text, sentences, [False] * 5, [0.0] * 5).text == ""


def test_at_risk_is_what_was_pruned_and_no_kept_sentence_is_close_to():
    pruned = pruned_document("A a. B. C. D.", ["A a.", "B.", "C.", "D."], [True, False, False, False], [1, 0.49, 0.5, 0.2])
    assert pruned.at_risk.tolist() == [3, 1]
    assert pruned.covered_fraction == 0.5  # A, and C at exactly 0.5, of four
    assert (pruned.kept_count, pruned.kept_fraction, pruned.tokens_before, pruned.tokens_after) == (1, 0.25, 5, 2)


def test_a_document_without_sentences_lost_nothing():
    pruned = pruned_document("", [], [], [])
    assert (pruned.kept_fraction, pruned.covered_fraction, pruned.text, pruned.tokens_before) == (1.0, 1.0, "", 0)


def test_arrays_of_another_length_are_refused():
    whole = pruned_document("A. B.", ["A.", "B."], [True, True], [1, 1])
    with pytest.raises(ValueError, match="1 sentences do not match 2 graph rows"):
        PrunedDocument(whole.document, whole.sentences[:1], whole.sentence_tokens[:1], whole.graph, whole.selection, 0.5)


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [("a\n b", 9, "a b"), ("one two three", 9, "one two…"), ("unbroken", 4, "unb…"), ("exact", 5, "exact")],
)
def test_shortening_cuts_at_words(text, limit, short):
    assert shorten(text, limit) == short
    assert len(short) <= limit
