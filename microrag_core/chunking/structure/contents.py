"""Listings of a book's contents: headings in a row that all come again."""

import re
from collections import Counter
from collections.abc import Sequence

from microrag_core.chunking.structure.headings import Heading

LONGEST_ENTRY = 500
"""Characters: entries of a listing, with a summary maybe, are closer together than chapters."""
FEWEST_ENTRIES = 3
LISTING_TITLE = re.compile(r"[\W_]*(?:table of )?contents[\W_]*\Z", re.IGNORECASE)


def without_contents(headings: Sequence[Heading]) -> tuple[list[Heading], tuple[int, int] | None]:
    """Return the headings that are no entries of a listing, and the span of that listing, None without one.

    A listing is close together, has three entries of one kind or more, the first of which comes again behind it, and at least
    half as many entries as headings follow: short chapters whose numbers come again in the next part are none.
    """
    last_row = {heading.key: row for row, heading in enumerate(headings)}
    first = 0
    while first < len(headings):
        end = end_of_run(headings, first)
        entries = [row for row in range(first, end) if last_row[headings[row].key] >= end]
        most = max(Counter(headings[row].kind for row in entries).values(), default=0)
        if most >= FEWEST_ENTRIES and entries[0] == first and 2 * len(entries) >= len(headings) - end:
            listed = set(entries)
            remaining = [heading for row, heading in enumerate(headings) if row not in listed]
            return remaining, (headings[first].start, headings[entries[-1]].end)
        first = end
    return list(headings), None


def end_of_run(headings: Sequence[Heading], first: int) -> int:
    """Return the row behind the headings that are close to one another from `first` on; none of them comes twice in it.

    A listing may be followed at once by the book: then the first of its entries comes again, and another run begins.
    """
    row = first + 1
    while row < len(headings) and headings[row].start - headings[row - 1].end <= LONGEST_ENTRY:
        if headings[row].key == headings[first].key:
            break
        row += 1
    return row


def before_listing(plain: str, start: int) -> int:
    """Return where a listing at `start` begins with its title, "Contents"."""
    text = plain[:start].rstrip()
    line = text.rfind("\n") + 1
    return line if LISTING_TITLE.match(text[line:]) else start
