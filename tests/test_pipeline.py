"""Whole pipelines against the same steps done by hand."""

from itertools import pairwise

import numpy as np
import pytest

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.errors import InputError, SettingsError
from microrag_core.indexing.bm25 import Bm25Index
from microrag_core.pipeline import Pipeline, read_pipeline
from microrag_core.retrieval.fusion import fuse_ranks
from microrag_core.retrieval.late_interaction import token_scores

QUESTION = "How strong was the earthquake near Amarillo?"
TEXTS = {
    "Amarillo": "A magnitude 4.2 earthquake struck near Amarillo on Wednesday. No one was hurt. Schools open on Thursday.",
    "Tennessee": "Eastern Tennessee woke to a magnitude 4.1 earthquake. Windows rattled in Knoxville. It was felt in Georgia.",
    "Bread": "Yeast makes bread rise. The oven must be hot before baking begins. Salt slows the dough.",
    "Tides": "The tide rises twice a day. A tide table says when. The moon pulls the water.",
    "Amarillo bread": "Amarillo is known for its bakeries. Their bread is made with rye. It keeps for a week.",
}


@pytest.fixture(scope="module")
def corpus(encoder):
    return Corpus.build([Document(title, text, metadata={"kind": title.split()[0]}) for title, text in TEXTS.items()], encoder)


def titles(corpus, text):
    return [hit.document.title for hit in Pipeline(corpus, read_pipeline(text)).search(QUESTION)]


def test_dense_is_the_matrix_product(corpus, encoder):
    vectors = encoder.encode([document.embedded_text() for document in corpus.documents])
    order = np.argsort(-(vectors @ encoder.encode([QUESTION])[0]))
    assert titles(corpus, "retriever=dense") == [list(TEXTS)[row] for row in order]


def test_hybrid_is_the_fusion_of_both(corpus):
    pipeline = Pipeline(corpus, read_pipeline("retriever=hybrid,alpha=0.3,rank_constant=10"))
    dense = pipeline._sources.index().search(corpus.query_vector(QUESTION), 30)
    bm25 = Bm25Index(pipeline.collection.ids, [d.embedded_text() for d in corpus.documents]).search(QUESTION, 30)
    expected = fuse_ranks([dense, bm25], [0.3, 0.7], 10)
    hits = pipeline.search(QUESTION)
    assert [(hit.chunk.id, hit.score) for hit in hits] == expected[:5]
    assert hits[0].scores == {
        "dense": dict(dense)[hits[0].chunk.id],
        "bm25": dict(bm25)[hits[0].chunk.id],
        "hybrid": hits[0].score,
    }


def test_late_interaction_weighs_tokens_against_the_vectors(corpus, encoder):
    hits = Pipeline(corpus, read_pipeline("rerank=late_interaction,token_weight=0.6")).search(QUESTION)
    query = encoder.encode_tokens([QUESTION])[0]
    for hit in hits:
        tokens = token_scores(query, encoder.encode_tokens([hit.document.embedded_text()]))[0]
        assert hit.score == pytest.approx(0.4 * hit.scores["dense"] + 0.6 * tokens, abs=2e-3)
    assert all(better.score >= worse.score for better, worse in pairwise(hits))


def test_pruned_passages_hold_kept_sentences_alone(corpus):
    pipeline = Pipeline(corpus, read_pipeline("prune=lead,budget=0.34,strategy=fixed,size=12,overlap=0"))
    for hit in pipeline.search(QUESTION):
        first_sentence = corpus.parts[hit.document.id].sentences[0].text
        assert hit.text in first_sentence
        assert hit.document.text[hit.chunk.start : hit.chunk.end] == hit.chunk.text
        assert set(pipeline.sentence_rows(hit).tolist()) <= {0}
    indexed = {chunk.document for chunk in pipeline.collection.chunks}
    assert indexed == set(corpus.parts), "each document has a passage with its first sentence"


def test_pruning_keeps_what_pins_keep(corpus):
    key = corpus.documents[2].id
    pinned = corpus.with_pins(key, {0: False, 1: True, 2: True})
    found = Pipeline(pinned, read_pipeline("prune=lead,budget=0.34")).search("yeast")
    assert next(hit for hit in found if hit.document.id == key).text == " ".join(
        sentence.text for sentence in corpus.parts[key].sentences[1:]
    )
    whole = Pipeline(pinned, read_pipeline("prune=none")).search("yeast")
    assert next(hit for hit in whole if hit.document.id == key).text == corpus.documents[2].text


def test_filters_limit_every_retriever_and_still_fill_the_list(corpus):
    for retriever in ("dense", "bm25", "hybrid", "multi_query", "two_stage", "sentences"):
        found = Pipeline(corpus, read_pipeline(f"retriever={retriever},filters=kind=amarillo")).search(QUESTION)
        assert {hit.document.title for hit in found} == {"Amarillo", "Amarillo bread"}, retriever
    with pytest.raises(SettingsError, match="No document has the field"):
        Pipeline(corpus, read_pipeline("filters=colour=red")).search(QUESTION)


