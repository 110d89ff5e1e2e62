"""Which words a book uses for its headings."""

import re
from collections.abc import Sequence

from microrag_core.chunking.structure.headings import BARE, CLOSING, OPENING, Heading
from microrag_core.chunking.structure.sequence import rising

FEWEST = 2


def outer_kinds(headings: Sequence[Heading]) -> list[str]:
    """Return the words for parts that are numbered at least to two, in the order of their first heading."""
    return [kind for kind in numbered_kinds(headings) if any(h.holds_chapters for h in headings if h.kind == kind)]


def inner_kinds(headings: Sequence[Heading]) -> set[str]:
    """Return the words for chapters that are numbered at least to two; where there are some, a prologue is one."""
    found = {kind for kind in numbered_kinds(headings) if not any(h.holds_chapters for h in headings if h.kind == kind)}
    return found | opening_kinds(headings) if found else found


def opening_kinds(headings: Sequence[Heading]) -> set[str]:
    """Return the words for a prologue that the book has."""
    return {heading.kind for heading in headings if re.fullmatch(OPENING, heading.kind)}


def closing_kinds(headings: Sequence[Heading]) -> set[str]:
    """Return the words for an epilogue that the book has."""
    return {heading.kind for heading in headings if re.fullmatch(CLOSING, heading.kind)}


def numbered_kinds(headings: Sequence[Heading]) -> list[str]:
    """Return the words whose numbers rise at least once, in the order of their first heading."""
    kinds = dict.fromkeys(heading.kind for heading in headings if heading.number and heading.kind != BARE)
    rises = {kind: len(rising([h for h in headings if h.kind == kind])) >= FEWEST for kind in kinds}
    return [kind for kind in kinds if rises[kind] and not re.fullmatch(CLOSING, kind)]
