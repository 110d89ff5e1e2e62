"""Captions of pictures as Project Gutenberg writes them: "[Illustration: He came down to see the place]"."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from microrag_core.chunking.spans import Span

CAPTION = re.compile(
    r"\[(?:Illustration|Frontispiece|Image)\b(?:[^\[\]]{0,2000}+(?:\[[^\[\]]{0,500}+\])?+){0,9}\]", re.IGNORECASE
)


def caption_spans(plain: str) -> list[Span]:
    """Return the spans of the captions; one may hold brackets itself."""
    return [found.span() for found in CAPTION.finditer(plain)]


def inside(spans: Sequence[Span], position: int) -> bool:
    """Tell whether a position is in one of `spans`, which are in order and do not overlap."""
    row = bisect_right(spans, (position, position + 1)) - 1
    return any(start <= position < end for start, end in spans[max(row, 0) : row + 2])
