"""What a pipeline reaches on a small set, worked out by hand and by a brute force over the same vectors."""

import math

import numpy as np
import pytest

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.evaluation import LabelledSet, Question, evaluate, read_labelled_set
from microrag_core.pipeline import Pipeline, read_pipeline
from microrag_core.text.tokens import count_tokens

TEXTS = {
    "bread": "Yeast makes bread rise. Bread rises because of yeast. A warm kitchen helps the dough.",
    "quake": "A magnitude 4.2 earthquake struck near Amarillo. The quake was felt in Lubbock. Nobody was hurt.",
    "school": "Schools open on Thursday as usual. Everyone is expected to attend class. Buses run on time.",
    "oil": "The oil crisis began in October 1973. Prices rose fourfold. Fuel was rationed in many countries.",
    "moon": "Apollo 11 landed on the Moon in 1969. Armstrong stepped out first. They brought rocks home.",
    "bees": "Bees make honey from nectar. They dance to show where flowers are. A hive has one queen.",
}
QUESTIONS = (
    Question("1", "What makes bread rise?", ("yeast",)),
    Question("2", "When did the oil crisis begin?", ("October 1973",)),
    Question("3", "Do bees make honey?", ("yes",)),
    Question("4", "Which disasters and crises were there?"),
)
JUDGEMENTS = {"1": {"bread": 1}, "2": {"oil": 1}, "3": {"bees": 2, "bread": 1}, "4": {"quake": 2, "oil": 1, "gone": 1}}


@pytest.fixture(scope="module")
def corpus(encoder):
    documents = [Document(name.title(), text, metadata={"_id": name}) for name, text in TEXTS.items()]
    return Corpus.build(documents, encoder)


@pytest.fixture(scope="module")
def labelled(corpus):
    return LabelledSet("small", corpus.documents, (), QUESTIONS, JUDGEMENTS, ())


def brute_force_ndcg(encoder, texts, question):
    """nDCG@10 from the whole list of cosines, sorted."""
    cosines = encoder.encode(list(texts.values())) @ encoder.encode([question.text])[0]
    order = [list(texts)[row] for row in np.argsort(-cosines)]
    judged = JUDGEMENTS[question.id]
    found = sum(judged.get(key, 0) / math.log2(rank + 1) for rank, key in enumerate(order[:10], 1))
    ideal = sum(gain / math.log2(rank + 1) for rank, gain in enumerate(sorted(judged.values(), reverse=True), 1))
    return found / ideal


def test_a_plain_pipeline(corpus, labelled, encoder):
    found = evaluate(corpus, labelled, read_pipeline("prune=none,top_k=1"))
    row = found.row()
    texts = {name: f"{name.title()}\n{text}" for name, text in TEXTS.items()}
    expected = [brute_force_ndcg(encoder, texts, question) for question in QUESTIONS]
    assert [outcome.measures["ndcg@10"] for outcome in found.outcomes] == pytest.approx(expected)
    assert row["ndcg@10"] == round(float(np.mean(expected)), 4)
    assert row["config"] == "prune=none,top_k=1"
    # Everything is found among six documents but the one that the corpus lacks: (1 + 1 + 1 + 2/3) / 4.
    assert row["recall@10"] == round((3 + 2 / 3) / 4, 4)
    assert row["precision@10"] == round((1 + 1 + 2 + 2) / 10 / 4, 4)
    assert row["mrr@10"] == 1
    assert (row["queries"], row["kept_fraction"], row["index_vectors"]) == (4, 1, 6)
    low, high = row["ndcg@10_interval"]
    assert low <= row["ndcg@10"] <= high
    assert set(row["seconds"]) == {"prepare", "encode", "retrieve", "rerank", "context", "total"}


def test_the_context_is_made_of_top_k_and_holds_the_answers_or_not(corpus, labelled):
    # One passage a question: yeast and October 1973 stand in it; yes/no and questions without an answer are left out.
    one = evaluate(corpus, labelled, read_pipeline("prune=none,top_k=1"))
    assert [outcome.answer_found for outcome in one.outcomes] == [True, True, None, None]
    assert (one.row()["answer_recall"], one.row()["answered_queries"]) == (1.0, 2)
    pipeline = Pipeline(corpus, read_pipeline("prune=none,top_k=1"))
    texts = [pipeline.context(q.text, pipeline.search(q.text)).text for q in QUESTIONS]
    assert one.row()["context_tokens"] == round(sum(map(count_tokens, texts)) / 4, 1)
    two = evaluate(corpus, labelled, read_pipeline("prune=none,top_k=2"))
    assert two.context_tokens > 1.5 * one.context_tokens
    assert two.row()["ndcg@10"] == one.row()["ndcg@10"]  # the ranking goes ten deep whatever top_k


