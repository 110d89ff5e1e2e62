"""What is searched for when a question leans on the conversation."""

from pathlib import Path

import pytest
from scripted_llm import Reply, scripted_llm

from microrag_core.answering import Turn, standalone
from microrag_core.assistant import Assistant, mode_pipeline
from microrag_core.corpus import Corpus
from microrag_core.embedding import Encoder
from microrag_core.llm import ChatModel, LlmSettings
from microrag_core.loading import load_paths
from microrag_core.pipeline import Pipeline

SAMPLE = Path(__file__).resolve().parent.parent / "sample"
FIRST = "Who was the chief executive of Acme in 2022?"
HISTORY = [Turn(FIRST, FIRST, "Jane Doe was chief executive of Acme in 2022. [1]", ("Annual report",))]


@pytest.fixture(scope="module")
def sample(encoder: Encoder) -> Corpus:
    return Corpus.build(load_paths([SAMPLE]).documents, encoder)


@pytest.mark.parametrize(
    "question",
    [
        "Where is the headquarters of Globex?",
        "Did Darcy love his sister?",
        "Why did Elizabeth refuse him?",
        "Darcy",
        "Is there a refund policy?",
        "What is the price of oil?",
        "Wer gewann den Krieg?",
        "黑豹队的防守丢了多少分？",
        "and what about technicians at Fenwick, may they work from home?",
        "And what about technicians, may they work from home?",
        "Is it allowed to bring a bicycle inside?",
        "Is it possible to fly?",
        "Is it not true that cats sleep all day?",
        "Is it worth buying insurance?",
        "How necessary is it to vaccinate?",
        "Ist es erlaubt, ein Fahrrad mitzubringen?",
        "Ist es möglich den Antrag zu ändern?",
        "Wie wichtig ist es, pünktlich zu sein?",
        "Est-ce que Darcy aime Elizabeth ?",
        "?!",
    ],
)
def test_a_question_that_stands_alone_is_unchanged(question: str) -> None:
    assert standalone(question, HISTORY) == question


@pytest.mark.parametrize(
    "question",
    [
        "and in 2023?",
        "Why?",
        "why did she resign?",
        "Und 2023?",
        "他为什么辞职？",
        "What does this law say?",
        "Is it allowed?",
        "Ist es erlaubt?",
        "and how strong?",
        "and on weekends?",
        "and then, what happened?",
        "also, is it legal?",
    ],
)
def test_a_question_that_leans_gets_the_topic(question: str) -> None:
    found = standalone(question, HISTORY)
    assert found.startswith(question)
    assert "Acme" in found
    assert "2022" not in found


def test_without_a_conversation_nothing_is_added() -> None:
    assert standalone("and in 2023?", []) == "and in 2023?"


def test_names_of_the_answer_come_after_a_question_for_a_person_and_titles_always() -> None:
    assert standalone("why did she resign?", HISTORY) == (
        "why did she resign? (Acme, chief, executive, Jane Doe, Annual report)"
    )


def test_a_new_name_takes_the_place_of_the_old_one() -> None:
    assert standalone("What about Globex?", HISTORY) == "What about Globex? (chief, executive)"


def searched_after(last: str, question: str) -> str:
    return standalone(question, [Turn(last, last, "Within two hours. [1]", ("Information security policy",))])


def test_a_new_topic_is_not_drowned_by_the_last_one() -> None:
    laptop = "How soon must a lost laptop be reported?"
    assert searched_after(laptop, "And what about e-mail?") == "And what about e-mail? (reported)"
    technician = "May a technician of the calibration laboratory work from home?"
    assert searched_after(technician, "and what about newcomers?") == "and what about newcomers? (home)"
    assert searched_after(technician, "and people on leave?") == "and people on leave? (home)"
    long = "and what about people on parental leave in winter?"
    assert searched_after(technician, long) == long
    quake = "How deep was the earthquake off Port Hallam?"
    assert searched_after(quake, "and what about aftershocks?") == "and what about aftershocks? (Port Hallam, earthquake)"
    assert searched_after(laptop, "and the price?").endswith("(soon, lost, laptop, reported, Information security policy)")


@pytest.mark.parametrize(
    ("first", "follow_up", "held"),
    [
        ("How soon must a lost laptop be reported?", "And what about e-mail?", "e-mail"),
        ("May a technician of the calibration laboratory work from home?", "and what about newcomers?", "newcomers"),
    ],
)
def test_a_follow_up_on_the_sample_finds_the_new_topic(first: str, follow_up: str, held: str, sample: Corpus) -> None:
    last = Turn(first, first, "Within two hours. [1]", ("Information security policy, version 5.0 (February 2025)",))
    reply = Assistant(Pipeline(sample, mode_pipeline("naive"))).ask(follow_up, [last])
    assert held in reply.found.hits[0].chunk.text.casefold()
    assert held in reply.answer.text.casefold()


def test_a_deadline_is_found_where_pruning_leaves_it(sample: Corpus) -> None:
    reply = Assistant(Pipeline(sample, mode_pipeline("pruned"))).ask("Until when may I send in my travel claim?")
    assert "Send in your claim within 60 days of the end of the trip." in reply.answer.text


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (Reply("Why did Jane Doe resign from Acme?"), "Why did Jane Doe resign from Acme?"),
        (Reply('Question: "Why did Jane Doe resign?"'), "Why did Jane Doe resign?"),
        (Reply("Sure!\nHere is the question:\nWhy?"), None),
        (Reply("Bananas are yellow."), None),
        (Reply("x" * 500), None),
        (Reply(status=500, error="overloaded"), None),
        (Reply(""), None),
    ],
)
def test_a_model_is_asked_and_a_useless_answer_passed_over(reply: Reply, found: str | None) -> None:
    with scripted_llm(reply) as server:
        model = ChatModel(LlmSettings(base_url=server.base_url, chat_model="tiny", llm_retries=0))
        wanted = found or standalone("why did she resign?", HISTORY)
        assert standalone("why did she resign?", HISTORY, model) == wanted
        assert standalone("What is the price of oil?", HISTORY, model) == "What is the price of oil?"
        assert len(server.requests) == 1
        assert [message["role"] for message in server.requests[0]["messages"]] == ["user"]
