"""How long a stretch of a text is: in tokens or in characters."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Protocol

from microrag_core.text.tokens import count_tokens, token_spans


class Ruler(Protocol):
    """Measures stretches of one text and knows where it may be cut."""

    text: str

    def count(self, start: int, end: int) -> int:
        """Return how long characters `start` to `end` are."""

    def end_after(self, start: int, length: int) -> int:
        """Return about where a stretch of `length` from `start` ends."""

    def start_before(self, end: int, length: int) -> int:
        """Return about where a stretch of `length` that ends at `end` starts."""

    def borders(self, start: int, end: int) -> Sequence[int]:
        """Return the positions between `start` and `end`, both left out, at which the text may be cut."""


class TokenRuler:
    """Measures in cl100k_base tokens.

    `count` is exact: that of the stretch on its own. The tokens of the whole text, made once, tell where to look first and
    where to cut, since a stretch on its own has other tokens than within the text only at its ends.
    """

    def __init__(self, text: str) -> None:
        spans = token_spans(text)
        self.text = text
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]
        between = zip(self._ends, self._starts[1:], strict=False)
        # A token that ends inside a character overlaps the next one: no border there.
        self._borders = [start for end, start in between if end <= start]

    def count(self, start: int, end: int) -> int:
        """Return the tokens of characters `start` to `end`."""
        return count_tokens(self.text[start:end])

    def estimate(self, start: int, end: int) -> int:
        """Return how many tokens of the whole text lie in or reach into characters `start` to `end`."""
        return bisect_left(self._starts, end) - bisect_right(self._ends, start)

    def end_after(self, start: int, length: int) -> int:
        """Return where the token ends that is the `length`-th from `start`."""
        row = bisect_right(self._starts, start) - 1
        return self._ends[min(row + length, len(self._ends)) - 1]

    def start_before(self, end: int, length: int) -> int:
        """Return where the token starts that is the `length`-th before `end`."""
        row = bisect_left(self._starts, end)
        return self._starts[max(row - length, 0)]

    def borders(self, start: int, end: int) -> Sequence[int]:
        """Return where, between `start` and `end`, a token starts and no character is cut."""
        return self._borders[bisect_right(self._borders, start) : bisect_left(self._borders, end)]


class CharacterRuler:
    """Measures in characters (Unicode code points)."""

    def __init__(self, text: str) -> None:
        self.text = text

    def count(self, start: int, end: int) -> int:
        """Return the number of characters."""
        return end - start

    def end_after(self, start: int, length: int) -> int:
        """Return the position `length` characters on."""
        return min(start + length, len(self.text))

    def start_before(self, end: int, length: int) -> int:
        """Return the position `length` characters back."""
        return max(end - length, 0)

    def borders(self, start: int, end: int) -> Sequence[int]:
        """Return every position between."""
        return range(start + 1, end)
