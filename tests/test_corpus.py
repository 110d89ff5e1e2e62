"""The two sides of one set of documents: what is embedded when, and what a search finds."""

from dataclasses import replace

import numpy as np
import pytest

from microrag_core.comparison import naive_and_pruned
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document, Retrieved
from microrag_core.errors import CancelledError, InputError, SettingsError
from microrag_core.pipeline import Pipeline
from microrag_core.settings import PruneSettings

QUAKE = Document(
    "Quake",
    "A magnitude 4.2 earthquake struck near Amarillo on Wednesday. The quake near Amarillo had a magnitude of 4.2. "
    "No one was hurt. Officials reported no injuries. A church wall cracked. Schools open on Thursday as usual.",
)
BREAD = Document(
    "Bread",
    "Yeast makes bread rise. Bread rises because of yeast. Salt slows the dough. The oven must be hot before baking begins.",
)
TRAVEL = Document(
    "Travel",
    "Employees may spend 60 euros a day on meals. The daily meal allowance is 60 euros. Taxis need a receipt. "
    "First class is not paid for.",
)


def search(corpus: Corpus, query: str, side: str = "pruned", top_k: int = 5) -> list[Retrieved]:
    naive, pruned = naive_and_pruned(corpus, top_k)
    return Pipeline(corpus, naive if side == "naive" else pruned).search(query)


@pytest.fixture
def corpus(counting):
    return Corpus.build([QUAKE, BREAD, TRAVEL], counting)


def test_building_embeds_each_sentence_and_each_document_once(corpus, counting):
    assert len(counting.texts) == (6 + 4 + 4) + 3
    assert [len(part.sentences) for part in corpus.parts.values()] == [6, 4, 4]
    assert [part.vectors.shape for part in corpus.parts.values()] == [(6, 384), (4, 384), (4, 384)]


def test_each_document_has_its_own_vectors(corpus, encoder):
    for part in corpus.parts.values():
        alone = encoder.encode([sentence.text for sentence in part.sentences])
        assert (part.vectors * alone).sum(axis=1).min() > 0.999
        assert part.document_vector @ encoder.encode([part.document.embedded_text()])[0] > 0.999


def test_the_theme_is_the_documents_vector_unless_the_model_read_less_than_half(corpus):
    part = corpus.parts[QUAKE.id]
    mean = part.vectors.mean(axis=0) / np.linalg.norm(part.vectors.mean(axis=0))
    both = part.document_vector + mean
    for read, theme in ((1.0, part.document_vector), (0.5, part.document_vector), (0.25, both), (0.0, mean)):
        np.testing.assert_allclose(replace(part, read_fraction=read).theme, theme / np.linalg.norm(theme), atol=1e-6)


def test_half_is_kept_and_of_a_paraphrase_one(corpus):
    assert corpus.pruned(QUAKE.id).kept_count == 3
    for document in (BREAD, TRAVEL):  # the first two sentences of both say the same
        kept = corpus.pruned(document.id).selection.kept
        assert kept.sum() == 2
        assert kept[0] != kept[1]


def test_adding_a_document_embeds_only_that_one(corpus, counting):
    search(corpus, "bread", "naive")
    search(corpus, "bread", "pruned")
    counting.texts.clear()
    more = corpus.with_documents([BREAD, Document("Tides", "The tide rises twice a day. Twice a day the tide is high.")])
    assert len(counting.texts) == 2 + 1
    counting.texts.clear()
    search(more, "tide", "naive")
    search(more, "tide", "pruned")
    assert len(counting.texts) == 2 + 1, "the query twice, and what was kept of the new document"
    assert [d.title for d in more.documents] == ["Quake", "Bread", "Travel", "Tides"]
    assert len(corpus) == 3


def test_other_settings_embed_no_sentence_again(corpus, counting):
    search(corpus, "bread", "naive")
    counting.texts.clear()
    other = corpus.with_settings(replace(corpus.settings, budget=0.25))
    assert other.pruned(QUAKE.id).kept_count == 1
    assert counting.texts == []
    search(other, "bread", "naive")
    assert counting.texts == ["bread"]


def test_pins_hold_under_other_settings_and_other_documents(corpus):
    dropped = int(np.flatnonzero(~corpus.pruned(QUAKE.id).selection.kept)[0])
    kept = int(np.flatnonzero(corpus.pruned(QUAKE.id).selection.kept)[0])
    pinned = corpus.with_pins(QUAKE.id, {dropped: True, kept: False})
    for method in ("soft_coverage", "coverage", "none", "lead"):
        selection = pinned.with_settings(PruneSettings(method=method)).without([BREAD.id]).pruned(QUAKE.id).selection
        assert selection.kept[dropped], method
        assert not selection.kept[kept], method
        assert selection.pinned[[dropped, kept]].all()
    assert pinned.with_pins(QUAKE.id, {}).pins == {}
    assert corpus.pins == {}


