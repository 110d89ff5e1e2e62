"""Answers written by a chat model from the excerpts that it is given."""

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from microrag_core.answering.prompt import Prompt, make_prompt
from microrag_core.answering.refusal import refusal_text
from microrag_core.answering.refusal_wording import is_refusal
from microrag_core.answering.stream import AnswerStream, Stop, never
from microrag_core.answering.turn import Turn
from microrag_core.datatypes import Answer, Context
from microrag_core.llm import ChatModel, ChatStream, Completion, LlmError, LlmSettings, Message

NO_SYSTEM_ROLE = re.compile(
    r"system['\"]?\s+(?:role|message|prompt)s?|roles?\b.{0,40}\bsystem|roles must alternate", re.IGNORECASE
)


class ChatAnswerer:
    """Asks a chat model. Without a passage, or for a question without a word, it refuses by itself and asks nobody."""

    def __init__(self, model: ChatModel, *, documents: int | None = None) -> None:
        self._model = model
        self._documents = documents

    def prompt(self, question: str, context: Context, history: Sequence[Turn] = ()) -> Prompt:
        """Return what would be sent; its `context` is what of the passages the model sees."""
        return make_prompt(question, context, history, self._model.settings)

    def answer(self, question: str, context: Context, history: Sequence[Turn] = ()) -> Answer:
        """Return the model's answer. Raises `LlmError` where there is none."""
        if not answerable(question, context):
            return self._refusal()
        prompt = self.prompt(question, context, history)
        try:
            completion = self._model.complete(prompt.messages)
        except LlmError as error:
            if not NO_SYSTEM_ROLE.search(str(error)):
                raise
            completion = self._model.complete(as_one(prompt.messages))
        return read_answer(completion, prompt.notes, self._model.settings)

    def stream(self, question: str, context: Context, history: Sequence[Turn] = (), should_stop: Stop = never) -> AnswerStream:
        """Return the model's answer as it is written.

        Iterating raises `LlmError` where nothing comes. What came before a fault is kept, and the fault is among the notes.
        """
        return AnswerStream(self._pieces(question, context, history, should_stop))

    def _pieces(
        self, question: str, context: Context, history: Sequence[Turn], should_stop: Stop
    ) -> Generator[str, None, Answer]:
        """Yield the pieces of an answer and return the whole."""
        if not answerable(question, context):
            refusal = self._refusal()
            yield refusal.text
            return refusal
        prompt = self.prompt(question, context, history)
        stream = self._model.stream(prompt.messages, should_stop)
        try:
            yield from stream
        except LlmError as error:
            if stream.text or not NO_SYSTEM_ROLE.search(str(error)):
                return self._what_came(stream, error, prompt)
            stream = self._model.stream(as_one(prompt.messages), should_stop)
            try:
                yield from stream
            except LlmError as second:
                return self._what_came(stream, second, prompt)
        return read_answer(stream.completion, prompt.notes, self._model.settings)

    def _what_came(self, stream: ChatStream, error: LlmError, prompt: Prompt) -> Answer:
        """Return the text before a fault as an answer that tells of it. Raises the error where there is none."""
        if not stream.text.strip():
            raise error
        text = stream.text.strip()
        notes = (*prompt.notes, f"{error} What came before is shown.")
        return Answer(text, is_refusal(text), self._model.settings.chat_model, notes=notes)

    def _refusal(self) -> Answer:
        return Answer(refusal_text(self._documents), True, self._model.settings.chat_model)


def answerable(question: str, context: Context) -> bool:
    """Tell whether there is anything to ask a model: a question with a word, and a passage."""
    return any(map(str.isalnum, question)) and bool(context.text.strip())


def as_one(messages: Sequence[Message]) -> list[Message]:
    """Return all as one message of the user, for models whose template knows no system."""
    return [Message("user", "\n\n".join(message.content for message in messages))]


def read_answer(completion: Completion, notes: Sequence[str], settings: LlmSettings) -> Answer:
    """Return a model's completion as an answer."""
    text = completion.text.strip()
    answer = Answer(
        text=text,
        refused=is_refusal(text),
        answerer=completion.model,
        prompt_tokens=completion.prompt_tokens,
        completion_tokens=completion.completion_tokens,
        stopped=completion.finish == "stopped",
        notes=tuple(notes),
    )
    if completion.finish != "length":
        return answer
    return replace(answer, notes=(*notes, f"The answer was cut at {settings.answer_tokens:,} tokens (answer_tokens)."))
