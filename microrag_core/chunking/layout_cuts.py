"""Where a text may be cut: the starts of its headings, HTML blocks, paragraphs, lines, sentences and words."""

import re
from bisect import bisect_right
from collections.abc import Iterable

from microrag_core.chunking.spans import Span
from microrag_core.datatypes import Sentence
from microrag_core.loading.plain import FENCE, find_headings

PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
LINE = re.compile(r"\n")
WORD = re.compile(r"\s+")
BLOCK_TAG = re.compile(
    r"<(?P<closing>/?)(?P<name>h[1-6]|p|div|section|article|header|footer|main|aside|nav|table|thead|tbody|tr|ul|ol|li|dl|dt|dd"
    r"|blockquote|pre|figure|hr|br)\b[^<>]*>",
    re.IGNORECASE,
)
WITHOUT_CONTENT = frozenset({"hr", "br"})
HEADING_TAG = re.compile(r"<h([1-6])\b[^<>]*>", re.IGNORECASE)


def heading_cuts(plain: str) -> list[list[int]]:
    """Return where the headings of levels 1 to 6 begin, one list a level: Markdown's and HTML's, none inside a code fence."""
    levels: list[list[int]] = [[] for _ in range(6)]
    for level, _, start in find_headings(plain):
        levels[level - 1].append(start)
    fences = fenced_spans(plain)
    for found in HEADING_TAG.finditer(plain):
        row = bisect_right(fences, (found.start(), len(plain))) - 1
        if row < 0 or fences[row][1] <= found.start():
            levels[int(found[1]) - 1].append(found.start())
    return [sorted(level) for level in levels]


def fenced_spans(plain: str) -> list[Span]:
    """Return the spans of Markdown's code fences; one that is not closed runs to the end."""
    spans: list[Span] = []
    start = opened = 0
    mark = ""
    for line in plain.split("\n"):
        if found := FENCE.match(line):
            if not mark:
                mark, opened = found[1], start
            elif found[1].startswith(mark) and line.strip() == found[1]:
                spans.append((opened, start + len(line)))
                mark = ""
        start += len(line) + 1
    return [*spans, (opened, len(plain))] if mark else spans


def html_block_cuts(plain: str) -> list[int]:
    """Return where an HTML block begins, and where what follows one begins."""
    cuts = []
    for found in BLOCK_TAG.finditer(plain):
        ends = found["closing"] or found["name"].lower() in WITHOUT_CONTENT
        cuts.append(found.end() if ends else found.start())
    return cuts


def paragraph_cuts(plain: str) -> list[int]:
    """Return where a paragraph begins after a blank line."""
    return [found.end() for found in PARAGRAPH.finditer(plain)]


def line_cuts(plain: str) -> list[int]:
    """Return where a line begins, the first left out."""
    return [found.end() for found in LINE.finditer(plain)]


def sentence_cuts(sentences: Iterable[Sentence]) -> list[int]:
    """Return where a sentence begins."""
    return [sentence.start for sentence in sentences]


def word_cuts(plain: str) -> list[int]:
    """Return where a word begins after white space."""
    return [found.end() for found in WORD.finditer(plain)]
