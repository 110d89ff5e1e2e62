"""A question to a checked answer, over one pipeline."""

from itertools import pairwise

import pytest
from scripted_llm import Reply, scripted_llm

from microrag_core.answering import Turn
from microrag_core.assistant import MODES, Assistant, mode_pipeline
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.embedding import Encoder
from microrag_core.errors import InputError
from microrag_core.llm import ChatModel, LlmSettings
from microrag_core.pipeline import Pipeline, read_pipeline

FERRY = "The ferry leaves at nine. Dogs travel free of charge on the ferry. It rained on Sunday. The harbour was built in 1950."
BREAD = "Bread rises because yeast makes gas. Gluten holds the gas. A warm kitchen speeds the dough up."


@pytest.fixture(scope="module")
def corpus(encoder: Encoder) -> Corpus:
    return Corpus.build([Document("Ferry", FERRY), Document("Bread", BREAD)], encoder)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_answers_with_a_source_of_this_question(mode: str, corpus: Corpus) -> None:
    reply = Assistant(Pipeline(corpus, mode_pipeline(mode))).ask("Why does bread rise?")
    assert reply.answer.text.startswith("Bread rises because yeast makes gas. [1]")
    assert reply.context.passages[0].hit.document.title == "Bread"
    assert reply.supported[0] == reply.supported[1] >= 1
    assert set(reply.seconds) == {"retrieve", "rerank", "context", "generate", "ground"}
    assert reply.suggestions == ()


def test_the_text_grows_as_it_is_told_and_can_be_stopped(corpus: Corpus) -> None:
    assistant = Assistant(Pipeline(corpus, mode_pipeline("naive")))
    told: list[str] = []
    reply = assistant.ask("Why does bread rise?", on_text=told.append)
    assert told[-1] == reply.answer.text
    assert all(later.startswith(earlier) for earlier, later in pairwise(told))
    stopped = assistant.ask("Why does bread rise?", should_stop=lambda: True)
    assert (stopped.answer.text, stopped.answer.stopped) == ("", True)


def test_a_follow_up_is_searched_for_as_a_whole_question(corpus: Corpus) -> None:
    assistant = Assistant(Pipeline(corpus, mode_pipeline("naive")))
    first = assistant.ask("When does the ferry leave?")
    history = [Turn(first.question, first.searched, first.answer.text, ("Ferry",))]
    second = assistant.ask("And what about dogs on it?", history)
    assert "ferry" in second.searched.casefold()
    assert "Dogs travel free of charge" in second.answer.text


def test_a_refusal_gives_advice_that_fits_the_pipeline(corpus: Corpus) -> None:
    reply = Assistant(Pipeline(corpus, mode_pipeline("naive"))).ask("Which enzymes break down lactose?")
    assert reply.answer.refused
    assert reply.supported == (0, 0)
    assert "retriever=hybrid" not in " ".join(reply.suggestions)
    assert "top_k" not in " ".join(reply.suggestions)
    few = Pipeline(corpus, read_pipeline("top_k=1", base=mode_pipeline("naive")))
    assert "top_k" in " ".join(Assistant(few).ask("Which enzymes break down lactose?").suggestions)


def test_a_chat_model_is_asked_with_the_passages(corpus: Corpus) -> None:
    with scripted_llm(Reply(text="Yeast makes gas [1], and gluten is made of iron [1].")) as server:
        model = ChatModel(LlmSettings(base_url=server.base_url, chat_model="scripted"))
        reply = Assistant(Pipeline(corpus, mode_pipeline("naive")), model).ask("Why does bread rise?")
        assert "yeast makes gas" in str(server.requests[0]["messages"])
    assert reply.answer.answerer == "scripted"
    assert reply.grounding.claims[0].verdict != "supported"


def test_no_question_and_no_documents(corpus: Corpus, encoder: Encoder) -> None:
    with pytest.raises(InputError):
        Assistant(Pipeline(corpus, mode_pipeline("naive"))).ask("   ")
    empty = Assistant(Pipeline(Corpus.build([], encoder), mode_pipeline("naive")))
    empty.prepare()
    assert empty.ask("Why does bread rise?").answer.refused
