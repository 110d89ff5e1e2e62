"""Answers a question in a thread, so that the page can show what is said so far, and be left and come back to."""

import time
from collections.abc import Sequence
from dataclasses import replace
from threading import Thread

from microrag_core import MicroRagError
from microrag_core.answering import Turn
from microrag_core.assistant import Assistant, Reply
from microrag_core.errors import CancelledError
from microrag_core.llm import ChatModel
from microrag_core.pipeline import Pipeline
from pages.chat import choices
from pages.chat.conversation import Attempt, Conversation, Exchange
from pages.shared import chat_model
from pages.shared.held_pipelines import held

LONGEST_ANSWER = 100_000
"""Characters after which an answer is cut short, should a server go on and on."""
LEFT_SECONDS = 300.0
"""An answer that nobody has looked at for so long is cut short: whoever asked may be gone for good."""
STOPPED = "Stopped before there was an answer."

Work = tuple[Attempt, Pipeline]


def start(exchange: Exchange, talk: Conversation) -> None:
    """Begin to answer a question by the pipelines in use; a pipeline that cannot be made says why in its attempt."""
    work: list[Work] = []
    model = None
    for choice in filter(None, (choices.chosen(), choices.beside())):
        attempt = Attempt(choice, choices.name_of(choice), choices.settings_of(choice))
        exchange.attempts.append(attempt)
        try:
            model = chat_model.model()
            work.append((attempt, held().pipeline(attempt.settings)))
        except MicroRagError as error:
            attempt.error = str(error)
    history = talk.before(exchange)
    Thread(target=run, args=(exchange, work, model, history), name="answer", daemon=True).start()


def run(exchange: Exchange, work: Sequence[Work], model: ChatModel | None, history: Sequence[Turn]) -> None:
    """Make the answers one after another, as two at once would only slow each other down."""
    try:
        for attempt, pipeline in work:
            try:
                answer(exchange, attempt, pipeline, model, history)
            except CancelledError:
                attempt.error = STOPPED
            except MicroRagError as error:
                attempt.error = str(error)
            except Exception as error:  # the page shows it
                attempt.fault = error
    finally:
        exchange.done.set()


def answer(exchange: Exchange, attempt: Attempt, pipeline: Pipeline, model: ChatModel | None, history: Sequence[Turn]) -> None:
    """Make one answer. Raises `CancelledError` where it was stopped before anything was said."""

    def on_progress(stage: str, done: int, total: int) -> None:
        if exchange.stop.is_set():
            raise CancelledError(STOPPED)
        attempt.stage = (stage, done, total)

    def on_text(text: str) -> None:
        attempt.text = text

    def should_stop() -> bool:
        is_left = time.monotonic() - exchange.looked > LEFT_SECONDS
        return exchange.stop.is_set() or is_left or len(attempt.text) > LONGEST_ANSWER

    attempt.begun = True
    on_progress("", 0, 0)
    assistant = Assistant(pipeline, model)
    assistant.prepare(on_progress)
    on_progress("", 0, 0)
    reply = assistant.ask(exchange.question, history, on_text, should_stop)
    if reply.answer.stopped and not reply.answer.text.strip():
        raise CancelledError(STOPPED)
    attempt.whole_tokens = whole_tokens(pipeline, reply)
    attempt.read = float(pipeline.corpus.encoder.read_fractions([reply.searched])[0])
    attempt.reply = reply


def whole_tokens(pipeline: Pipeline, reply: Reply) -> int:
    """Return the tokens of a context that has the same passages whole, whatever was pruned, compressed or left out of them."""
    hits = [replace(passage.hit, text=passage.hit.chunk.text) for passage in reply.context.passages]
    plain = replace(pipeline.settings.context, context="full", token_budget=0)
    return pipeline.context(reply.searched, hits, plain).tokens
