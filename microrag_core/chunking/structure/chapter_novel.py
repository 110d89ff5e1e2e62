"""Splitter for novels in chapters (cantos, staves, letters) that are numbered through."""

from collections.abc import Sequence

from microrag_core.chunking.structure.division import Division
from microrag_core.chunking.structure.headings import BARE, Heading
from microrag_core.chunking.structure.kinds import closing_kinds, inner_kinds
from microrag_core.chunking.structure.nesting import headings_of_level, nest

ENOUGH = 2 / 3
"""The share of the lines that look like headings of chapters which must be in order."""
FEWEST_BARE = 3


def divide_chapter_novel(headings: Sequence[Heading], end: int) -> list[Division] | None:
    """Return the chapters as "Chapter 13", None for a book without chapters or with numbers in disorder.

    Where no heading has a word, lines of a number alone are the chapters, if there are three or more from 1 on.
    """
    inner = inner_kinds(headings)
    own = headings_of_level(headings, inner, innermost=True)
    alike = [heading for heading in headings if (heading.kind in inner if inner else heading.kind == BARE)]
    if len(own) < (2 if inner else FEWEST_BARE) or len(own) < ENOUGH * len(alike):
        return None
    return nest(headings, [closing_kinds(headings), inner], end)
