"""Splitter for long verse or prose in numbered books (or parts, volumes) without chapters."""

from collections.abc import Sequence

from microrag_core.chunking.structure.division import Division
from microrag_core.chunking.structure.headings import Heading
from microrag_core.chunking.structure.kinds import closing_kinds, opening_kinds, outer_kinds
from microrag_core.chunking.structure.nesting import nest


def divide_numbered_books(headings: Sequence[Heading], end: int) -> list[Division] | None:
    """Return the books as "Book XII", None where fewer than two are numbered."""
    outer = outer_kinds(headings)
    if not outer:
        return None
    numbered = [heading for heading in headings if heading.number and heading.kind == outer[0]]
    others = [heading for heading in headings if heading.kind in closing_kinds(headings) | opening_kinds(headings)]
    kinds = [{outer[0], *closing_kinds(headings), *opening_kinds(headings)}]
    return nest(sorted([*numbered, *others], key=lambda heading: heading.start), kinds, end)
