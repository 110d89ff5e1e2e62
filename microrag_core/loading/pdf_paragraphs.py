"""Joins the lines of a PDF page into paragraphs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from microrag_core.loading.pdf_lines import LIST_ITEM, Line
from microrag_core.loading.pdf_words import Vocabulary

SENTENCE_END = re.compile("[.!?:;…。！？؟۔][\"'”’)\\]»]*\\d{0,2}$")
CLOSING = tuple(",.;:!?)]}’”»。，、！？")
LARGE_GAP = 1.4  # times the usual distance of lines
RAGGED = 0.25  # share of the width that a line may leave free where the sentence plainly goes on
OTHER_SIZE = 1.18  # ratio of font sizes
NO_SPACE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph on one line, the number and height of its lines, and whether the last one fills the width of its column."""

    text: str
    lines: int
    height: float
    full: bool


def paragraphs(lines: Sequence[Line], vocabulary: Vocabulary) -> list[Paragraph]:
    """Return the paragraphs of a page; one that goes on in the next column is one."""
    found: list[Paragraph] = []
    for block in blocks(merge_rows(lines)):
        margins = min(line.left for line in block), max(line.right for line in block)
        for index, line in enumerate(block):
            full = len(block) > 2 and free_space(line, margins) < line.height and not line.cells
            if index and not ends_paragraph(block[index - 1], line, margins):
                before = found.pop()
                text = join(before.text, block[index - 1], line, vocabulary)
                found.append(Paragraph(text, before.lines + 1, line.height, full))
            else:
                found.append(Paragraph(line.text, 1, line.height, full))
    return merge_columns(found)


def merge_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with those that stand in one row, such as raised and lowered marks, as one line."""
    rows: list[Line] = []
    for line in lines:
        if rows and not rows[-1].hyphenated and same_row(rows[-1], line):
            row = rows.pop()
            text = row.text + ("" if line.text.startswith(CLOSING) else " ") + line.text
            main = row if row.height >= line.height else line
            sides = {"left": min(row.left, line.left), "right": max(row.right, line.right)}
            rows.append(replace(main, text=text, hyphenated=line.hyphenated, cells=row.cells or line.cells, **sides))
        else:
            rows.append(line)
    return rows


def same_row(row: Line, line: Line) -> bool:
    """Whether a line goes on where a row ends, at about its height."""
    overlap = min(row.top, line.top) - max(row.bottom, line.bottom)
    size = max(row.height, line.height)
    return -size <= line.left - row.right <= 1.5 * size and overlap > 0.3 * min(row.height, line.height)


def blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """Return runs of lines of one size, one under the other at the usual distance."""
    distances = [a.bottom - b.bottom for a, b in pairwise(lines) if 0.5 * a.height < a.bottom - b.bottom < 3 * a.height]
    usual = median(distances) if distances else 0.0
    found: list[list[Line]] = []
    for index, line in enumerate(lines):
        if index and belongs(lines[index - 1], line, usual):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def belongs(before: Line, line: Line, usual: float) -> bool:
    """Whether a line continues the block of the one before it."""
    if before.hyphenated:
        return True
    distance = before.bottom - line.bottom
    sizes = max(before.height, line.height) / min(before.height, line.height)
    beside = line.left > before.right or line.right < before.left
    return 0 < distance <= LARGE_GAP * max(usual, 0.9 * before.height) and sizes < OTHER_SIZE and not beside


def ends_paragraph(before: Line, line: Line, margins: tuple[float, float]) -> bool:
    """Whether a paragraph ends between two lines of a block.

    It does at a list item, at a table row, where a line is set far in, at an indent after the end of a sentence, and where the
    next line's first word would still have fitted on the line before: then that line was ended on purpose.
    """
    if before.hyphenated:
        return False
    if LIST_ITEM.match(line.text) or line.cells or before.cells:
        return True
    indent = before.right - line.right if line.right_to_left else line.left - before.left
    limit = 0.7 if SENTENCE_END.search(before.text) else 2.0
    if indent > limit * line.height and not LIST_ITEM.match(before.text):
        return True
    first = line.text[:1] if NO_SPACE.match(line.text) else line.text.split()[0]
    needed = (len(first) + 1.5) * (line.right - line.left) / len(line.text)
    if line.text[0].islower() and not SENTENCE_END.search(before.text):
        needed = max(needed, RAGGED * (margins[1] - margins[0]))
    return free_space(before, margins) > needed


def free_space(line: Line, margins: tuple[float, float]) -> float:
    """Return the points between the end of a line and the edge of its block."""
    return line.left - margins[0] if line.right_to_left else margins[1] - line.right


def join(text: str, before: Line, line: Line, vocabulary: Vocabulary) -> str:
    """Return `text`, which ends in the line `before`, with `line` after it."""
    if before.hyphenated:
        return vocabulary.join(text, line.text)
    return text + ("" if NO_SPACE.match(line.text) and NO_SPACE.match(text[-1]) else " ") + line.text


def merge_columns(found: Sequence[Paragraph]) -> list[Paragraph]:
    """Join a paragraph that breaks off at the end of a column to the one in which it goes on."""
    merged: list[Paragraph] = []
    for paragraph in found:
        if merged and continues(merged[-1], paragraph):
            before = merged.pop()
            merged.append(replace(paragraph, text=f"{before.text} {paragraph.text}", lines=before.lines + paragraph.lines))
        else:
            merged.append(paragraph)
    return merged


def continues(before: Paragraph, paragraph: Paragraph) -> bool:
    """Whether a paragraph goes on with the sentence that another breaks off.

    That one has no end of a sentence, and this one begins in lower case; or that one fills its last line and both are prose
    of one size.
    """
    if SENTENCE_END.search(before.text) or LIST_ITEM.match(paragraph.text):
        return False
    long = len(before.text) > 60 and len(paragraph.text) > 20
    sizes = max(before.height, paragraph.height) / min(before.height, paragraph.height)
    prose = before.full and before.lines > 1 and paragraph.lines > 1 and sizes < 1.05
    return long and (paragraph.text[0].islower() or (prose and paragraph.text[0].isalpha()))