def test_a_set_without_answers_has_no_answer_recall(corpus):
    plain = tuple(Question(question.id, question.text) for question in QUESTIONS)
    labelled = LabelledSet("small", corpus.documents, (), plain, JUDGEMENTS, ())
    row = evaluate(corpus, labelled, read_pipeline("prune=none")).row()
    assert (row["answer_recall"], row["answered_queries"]) == (None, 0)


def test_a_pruned_pipeline_has_fewer_sentences_and_tokens(corpus, labelled):
    whole = evaluate(corpus, labelled, read_pipeline("prune=none"))
    pruned = evaluate(corpus, labelled, read_pipeline("prune=lead,budget=0.34"))
    assert pruned.kept_fraction == pytest.approx(1 / 3)
    assert pruned.context_tokens < whole.context_tokens
    assert pruned.index_vectors == 6


@pytest.mark.parametrize(
    ("config", "vectors"),
    [
        ("prune=none,strategy=micro,size=16,top_k=3", None),
        ("prune=none,retriever=bm25", 0),
        ("prune=none,retriever=sentences", 6 + 18),
        ("prune=lead,budget=0.34,retriever=sentences", 6 + 6),
        ("prune=none,retriever=hybrid,rerank=late_interaction", 6),
        ("prune=none,index=hnsw,rerank=mmr,context=mixed", 6),
    ],
)
def test_other_pipelines(corpus, labelled, config, vectors):
    found = evaluate(corpus, labelled, read_pipeline(config))
    row = found.row()
    passages = len(Pipeline(corpus, found.settings).collection)
    assert row["index_vectors"] == (passages if vectors is None else vectors)
    for outcome in found.outcomes:
        assert len(set(outcome.ranking)) == len(outcome.ranking) <= 10
    assert row["ndcg@10"] > 0.6
    if "micro" in config:
        assert passages > 6
        # Passages are many and documents six: the search goes on until all of them are ranked.
        assert all(set(outcome.ranking) == set(TEXTS) for outcome in found.outcomes)
        assert row["recall@10"] == round((3 + 2 / 3) / 4, 4)


def test_a_document_is_ranked_by_its_best_passage(encoder):
    # Forty passages of one document come before the only one of the other, which must be found all the same.
    noise = " ".join(f"Bread number {n} rises with yeast in a warm kitchen." for n in range(60))
    documents = [Document("", noise, metadata={"_id": "a"}), Document("", "Trains run late.", metadata={"_id": "b"})]
    corpus = Corpus.build(documents, encoder)
    labelled = LabelledSet("x", corpus.documents, (), (Question("1", "How does bread rise?"),), {"1": {"b": 1}}, ())
    found = evaluate(corpus, labelled, read_pipeline("prune=none,strategy=micro,size=16,candidates=5,top_k=2"))
    assert found.outcomes[0].ranking == ("a", "b")
    assert found.outcomes[0].measures["mrr@10"] == 1 / 2


def test_the_questions_are_embedded_once_for_all_pipelines(counting, labelled):
    corpus = Corpus.build(labelled.documents, counting)
    asked = [question.text for question in QUESTIONS]
    for config in ("prune=none", "prune=none,retriever=hybrid", "prune=soft_coverage"):
        evaluate(corpus, labelled, read_pipeline(config))
    assert [counting.texts.count(text) for text in asked] == [1] * len(asked)


def test_progress_is_told(corpus, labelled):
    told = []
    evaluate(corpus, labelled, read_pipeline("prune=none"), lambda *step: told.append(step))
    assert ("asking", 4, 4) in told


def test_a_part_of_a_real_set(data_folder, encoder):
    whole = read_labelled_set(data_folder / "scifact")
    questions = whole.questions[:12]
    judged = {key for question in questions for key in whole.judgements[question.id]}
    some = tuple(item for row, item in enumerate(whole.documents) if item.record_id in judged or row % 400 == 0)
    labelled = LabelledSet("part", some, (), questions, whole.judgements, ())
    plain = evaluate(Corpus.build(some, encoder), labelled, read_pipeline("prune=none")).row()
    assert plain["ndcg@10"] > 0.85  # fewer documents to confuse it than in the whole set
    assert plain["recall@10"] > 0.9
