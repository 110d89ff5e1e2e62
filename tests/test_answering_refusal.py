"""The calibration of refusals, the signs they are judged by, and what they reach on real questions."""

import json
from pathlib import Path

import numpy as np
import pytest
from answering_cases import BAKERY, GIANTS, context_of

from microrag_core import load_paths
from microrag_core.answering import Calibration, calibrate, judge, refusal_text
from microrag_core.answering.calibration import DEFAULT
from microrag_core.answering.doubts import WEIGHTS, Signs, answered
from microrag_core.answering.refusal import Answerability
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.embedding import Encoder
from microrag_core.pipeline import Pipeline, read_pipeline


def test_match_and_cosine_add_up_to_how_related_a_question_is() -> None:
    levels = Calibration(0.4, 0.8, 0.2)
    assert levels.related(0.4 + 0.5 * 0.4, 0.2) == pytest.approx(0.5)
    assert levels.related(0.4, 0.2 + 0.5 * 0.3) == pytest.approx(0.5)
    assert levels.related(0.6, 0.35) == pytest.approx(1 / (1 + np.exp(-6 * (0.5 + 0.5 - 0.5))))
    assert levels.related(0.4, 0.2) == pytest.approx(1 / (1 + np.exp(3)))
    assert Calibration(0.8, 0.8, 0.2).related(0.8 + 0.5 * 0.2, 0.2) == pytest.approx(0.5)
    assert np.all(np.diff([levels.related(score, 0.3) for score in np.linspace(-1, 1, 50)]) >= 0)


def test_likelihood_is_the_logistic_of_the_weighted_signs() -> None:
    signs = Signs(0.5, 0.4, 0.6, 12, ("Ada",), ("1777",), (), ("first",), True, False)
    by_hand = 2.65 * 0.5 + 2.95 * 0.4 - 1.77 * 0.6 + 0.09 * 12 - 0.43 - 1.82 - 0.44 - 1.66 - 2.06
    assert len(WEIGHTS) == len(signs.values())
    assert answered(signs) == pytest.approx(1 / (1 + np.exp(-by_hand)), abs=1e-5)


@pytest.mark.parametrize(
    "other",
    [
        "Who built the lighthouse of Varnholm in 1777?",
        "Who did not build the lighthouse of Varnholm in 1843?",
        "Who bought the castle of Varnholm in 1843?",
        "Who built the lighthouse of Kaltenbrunn in 1843?",
    ],
)
def test_what_only_looks_answerable_scores_lower(other: str, encoder: Encoder) -> None:
    question = "Who built the lighthouse of Varnholm in 1843?"
    score = judge(question, context_of(question, [GIANTS, BAKERY], encoder), encoder).score
    assert judge(other, context_of(other, [GIANTS, BAKERY], encoder), encoder).score < score


def test_a_name_that_nothing_has_and_a_number_that_is_not_there_speak_against_an_answer(encoder: Encoder) -> None:
    def judged(question: str) -> Answerability:
        return judge(question, context_of(question, [GIANTS, BAKERY], encoder), encoder)

    known, unknown = judged("Who built the lighthouse of Varnholm?"), judged("Who built the lighthouse of Lisbon?")
    assert known.signs is not None
    assert unknown.signs is not None
    assert (known.signs.absent_names, unknown.signs.absent_names) == ((), ("Lisbon",))
    assert unknown.answered == pytest.approx(answered(unknown.signs) * 0.2)
    assert not known.refused
    days = judged("How many days of leave does the keeper of the bell in the fog get?")
    assert days.signs is not None
    assert days.answered == pytest.approx(answered(days.signs) * 0.12)


def test_refusal_text() -> None:
    assert refusal_text(1397) == "I could not find this in the 1,397 documents."
    assert refusal_text(1) == "I could not find this in the document."
    assert refusal_text() == "I could not find this in the documents."


def test_a_corpus_too_small_has_the_default_levels(encoder: Encoder) -> None:
    corpus = Corpus.build([Document("", GIANTS), Document("", BAKERY)], encoder)
    pipeline = Pipeline(corpus, read_pipeline("prune=none"))
    assert calibrate(pipeline.collection, encoder, lambda one: corpus.parts[one.id].sentences) == DEFAULT
    empty = Corpus.build([], encoder)
    assert calibrate(Pipeline(empty, read_pipeline("prune=none")).collection, encoder, lambda one: ()) == DEFAULT


def test_real_questions(data_folder: Path, encoder: Encoder) -> None:
    """Of answerable questions few are refused, of foreign ones nearly all; the levels come from the corpus itself."""
    documents = load_paths([data_folder / "squad"]).documents[:12]
    corpus = Corpus.build(documents, encoder)
    pipeline = Pipeline(corpus, read_pipeline("prune=none,top_k=3"))
    levels = Calibration()

    def refused(name: str, step: int) -> float:
        lines = (data_folder / name / "queries.jsonl").read_text(encoding="utf-8").splitlines()[: 12 * step : step]
        records = [record for record in map(json.loads, lines) if record.get("answerable", True)]
        questions = [record["text"] for record in records]
        contexts = [pipeline.context(question, pipeline.search(question)) for question in questions]
        return float(np.mean([judge(q, c, encoder, levels).refused for q, c in zip(questions, contexts, strict=True)]))

    assert refused("squad", 8) <= 0.2
    assert refused("hotpotqa", 20) >= 0.9


@pytest.mark.parametrize(
    "sentence",
    [
        "The old {} of Varnholm was made by Tom. Nobody in the town knows how the {} got there.",
        "Старый {} из Варнхольма сделал Том. Никто в городе не знает, как {} туда попал.",
    ],
)
def test_levels_come_from_the_corpus(sentence: str, encoder: Encoder) -> None:
    """By everyday questions, and in a language that has none here, by passages that are not close."""
    things = ["lamp", "river", "bread", "horse", "violin", "glacier", "theatre", "engine", "spider", "castle", "carpet"]
    things += ["volcano", "planet", "bridge"]
    corpus = Corpus.build([Document("", sentence.format(thing, thing)) for thing in things], encoder)
    pipeline = Pipeline(corpus, read_pipeline("prune=none"))
    levels = calibrate(pipeline.collection, encoder, lambda one: corpus.parts[one.id].sentences)
    assert levels == calibrate(pipeline.collection, encoder, lambda one: corpus.parts[one.id].sentences)
    assert levels != DEFAULT
    assert levels.foreign < levels.own
    assert 0 < levels.foreign_cosine < levels.own
