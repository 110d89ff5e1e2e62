"""What is searched for when a question leans on the conversation."""

import pytest
from scripted_llm import Reply, scripted_llm

from microrag_core.answering import Turn, standalone
from microrag_core.llm import ChatModel, LlmSettings

FIRST = "Who was the chief executive of Acme in 2022?"
HISTORY = [Turn(FIRST, FIRST, "Jane Doe was chief executive of Acme in 2022. [1]", ("Annual report",))]


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
        "?!",
    ],
)
def test_a_question_that_stands_alone_is_unchanged(question: str) -> None:
    assert standalone(question, HISTORY) == question


@pytest.mark.parametrize(
    "question", ["and in 2023?", "Why?", "why did she resign?", "Und 2023?", "他为什么辞职？", "What does this law say?"]
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
