"""What every answerer does."""

from collections.abc import Sequence
from typing import Protocol

from microrag_core.answering.stream import AnswerStream, Stop
from microrag_core.answering.turn import Turn
from microrag_core.datatypes import Answer, Context


class Answerer(Protocol):
    """Answers a question from a context."""

    def answer(self, question: str, context: Context, history: Sequence[Turn] = ()) -> Answer:
        """Return the answer, with markers such as `[1]` for the passages of the context. May raise `MicroRagError`."""

    def stream(self, question: str, context: Context, history: Sequence[Turn] = (), should_stop: Stop = ...) -> AnswerStream:
        """Return the same answer piece by piece; once `should_stop()` is true it ends, and its `answer` says so."""
