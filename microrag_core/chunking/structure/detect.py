"""Which splitter fits a book."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from microrag_core.chunking.section_titles import titles_at
from microrag_core.chunking.spans import Span
from microrag_core.chunking.structure.body import body_span
from microrag_core.chunking.structure.chapter_novel import divide_chapter_novel
from microrag_core.chunking.structure.contents import before_listing, without_contents
from microrag_core.chunking.structure.division import Division
from microrag_core.chunking.structure.headings import Heading, find_numbered
from microrag_core.chunking.structure.lines import Line, end_without_rules, read_lines
from microrag_core.chunking.structure.numbered_books import divide_numbered_books
from microrag_core.chunking.structure.parts_and_chapters import divide_parts_and_chapters
from microrag_core.chunking.structure.titled import divide_titled, find_titled
from microrag_core.datatypes import Section

SPLITTERS: tuple[Callable[[Sequence[Heading], int], list[Division] | None], ...] = (
    divide_parts_and_chapters,
    divide_chapter_novel,
    divide_numbered_books,
)
FRONT_MATTER = 0.05
"""The share of a book up to which what stands before its first chapter is left out as front matter."""


def divide_book(plain: str, sections: Sequence[Section]) -> list[Division]:
    r"""Return the divisions of a book in order, the first splitter's that fits: parts with chapters, chapters, numbered books.

    A book that none fits is divided at its own `sections`, one without sections at what reads like headings, one without those
    is a single division without a title. Line ends must be `\n`. Left out are: Project Gutenberg's header and footer, what
    follows "THE END", a listing of the contents, drawn rules at the end of a division, and where chapters were found, what
    stands before the first (title page, preface) unless that is more than a twentieth of the book.
    """
    start, end = body_span(plain)
    lines = [line for line in read_lines(plain) if start <= line.start < end]
    headings, listing = without_contents(find_numbered(plain, lines))
    found = next((divided for divide in SPLITTERS if (divided := divide(headings, end))), None)
    if found:
        front = front_matter((start, found[0].start), listing, plain)
        length = sum(last - first for first, last in front)
        found = [*(Division(None, *span) for span in front if length > FRONT_MATTER * (end - start)), *found]
    else:
        found = at_sections(sections, plain, (start, end)) or at_titles(lines, plain, (start, end))
    trimmed = (Division(item.title, item.start, end_without_rules(plain, item.start, item.end)) for item in found)
    return [division for division in trimmed if plain[division.start : division.end].strip()]


def front_matter(before: Span, listing: Span | None, plain: str) -> list[Span]:
    """Return what stands before the first division, without the contents."""
    start, end = before
    if listing is None or not start <= listing[0] < end:
        return [before] if plain[start:end].strip() else []
    spans = [(start, max(start, before_listing(plain, listing[0]))), (min(listing[1], end), end)]
    return [(first, last) for first, last in spans if plain[first:last].strip()]


def at_sections(sections: Sequence[Section], plain: str, body: Span) -> list[Division]:
    """Return the stretches between the starts of a document's sections, titled by those; none for none.

    A section of a single line is a heading over other sections and goes with the first of them.
    """
    start, end = body
    starts = sorted({section.start for section in sections if start < section.start < end})
    spans = list(pairwise((start, *starts, end)))
    divisions: list[Division] = []
    waiting: int | None = None
    for (first, last), title in zip(spans, titles_at(sections, [first for first, _ in spans]), strict=True):
        opening = first if waiting is None else waiting
        waiting = opening if "\n" not in plain[first:last].strip() and last < end else None
        if waiting is None:
            divisions.append(Division(title, opening, last))
    return divisions if sections else []


def at_titles(lines: Sequence[Line], plain: str, body: Span) -> list[Division]:
    """Return the stretches between lines that read like headings; all of the book is one where there are none."""
    start, end = body
    headings, listing = without_contents(find_titled(lines))
    divided = divide_titled(headings, plain, end)
    if divided is None:
        return [Division(None, start, end)]
    return [*(Division(None, *span) for span in front_matter((start, divided[0].start), listing, plain)), *divided]
