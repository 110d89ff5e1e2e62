"""Stretches of a text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

Span = tuple[int, int]
"""Characters from the first up to, not with, the second."""

JOINS = re.compile(r"[\s,;/()\"'“”„«»‘’،、·.-]{0,4}|\s?(?:,\s)?[^\W\d_]{1,3}\s")
"""What costs no more tokens than a mark that it was left out: signs, or one very short word."""


def merge_spans(text: str, spans: Iterable[Span]) -> list[Span]:
    """Return spans in order and apart: those that touch, overlap, or leave next to nothing between them become one."""
    merged: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if merged and (start <= merged[-1][1] or JOINS.fullmatch(text, merged[-1][1], start)):
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


class SpanSet:
    """Spans in order and apart; one that overlaps others is joined with them."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in spans:
            self.add(start, end)

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, start: int, end: int) -> None:
        """Put a span in."""
        first = bisect_left(self._ends, start)
        last = bisect_right(self._starts, end)
        if first < last:
            start, end = min(start, self._starts[first]), max(end, self._ends[last - 1])
        self._starts[first:last] = [start]
        self._ends[first:last] = [end]

    def holds(self, start: int, end: int) -> bool:
        """Tell whether a span lies in one of these."""
        place = bisect_right(self._starts, start) - 1
        return place >= 0 and end <= self._ends[place]

    def touches(self, start: int, end: int) -> bool:
        """Tell whether a span shares characters with one of these."""
        place = bisect_right(self._ends, start)
        return place < len(self._starts) and self._starts[place] < end