def test_both_sides_rank_like_a_matrix_product(corpus, encoder):
    query = encoder.encode(["how much may I spend on food"])[0]
    for side in ("naive", "pruned"):
        texts = [d.embedded_text(corpus.body(d.id, side)) for d in corpus.documents]
        scores = encoder.encode(texts) @ query
        hits = search(corpus, "how much may I spend on food", side)
        assert [h.document.title for h in hits] == [corpus.documents[i].title for i in np.argsort(-scores)]
        np.testing.assert_allclose([h.score for h in hits], np.sort(scores)[::-1], atol=2e-3)
        assert [h.rank for h in hits] == [1, 2, 3]
        assert hits[0].document is TRAVEL


def test_the_pruned_side_hands_over_kept_text_and_matches_a_kept_sentence(corpus):
    for hit in search(corpus, "injuries", "pruned"):
        pruned = corpus.pruned(hit.document.id)
        assert hit.text == pruned.text
        assert pruned.selection.kept[hit.matched]
    assert all(hit.text == hit.document.text for hit in search(corpus, "injuries", "naive"))


def test_more_results_than_documents_are_all_documents(corpus):
    assert len(search(corpus, "anything", "naive", top_k=50)) == 3


@pytest.mark.parametrize("query", ["", "  \n\t "])
def test_a_blank_question_is_refused(corpus, query):
    with pytest.raises(InputError, match="The question is empty"):
        search(corpus, query)


def test_top_k_must_be_positive(corpus):
    with pytest.raises(SettingsError, match="top_k is 0"):
        search(corpus, "bread", top_k=0)


def test_a_question_in_another_language_and_a_very_long_one_are_answered(corpus):
    assert len(search(corpus, "面包为什么会发酵？")) == 3
    assert len(search(corpus, "bread " * 5000)) == 3


def test_an_empty_corpus_finds_nothing(encoder):
    empty = Corpus.build([], encoder)
    assert search(empty, "bread", "naive") == []
    assert search(empty, "bread", "pruned") == []
    assert (empty.totals().documents, empty.totals().kept_fraction) == (0, 1.0)


def test_a_document_without_sentences_is_carried_along(encoder):
    corpus = Corpus.build([Document("Only a title", ""), BREAD], encoder)
    assert corpus.pruned(corpus.documents[0].id).sentences == ()
    hits = search(corpus, "only a title", "pruned")
    assert hits[0].document.title == "Only a title"
    assert hits[0].matched is None


def test_a_document_wholly_pruned_by_hand_and_without_title_still_searches(encoder):
    bare = Document("", "Alone it stands.")
    corpus = Corpus.build([bare, BREAD], encoder).with_pins(bare.id, {0: False})
    assert corpus.pruned(bare.id).text == ""
    assert [hit.document for hit in search(corpus, "alone", "pruned")] == [BREAD]


def test_the_read_share_is_of_the_whole_document(corpus, encoder):
    long = Document("", "The tide rises twice a day. " * 200)
    more = corpus.with_documents([long])
    assert more.read_fraction(QUAKE.id) == 1.0
    # 254 word pieces of 7 a sentence, of 200 sentences
    assert more.read_fraction(long.id) == pytest.approx(254 / 7 / 200, abs=0.01)


def test_the_totals_are_sums(corpus):
    totals = corpus.totals()
    assert (totals.documents, totals.sentences, totals.kept) == (3, 14, 3 + 2 + 2)
    assert totals.tokens_before == sum(p.tokens_before for p in corpus.all_pruned())
    assert 0 < totals.tokens_after < totals.tokens_before


def test_removing_lets_go_of_a_document_and_its_pins(corpus):
    fewer = corpus.with_pins(BREAD.id, {0: True}).without([BREAD.id, "unknown"])
    assert [d.title for d in fewer.documents] == ["Quake", "Travel"]
    assert fewer.pins == {}
    with pytest.raises(InputError, match="No document has the id"):
        fewer.pruned(BREAD.id)


def test_a_cancelled_addition_leaves_the_corpus_as_it_was(corpus):
    def stop(stage: str, done: int, total: int) -> None:
        raise CancelledError("stopped")

    many = [Document("", f"Sentence number {i} stands alone. Another one follows number {i}.") for i in range(200)]
    with pytest.raises(CancelledError):
        corpus.with_documents(many, stop)
    assert len(corpus) == 3


def test_stage_seconds_are_counted(corpus):
    search(corpus, "bread", "pruned")
    assert set(corpus.seconds) == {"split", "embed", "select", "index", "search"}
    assert all(value > 0 for value in corpus.seconds.values())
