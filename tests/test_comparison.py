"""One question on both sides."""

import numpy as np
import pytest

from microrag_core.comparison import compare, is_said, naive_and_pruned, repeats_earlier
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.pipeline import Pipeline
from microrag_core.text.tokens import count_tokens

QUAKE = "A magnitude 4.2 earthquake struck near Amarillo on Wednesday. The quake near Amarillo had a magnitude of 4.2."
DOCUMENTS = [
    Document("Quake", QUAKE + " Schools stay closed until Monday."),
    Document("Quake again", QUAKE + " A church wall in the old town cracked."),
    Document("Bread", "Yeast makes bread rise. The oven must be hot. Salt slows the dough down."),
]


@pytest.fixture(scope="module")
def comparison(encoder):
    return compare(Corpus.build(DOCUMENTS, encoder), "Where was the earthquake?", top_k=2)


def test_ranks_are_known_on_the_other_side_too(comparison, encoder):
    corpus = Corpus.build(DOCUMENTS, encoder)
    naive, pruned = naive_and_pruned(corpus, top_k=3)
    for mine, other in (("left", pruned), ("right", naive)):
        ranks = {hit.document.id: hit.rank for hit in Pipeline(corpus, other).search("Where was the earthquake?")}
        for result in getattr(comparison, mine):
            assert result.other_rank == ranks[result.hit.document.id]


def test_overlap_and_tokens_add_up(comparison):
    assert comparison.overlap == 2
    assert comparison.tokens("left") == sum(count_tokens(document.text) for document in DOCUMENTS[:2])
    assert comparison.tokens("right") < comparison.tokens("left")


def test_a_document_that_says_the_same_is_marked_and_its_repeats_counted(comparison):
    first, second = comparison.left
    assert first.near_duplicate_of is None
    assert second.near_duplicate_of == 1  # two of its three sentences stand in the first
    assert first.repeats == 1  # its second sentence says its first
    assert second.repeats == 2  # its first two stand in the first result
    assert comparison.repeats("left") == 3
    assert comparison.repeats("right") <= 1


def test_printing_shows_both_lists(comparison):
    shown = str(comparison)
    assert "Question: Where was the earthquake?" in shown
    assert "Naive: " in shown
    assert "3 repeated sentences" in shown
    assert "Documents in both lists: 2" in shown


def test_repeats_agree_with_a_plain_loop_across_blocks(monkeypatch):
    monkeypatch.setattr("microrag_core.comparison.BLOCK_ROWS", 3)
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(11, 4)).astype(np.float32)
    vectors[[4, 7, 10]] = vectors[[1, 6, 0]] + 0.01
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    others = vectors[[2, 5]] + np.float32(0.01)
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    assert repeats_earlier(vectors).tolist() == [any(vectors[i] @ vectors[j] >= 0.8 for j in range(i)) for i in range(11)]
    assert is_said(vectors, others).tolist() == [any(v @ o >= 0.8 for o in others) for v in vectors]
    assert repeats_earlier(vectors[:0]).tolist() == is_said(vectors[:0], others).tolist() == []
    assert is_said(vectors, others[:0]).tolist() == [False] * 11
