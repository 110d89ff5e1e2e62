"""Stretches of a text."""

import re
from collections.abc import Iterable

Span = tuple[int, int]
"""Characters from the first up to, not with, the second."""

JOINS = re.compile(r"[\s,;/()\"'“”„«»‘’،、·-]{0,4}|\s?(?:,\s)?[^\W\d_]{1,3}\s")
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