def test_repeated_sentences_and_passages_are_indexed_once(encoder):
    boilerplate = "All employees must follow this policy at all times."
    documents = [Document("A", f"Cats sleep. {boilerplate}"), Document("B", f"Dogs bark. {boilerplate}")]
    corpus = Corpus.build(documents, encoder)
    kept = Pipeline(corpus, read_pipeline("repeats=sentences")).search("policy")
    assert {hit.document.title: hit.text for hit in kept} == {"A": documents[0].text, "B": "Dogs bark."}
    chunks = Pipeline(corpus, read_pipeline("repeats=passages,strategy=micro,size=10")).collection
    assert sum("policy" in text for text in chunks.texts) == 1


def test_children_make_room_for_their_parent_and_the_list_stays_full(encoder):
    sentences = [f"Room {number} of the museum shows Roman coins from the year {number}." for number in range(40)]
    corpus = Corpus.build([Document("Coins", " ".join(sentences)), Document("Bread", TEXTS["Bread"])], encoder)
    hits = Pipeline(corpus, read_pipeline("strategy=hierarchical,size=40,top_k=6")).search("Roman coins in the museum")
    assert any(hit.chunk.level for hit in hits)
    assert len(hits) == 6
    assert len({hit.chunk.id for hit in hits}) == 6


def test_rewordings_are_searched_and_named(corpus):
    found = Pipeline(corpus, read_pipeline("retriever=multi_query,rewordings=2")).find(QUESTION)
    assert len(found.asked) == 2
    assert found.hits[0].document.title == "Amarillo"
    assert "multi_query" in found.hits[0].scores


def test_the_ranking_goes_as_deep_as_asked(corpus):
    found = Pipeline(corpus, read_pipeline("top_k=1,candidates=1")).find(QUESTION, depth=100)
    assert len(found.hits) == 1
    assert len(found.ranking) == len(TEXTS)
    assert found.ranking[0] == (found.hits[0].chunk.id, found.hits[0].document.id)


@pytest.mark.parametrize(
    "retriever", ["dense", "bm25", "hybrid", "hybrid,fusion=scores", "multi_query", "two_stage", "sentences"]
)
def test_how_deep_is_looked_changes_no_hit(corpus, retriever):
    for rerank in ("none", "late_interaction"):
        pipeline = Pipeline(corpus, read_pipeline(f"retriever={retriever},rerank={rerank},top_k=1,candidates=2"))
        shallow, deep = pipeline.find(QUESTION), pipeline.find(QUESTION, depth=100)
        assert [hit.chunk.id for hit in shallow.hits] == [hit.chunk.id for hit in deep.hits]
        assert shallow.hits[0].scores == deep.hits[0].scores
        assert deep.ranking[: len(shallow.ranking)] == shallow.ranking


def test_many_questions_give_what_each_gives(corpus):
    pipeline = Pipeline(corpus, read_pipeline("retriever=hybrid"))
    together = pipeline.search_many([QUESTION, "When is the tide high?"])
    alone = [pipeline.search(QUESTION), pipeline.search("When is the tide high?")]
    assert [[hit.chunk.id for hit in hits] for hits in together] == [[hit.chunk.id for hit in hits] for hits in alone]


def test_pipelines_over_the_same_passages_share_them(corpus, counting):
    own = Corpus.build(corpus.documents, counting)
    first = Pipeline(own, read_pipeline("strategy=fixed,size=20"))
    first.prepare()
    counting.texts.clear()
    second = Pipeline(own, read_pipeline("strategy=fixed,size=20,retriever=hybrid,rerank=mmr"))
    second.prepare()
    assert second.collection is first.collection
    assert counting.texts == []


@pytest.mark.parametrize("query", ["", " \n"])
def test_a_blank_question_is_refused(corpus, query):
    with pytest.raises(InputError, match="The question is empty"):
        Pipeline(corpus, read_pipeline("")).search(query)


def test_a_cross_encoder_that_cannot_be_had_is_named_before_any_work(corpus):
    with pytest.raises(InputError, match="no-such-model"):
        Pipeline(corpus, read_pipeline("rerank=cross_encoder,cross_encoder=./no-such-model"))


def test_nothing_is_found_in_an_empty_corpus(encoder):
    empty = Corpus.build([], encoder)
    for text in (
        "",
        "retriever=hybrid",
        "retriever=sentences,rerank=late_interaction",
        "strategy=fixed,index=hnsw",
        "index=ivf_pq",
    ):
        assert Pipeline(empty, read_pipeline(text)).search("anything") == []
