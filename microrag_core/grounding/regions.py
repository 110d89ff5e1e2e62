"""Stretches of an answer in which no citation is looked for: code, links, mathematics."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator

from microrag_core.context.spans import Span

FENCE = re.compile(r"^[ \t]{0,3}(```+|~~~+)", re.MULTILINE)
TICKS = re.compile("`+")
BLANK_LINE = re.compile(r"\n[ \t]*\n")
LINK_TARGET = re.compile(r"\]\((?:<[^>\n]{0,500}>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)?)(?:\s+[\"'][^\"'\n]{0,200}[\"'])?\)")
DEFINITION = re.compile(
    r"^[ \t]{0,3}\[[^\[\]\n]{1,100}\]:[ \t]*(?:<[^>\n]*>|(?:https?|ftp|mailto|file):\S+|[#./]\S*)", re.MULTILINE
)
ESCAPED = re.compile(r"\\\[")
ESCAPED_END = re.compile(r"\\\]")


class Regions:
    """Stretches of a text, looked up by place in logarithmic time."""

    def __init__(self, spans: list[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, place: int) -> bool:
        row = bisect_right(self._starts, place) - 1
        return row >= 0 and place < self._ends[row]

    def spans(self) -> list[Span]:
        """Return the stretches in order and apart."""
        return list(zip(self._starts, self._ends, strict=True))


def code_regions(text: str) -> Regions:
    """Return fenced code and code in backticks; a fence that nothing closes runs to the end."""
    fences = list(fenced(text))
    return Regions(fences + list(ticked(text, Regions(fences))))


def fenced(text: str) -> Iterator[Span]:
    """Yield each fenced block with its fences."""
    opened: tuple[int, str] | None = None
    for match in FENCE.finditer(text):
        if opened is None:
            opened = (match.start(), match[1])
        elif match[1].startswith(opened[1]):
            line_end = text.find("\n", match.end())
            yield opened[0], len(text) if line_end < 0 else line_end
            opened = None
    if opened is not None:
        yield opened[0], len(text)


def ticked(text: str, fences: Regions) -> Iterator[Span]:
    """Yield each stretch between two runs of equally many backticks in one paragraph, outside of fences."""
    runs = [match.span() for match in TICKS.finditer(text) if match.start() not in fences]
    breaks = [match.start() for match in BLANK_LINE.finditer(text)]
    by_length: dict[int, list[int]] = defaultdict(list)
    for start, end in runs:
        by_length[end - start].append(start)
    reached = 0
    for start, end in runs:
        if start < reached:
            continue
        same = by_length[end - start]
        row = bisect_right(same, start)
        place = bisect_left(breaks, start)
        paragraph_end = breaks[place] if place < len(breaks) else len(text)
        if row < len(same) and same[row] < paragraph_end:
            reached = same[row] + end - start
            yield start, reached


def display_math(text: str) -> Iterator[Span]:
    r"""Yield each `\[` with what follows it up to `\]`, or alone where nothing closes it."""
    ends = [match.end() for match in ESCAPED_END.finditer(text)]
    reached = 0
    for match in ESCAPED.finditer(text):
        if match.start() >= reached:
            row = bisect_right(ends, match.end())
            reached = ends[row] if row < len(ends) else match.end()
            yield match.start(), reached


def link_ends(text: str) -> set[int]:
    """Return the place of every closing bracket that is followed by the target of a Markdown link."""
    return {match.start() for match in LINK_TARGET.finditer(text)}


def excluded_regions(text: str) -> Regions:
    """Return code, display mathematics and the definitions of Markdown links."""
    definitions = [match.span() for match in DEFINITION.finditer(text)]
    return Regions([*code_regions(text).spans(), *display_math(text), *definitions])
