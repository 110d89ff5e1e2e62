"""Where a book begins and ends inside its file."""

import re

from microrag_core.chunking.spans import Span
from microrag_core.loading.gutenberg import END, START

THE_END = re.compile(r"^[ \t]*(?:the end|finis)[ \t.]*$", re.IGNORECASE | re.MULTILINE)
TAIL = 0.05
"""The share of a text, at its end, in which "THE END" is the end."""


def body_span(plain: str) -> Span:
    """Return the span of the book: without Project Gutenberg's header and footer, and without what follows "THE END"."""
    opened = START.search(plain)
    start = opened.end() if opened else 0
    closed = END.search(plain, start)
    end = closed.start() if closed else len(plain)
    last = THE_END.search(plain, max(start, end - max(int(TAIL * len(plain)), 1000)), end)
    return start, last.start() if last and plain[start : last.start()].strip() else end
