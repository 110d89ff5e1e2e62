"""What every encoder does, and what all of them do alike with the texts they are given."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from microrag_core.datatypes import Floats, Integers, Progress, TokenVectors
from microrag_core.errors import InputError

STEP = "embedding"
"""What progress calls this work."""


class Encoder(Protocol):
    """Makes a unit vector of a text.

    `name` identifies the weights, the pooling and the precision: encoders of one name give the same vectors, up to rounding.
    `dimension` is the length of a vector, `maximum_tokens` how many word pieces of a text the model reads; the rest is cut.
    """

    @property
    def name(self) -> str:
        """Identify the weights, the pooling and the precision."""

    @property
    def dimension(self) -> int:
        """Return the length of a vector."""

    @property
    def maximum_tokens(self) -> int:
        """Return how many word pieces of a text the model reads."""

    def encode(self, texts: Sequence[str], on_progress: Progress | None = None) -> Floats:
        """Return one unit row for each text: (n, dimension), float32, C-contiguous; (0, dimension) without texts.

        Equal texts are encoded once. `on_progress("embedding", done, n)` may raise `CancelledError` to stop. Raises
        `InputError` for a blank text, which has no direction.
        """

    def encode_tokens(self, texts: Sequence[str], on_progress: Progress | None = None) -> list[TokenVectors]:
        """Return for each text a vector of each of its word pieces, as the model reads it in the text.

        A text that is longer than what the model reads at once is read in up to four stretches (`stretches.py`), not cut.

        Rows are in the order of the text; a text without word pieces (control characters only) has none. Progress and
        errors are those of `encode`.
        """

    def read_fractions(self, texts: Sequence[str]) -> Floats:
        """Return (n,) the share of each text's characters up to where the model cuts it, 1 when it reads all."""


def refuse_blank(texts: Sequence[str]) -> None:
    """Raise `InputError` when one of the texts is empty or only white space."""
    for number, text in enumerate(texts, 1):
        if not text.strip():
            raise InputError(f"Text {number} of {len(texts)} is blank; there is nothing in it to embed.")


def distinct(texts: Sequence[str]) -> tuple[list[str], Integers]:
    """Return the different texts, in order of appearance, and for each text (n,) its place among them."""
    places: dict[str, int] = {}
    rows = [places.setdefault(text, len(places)) for text in texts]
    return list(places), np.array(rows, dtype=np.int32)


def portions(sizes: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Yield row numbers, the largest first, in portions whose sizes add up to at most `budget` (a larger one stands alone)."""
    rows: list[int] = []
    total = 0
    for row in sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True):
        if rows and total + sizes[row] > budget:
            yield rows
            rows, total = [], 0
        rows.append(row)
        total += sizes[row]
    if rows:
        yield rows


def shifted(on_progress: Progress | None, before: int, total: int) -> Progress | None:
    """Return a listener for a part of the work, to which `before` of `total` items were done."""
    if on_progress is None:
        return None

    def listen(step: str, done: int, _part: int) -> None:
        on_progress(step, before + done, total)

    return listen
