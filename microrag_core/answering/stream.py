"""An answer piece by piece."""

from collections.abc import Callable, Generator, Iterator

from microrag_core.datatypes import Answer


def never() -> bool:
    """Stop at nothing."""
    return False


class AnswerStream:
    """Iterates over the pieces of an answer's text, once; `answer` is the whole, there once the iteration has ended.

    `text` is what came so far. The pieces come from a generator that returns the answer.
    """

    def __init__(self, pieces: Generator[str, None, Answer]) -> None:
        self._pieces = pieces
        self._answer: Answer | None = None
        self.text = ""

    def __iter__(self) -> Iterator[str]:
        while True:
            try:
                piece = next(self._pieces)
            except StopIteration as end:
                self._answer = end.value or self._answer
                return
            self.text += piece
            yield piece

    @property
    def answer(self) -> Answer:
        """The whole answer. Raises `ValueError` before the end was reached."""
        if self._answer is None:
            raise ValueError("The answer is there once all of its pieces were read.")
        return self._answer


Stop = Callable[[], bool]
"""Asked again and again while an answer is made; true ends it."""
