"""Stretches of a text as pairs of positions."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

Span = tuple[int, int]
"""Characters `start` to `end` of a text."""


def strip_span(text: str, start: int, end: int) -> Span:
    """Return the span without the white space at its ends; an empty one where there is nothing else."""
    piece = text[start:end]
    stripped = piece.lstrip()
    start += len(piece) - len(stripped)
    return start, start + len(stripped.rstrip())


def tile(text: str, span: Span, cuts: Sequence[int]) -> list[Span]:
    """Return what is between the `cuts` (ascending positions) that lie inside `span`, stripped, blank stretches left out.

    Together the pieces hold every character of the span that is not white space, once.
    """
    start, end = span
    inside = cuts[bisect_right(cuts, start) : bisect_left(cuts, end)]
    return visible(text, zip((start, *inside), (*inside, end), strict=True))


def visible(text: str, spans: Iterable[Span]) -> list[Span]:
    """Return the spans stripped, blank ones left out."""
    stripped = (strip_span(text, start, end) for start, end in spans)
    return [(start, end) for start, end in stripped if start < end]


def with_plain_line_ends(text: str) -> str:
    r"""Return `text` with `\n` for every line end, character for character: positions in both are the same."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
