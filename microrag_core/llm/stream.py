"""An answer piece by piece, which can be stopped at any moment."""

import json
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from microrag_core.llm.answer import Completion, Finish, checked, first_choice, message_text, model_name, read_usage
from microrag_core.llm.errors import LlmError, explain
from microrag_core.llm.reading import AnswerReader, after_thoughts
from microrag_core.llm.settings import LlmSettings

LOOK_EVERY = 0.05
"""Seconds between two looks at `should_stop`."""
LONGEST_TOKEN = 32
"""Characters: a server that has sent more of them for each of `answer_tokens` does not heed that limit, and is left."""


class End:
    """Marks the end of a stream."""


class ChatStream:
    """Iterates over the pieces of an answer, once; `text` is what came so far and `completion` the whole, at the end.

    A thread reads from the server, so that `should_stop()` is heeded within a twentieth of a second even while the server is
    silent. Iterating raises `LlmError` where the answer cannot be had or breaks off; `text` then holds what there is.
    """

    def __init__(self, start: Callable[[], Any], settings: LlmSettings, should_stop: Callable[[], bool]) -> None:
        self._start = start
        self._settings = settings
        self._should_stop = should_stop
        self._reason: str | None = None
        self._usage: tuple[int | None, int | None] = (None, None)
        self._model = settings.chat_model
        self._completion: Completion | None = None
        self._reader = AnswerReader()
        self._came = 0
        self.text = ""

    @property
    def completion(self) -> Completion:
        """The whole answer with its usage. Raises `LlmError` before the end was reached."""
        if self._completion is None:
            raise LlmError(f"The model {self._settings.chat_model} has not finished its answer.")
        return self._completion

    def __iter__(self) -> Iterator[str]:
        inbox: SimpleQueue[Any] = SimpleQueue()
        left = Event()
        Thread(target=read_into, args=(self._start, inbox, left), name="chat stream", daemon=True).start()
        try:
            while not isinstance(item := self._next(inbox), End):
                if item is None:
                    self._completion = self._so_far("stopped")
                    return
                if piece := self._reader.read(self._take(item)):
                    self.text += piece
                    yield piece
                if self._came > self._settings.answer_tokens * LONGEST_TOKEN:
                    self._reason = "length"
                    break
        finally:
            left.set()
        if held := self._reader.rest():
            self.text += held
            yield held
        if self._reason is None:
            raise broken_off(self.text, self._settings)
        self._completion = checked(self._so_far("stop"), self._reason, self._settings)

    def _so_far(self, finish: Finish) -> Completion:
        return Completion(after_thoughts(self.text), *self._usage, self._model, finish)

    def _next(self, inbox: "SimpleQueue[Any]") -> Any:
        """Return the next thing that came, or None when the reader stops. Raises `LlmError` for an error that came."""
        while not self._should_stop():
            try:
                item = inbox.get(timeout=LOOK_EVERY)
            except Empty:
                continue
            if isinstance(item, Exception):
                raise self._error(item) from None
            return item
        return None

    def _error(self, error: Exception) -> LlmError:
        import openai  # noqa: PLC0415

        lost = isinstance(error, openai.APIConnectionError) and not isinstance(error, openai.APITimeoutError)
        return broken_off(self.text, self._settings) if lost and self.text else explain(error, self._settings)

    def _take(self, chunk: Any) -> str:
        """Remember what a chunk tells of the whole, and return its text."""
        self._model = model_name(chunk, self._settings)
        if getattr(chunk, "usage", None):
            self._usage = read_usage(chunk)
        choice = first_choice(chunk)
        self._reason = getattr(choice, "finish_reason", None) or self._reason
        piece = message_text(getattr(choice, "delta", None))
        self._came += len(piece)
        return piece


def read_into(start: Callable[[], Any], inbox: "SimpleQueue[Any]", left: Event) -> None:
    """Put all chunks of a stream into `inbox`, then an `End` or the error; close the connection once nobody listens."""
    try:
        with start() as chunks:
            for chunk in chunks_of(chunks):
                if left.is_set():
                    return
                inbox.put(chunk)
        inbox.put(End())
    except Exception as error:
        inbox.put(error)


def chunks_of(stream: Any) -> Any:
    """Return the chunks of a stream; the one that a server's whole answer makes which does not know streams.

    Raises `ValueError` where the server sent something else, and `openai.APIError` where that tells of an error.
    """
    import openai  # noqa: PLC0415

    kind = stream.response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "text/html":
        raise ValueError(kind)
    if kind != "application/json":
        return stream
    body = json.loads(stream.response.read())
    if isinstance(body, dict) and body.get("error"):
        raise openai.APIError("", stream.response.request, body=body["error"])
    return [whole_as_chunk(body)]


def whole_as_chunk(body: Any) -> Any:
    """Return a whole answer as one chunk of a stream. Raises `ValueError` where it is none."""
    import openai.types.chat as types  # noqa: PLC0415

    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        raise ValueError("no chat answer")
    pieces = [{**choice, "delta": choice.get("message")} for choice in choices]
    return types.ChatCompletionChunk.construct(**{**body, "choices": pieces})


def broken_off(text: str, settings: LlmSettings) -> LlmError:
    """Return the error of a stream that ended without saying so."""
    return LlmError(f"The model server at {settings.address} broke off its answer after {len(text):,} characters.")
