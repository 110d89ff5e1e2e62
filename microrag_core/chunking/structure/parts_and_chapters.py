"""Splitter for books in parts (volumes, books, acts) that hold chapters, with an epilogue maybe that holds some itself."""

from collections.abc import Sequence

from microrag_core.chunking.structure.division import Division
from microrag_core.chunking.structure.headings import Heading
from microrag_core.chunking.structure.kinds import closing_kinds, inner_kinds, outer_kinds
from microrag_core.chunking.structure.nesting import nest


def divide_parts_and_chapters(headings: Sequence[Heading], end: int) -> list[Division] | None:
    """Return the chapters as "Part II, Chapter 3" and "Epilogue, Chapter 1", None for a book that has no parts with chapters.

    The word that comes first holds the others: a volume its parts in one book, a part its volumes in another.
    """
    outer, inner = outer_kinds(headings), inner_kinds(headings)
    if not outer:
        return None
    kinds = [{outer[0], *closing_kinds(headings)}, *({kind} for kind in outer[1:]), inner]
    divisions = nest(headings, kinds, end)
    return divisions if any(", " in (division.title or "") for division in divisions) else None
