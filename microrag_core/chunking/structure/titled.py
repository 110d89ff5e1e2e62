"""General splitter for books that none of the others fits: lines that look like headings, whatever they say."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from microrag_core.chunking.structure.contents import LISTING_TITLE
from microrag_core.chunking.structure.division import Division
from microrag_core.chunking.structure.headings import Heading
from microrag_core.chunking.structure.lines import Line, end_without_rules
from microrag_core.text.blocks import is_title

LONGEST_TITLE = 60
NUMBERED_TITLE = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVXLC]{1,7})[.)]?[ \t]+\S")
ORIENTAL = re.compile(r"第[〇零一二三四五六七八九十百千两\d]{1,7}[章回卷部节篇話话編]")
SENTENCE_END = tuple(".!?,;:…\"”’'»。！？，；")
DECORATION = "_*#= \t"
TITLED = "title"
FEWEST = 2
MOST_OFTEN = 2
"""How often a title may come: in the contents, and where it stands."""


def find_titled(lines: Sequence[Line]) -> list[Heading]:
    """Return the lines that stand alone between blank ones and read like a title.

    Such a line is short and ends in no punctuation, and it is capitalised throughout, or numbered ("2.1 Method", "第三章"). One
    that comes more than twice is no title but a page's head, or a refrain.
    """
    found = list(titled_lines(lines))
    counts = Counter(heading.label for heading in found)
    return [heading for heading in found if counts[heading.label] <= MOST_OFTEN]


def titled_lines(lines: Sequence[Line]) -> Iterator[Heading]:
    """Yield each line that stands alone and reads like a title."""
    for row, line in enumerate(lines):
        if not line.text or len(line.text) > LONGEST_TITLE or line.is_gap:
            continue
        alone = (row == 0 or lines[row - 1].is_gap) and (row + 1 == len(lines) or lines[row + 1].is_gap)
        text = line.text.strip(DECORATION)
        if alone and reads_like_title(text) and not LISTING_TITLE.match(text):
            yield Heading(line.start, line.end, TITLED, 0, text)


def reads_like_title(text: str) -> bool:
    """Tell whether a line is written like a title."""
    if ORIENTAL.match(text):
        return True
    letters = sum(character.isalpha() for character in text)
    if 2 * letters < len(text) or text.endswith(SENTENCE_END):
        return False
    return text.isupper() or NUMBERED_TITLE.match(text) is not None or is_title(text)


def divide_titled(headings: Sequence[Heading], plain: str, end: int) -> list[Division] | None:
    """Return the divisions from each heading to the next; None for fewer than two, or where most have nothing below them.

    A heading with nothing below it goes with the one that follows.
    """
    if len(headings) < FEWEST:
        return None
    borders = [*(heading.start for heading in headings[1:]), end]
    divisions: list[Division] = []
    waiting: int | None = None
    for heading, border in zip(headings, borders, strict=True):
        start = heading.start if waiting is None else waiting
        empty = end_without_rules(plain, heading.end, border) == heading.end
        waiting = start if empty and border < end else None
        if waiting is None:
            divisions.append(Division(heading.label, start, border))
    return divisions if len(divisions) >= FEWEST and 2 * len(divisions) >= len(headings) else None
