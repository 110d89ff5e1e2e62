"""The layout of a text: paragraphs, headings, list items, table rows and code, none of which a sentence crosses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microrag_core.text.vocabulary import SMALL_WORDS

MARKED_ITEM = re.compile(r"[-*+•‣▪●◦○∙·][ \t]+|[–—][ \t]+(?![a-zà-ÿ])|[（(]\d{1,3}[)）]|[一二三四五六七八九十]{1,3}、")
NUMBERED_ITEM = re.compile(r"(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{2,5})[.)]|\d{1,3}(?:\.\d{1,3})+\.?)[ \t]+")
FIRST_OF_LIST = re.compile(r"\(?(?:(?:1|a|i)[.)]|[AI]\))[ \t]")
MARKDOWN_HEADING = re.compile(r"#{1,6}[ \t]")
FENCE = re.compile(r"(?:```|~~~)")
KEY = re.compile(r"[A-Z][\w -]{0,24}:[ \t]")
SENTENCE_END = frozenset(".!?…。！？؟۔।:;：；")
READS_ON = frozenset(",-–—،、，")
OPENERS = "\"'“”‘’«»„([{<*_¿¡"
ONE_LINE_KINDS = frozenset({"matter", "heading", "row"})
HEADING_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Block:
    """Characters `start` to `end` of a text, without white space at either end.

    `content` is where its words begin, after a list item's marker. A `whole` block is one sentence however it is punctuated.
    """

    start: int
    content: int
    end: int
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line without the white space around it; `code` inside a Markdown fence, `matter` in a front matter."""

    start: int
    text: str
    code: bool
    matter: bool

    @property
    def end(self) -> int:
        """Where the line's last visible character ends."""
        return self.start + len(self.text)


def layout_blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of `text` in order; together they hold all its characters that are not white space."""
    paragraph: list[Line] = []
    for line in read_lines(text):
        if line.text.strip("> "):
            paragraph.append(line)
            continue
        yield from paragraph_blocks(paragraph)
        # A line of nothing but quotation marks of a mail ends the paragraph like a blank one, and is no sentence.
        paragraph = []
        if line.text:
            yield Block(line.start, line.start, line.end)
    yield from paragraph_blocks(paragraph)


def read_lines(text: str) -> list[Line]:
    """Return the lines of `text` as `str.splitlines` sees them."""
    raw = text.splitlines(keepends=True)
    stripped = [line.strip() for line in raw]
    fences = [row for row, line in enumerate(stripped) if FENCE.match(line)]
    code = set[int]()
    for opening, closing in zip(fences[::2], fences[1::2], strict=False):
        code.update(range(opening, closing + 1))
    matter = stripped.index("---", 1) if stripped[:1] == ["---"] and "---" in stripped[1:] else 0
    lines: list[Line] = []
    position = 0
    for row, (line, visible) in enumerate(zip(raw, stripped, strict=True)):
        indent = len(line) - len(line.lstrip()) if visible else 0
        lines.append(Line(position + indent, visible, row in code, row <= matter and matter > 0))
        position += len(line)
    return lines


def paragraph_blocks(lines: list[Line]) -> Iterator[Block]:
    """Yield the blocks of a paragraph, which is lines with no blank one between."""
    if not lines:
        return
    width = max((len(line.text) for line in lines if kind_of(line) != "rule"), default=0)
    first, in_list = 0, False
    for row in range(1, len(lines) + 1):
        in_list = in_list or (row - 1 == first and NUMBERED_ITEM.match(lines[first].text) is not None)
        if row == len(lines) or begins_block(lines, row, first, in_list, width):
            yield make_block(lines[first], lines[row - 1])
            first = row


def make_block(first: Line, last: Line) -> Block:
    """Return the block from one line to another."""
    marker = NUMBERED_ITEM.match(first.text) or MARKED_ITEM.match(first.text)
    content = first.start + (marker.end() if marker and not first.code else 0)
    return Block(first.start, content, last.end, whole=first.code or kind_of(first) in ONE_LINE_KINDS)


def begins_block(lines: list[Line], row: int, first: int, in_list: bool, width: int) -> bool:
    """Tell whether a line ends what the lines before it began."""
    previous, line = lines[row - 1], lines[row]
    kind = kind_of(line)
    if kind in {"code", "rule"} and kind_of(previous) != "matter":
        return kind == "code" and kind_of(previous) != "code"
    if kind != kind_of(previous) or kind in ONE_LINE_KINDS:
        return True
    if begins_item(line, previous, in_list, width) or (KEY.match(line.text) and KEY.match(previous.text)):
        return True
    return is_short_heading(previous, line, row - 1 == first, width, len(lines))


def kind_of(line: Line) -> str:
    """Return which part of a layout a line is, as far as the line alone tells."""
    if line.code or line.matter:
        return "code" if line.code else "matter"
    if MARKDOWN_HEADING.match(line.text):
        return "heading"
    bars = line.text.count("|")
    if bars > 1 and (line.text.startswith("|") or line.text.count(" | ") > 1):
        return "row"
    # Drawn, not written: "---", "* * *", "=====".
    if len(line.text) > 2 and not any(map(str.isalnum, line.text)):
        return "rule"
    return "quote" if line.text.startswith(">") else "text"


def begins_item(line: Line, previous: Line, in_list: bool, width: int) -> bool:
    """Tell whether a line begins a list item.

    A number or a letter may also begin a line because the text was wrapped there ("section / 5. The"): it counts where a list
    runs already, where it is the first of its kind, or where the line before is complete or too short to be wrapped.
    """
    if MARKED_ITEM.match(line.text):
        return True
    if not NUMBERED_ITEM.match(line.text):
        return False
    if in_list or FIRST_OF_LIST.match(line.text) or previous.text[-1:] in SENTENCE_END:
        return True
    return len(previous.text) < 0.7 * width


def is_short_heading(line: Line, following: Line, alone: bool, width: int, lines: int) -> bool:
    """Tell whether a line was ended on purpose, as a heading or a line of an address is, not wrapped.

    It is short, ends in no punctuation, the next line does not go on in lower case, and either it left room for the next
    line's first word in a paragraph of `width`, or it stands `alone` so far and is capitalised like a title.
    """
    opening = following.text.lstrip(OPENERS)[:1]
    if len(line.text) > HEADING_LENGTH or line.text[-1:] in SENTENCE_END - {":", "："} or line.text[-1:] in READS_ON:
        return False
    if opening.islower() or not opening.isalnum():
        return False
    filled = len(line.text) + 1 + min(len(following.text.split(maxsplit=1)[0]), 15)
    if filled <= 0.7 * width:
        return True
    wrapped = lines > 2 and width > 30 and filled > 0.85 * width
    return alone and not wrapped and is_title(line.text)


def is_title(text: str) -> bool:
    """Tell whether all words of a line but the small ones are capitalised."""
    words = [word for word in text.split() if word.lower() not in SMALL_WORDS]
    return bool(words) and all(not word.lstrip(OPENERS)[:1].islower() for word in words) and text[:1].isupper()
