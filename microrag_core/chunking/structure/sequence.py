"""The headings of a book among the lines that look like some: those whose numbers rise."""

from bisect import bisect_left
from collections.abc import Sequence

from microrag_core.chunking.structure.headings import Heading


def rising(headings: Sequence[Heading]) -> list[Heading]:
    """Return the longest run of headings, not all neighbours, whose numbers rise strictly.

    A heading that is missing or misread, or a line that only looks like one, spoils no other. Patience sorting, O(n log n)
    (Fredman, 1975): `tails[k]` is the heading that a rising run of k + 1 so far can end in with the smallest number.
    """
    tails: list[int] = []
    numbers: list[int] = []
    before: list[int] = []
    for row, heading in enumerate(headings):
        place = bisect_left(numbers, heading.number)
        before.append(tails[place - 1] if place else -1)
        if place == len(tails):
            tails.append(row)
            numbers.append(heading.number)
        elif heading.number < numbers[place]:
            tails[place], numbers[place] = row, heading.number
    run = []
    row = tails[-1] if tails else -1
    while row >= 0:
        run.append(headings[row])
        row = before[row]
    return run[::-1]
