"""Where the chunks of a document lie in its text: stretches between two borders, and pages of a long text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from microrag_core.datatypes import Chunk

PAGE_CHARACTERS = 10_000
VISIBLE = re.compile(r"\S")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters `start` to `end` of a text that all lie in the same chunks.

    `chunks` are the rows of the smallest chunks that hold it: none, one, or several where they overlap. `starts` are those that
    begin with it. `parents` are the rows of the larger chunks around it, the largest first. `pruned` marks text that pruning
    took out.
    """

    start: int
    end: int
    chunks: tuple[int, ...]
    starts: tuple[int, ...]
    parents: tuple[int, ...]
    pruned: bool


@dataclass(frozen=True, eq=False)
class ChunkLayout:
    """The chunks of one document by level, each level in order; `pruned` are the spans that pruning took out, in order."""

    text: str
    levels: tuple[tuple[Chunk, ...], ...]
    pruned: tuple[Span, ...]

    @cached_property
    def own_starts(self) -> tuple[tuple[int, ...], ...]:
        """Where the own text of each chunk begins, after what it repeats of the chunk before; one tuple a level."""
        return tuple(
            tuple(self._visible(max(chunk.start, before)) for chunk, before in zip(level, ends_before(level), strict=True))
            for level in self.levels
        )

    def _visible(self, position: int) -> int:
        """Return where the text goes on after white space."""
        found = VISIBLE.search(self.text, position)
        return found.start() if found else position

    @cached_property
    def pages(self) -> tuple[Span, ...]:
        """The text in parts of a length that can be looked at; they end where a chunk does, if one ends near."""
        borders, pages, start = self.own_starts[0], [], 0
        while len(self.text) - start > 3 * PAGE_CHARACTERS // 2:
            wanted, last = start + PAGE_CHARACTERS, start + 3 * PAGE_CHARACTERS // 2
            row = bisect_left(borders, wanted)
            end = borders[row] if row < len(borders) and borders[row] <= last else self._gap(wanted, last)
            pages.append((start, end))
            start = end
        return (*pages, (start, len(self.text)))

    def _gap(self, wanted: int, last: int) -> int:
        """Return where a paragraph, else a word, begins between two positions; the first of them where none does."""
        for gap in ("\n\n", "\n", " "):
            if (found := self.text.find(gap, wanted, last)) >= 0:
                return found + len(gap)
        return wanted

    def page_at(self, position: int) -> int:
        """Return the number, from 0, of the page that holds a character."""
        return min(bisect_right(self.pages, position, key=lambda page: page[1]), len(self.pages) - 1)

    def stretches(self, page: Span) -> list[Stretch]:
        """Return the stretches of a page in order; together they are all of its text."""
        first, last = page
        smallest = [(row, chunk) for row, chunk in enumerate(self.levels[0]) if chunk.start < last and chunk.end > first]
        gone = [span for span in self.pruned if span[0] < last and span[1] > first]
        borders = {first, last}
        borders.update(position for _, chunk in smallest for position in (chunk.start, chunk.end))
        borders.update(position for span in gone for position in span)
        borders.update(position for level in self.own_starts[1:] for position in level)
        return [
            Stretch(
                start,
                end,
                tuple(row for row, chunk in smallest if chunk.start <= start < chunk.end),
                tuple(row for row, chunk in smallest if chunk.start == start),
                tuple(bisect_right(starts, start) - 1 for starts in reversed(self.own_starts[1:])),
                any(begin <= start < beyond for begin, beyond in gone),
            )
            for start, end in pairwise(sorted(position for position in borders if first <= position <= last))
        ]


def ends_before(level: Sequence[Chunk]) -> list[int]:
    """Return for each chunk where the one before it ends, 0 for the first."""
    return [0, *(chunk.end for chunk in level)][: len(level)]


def lay_out_chunks(text: str, chunks: Sequence[Chunk], pruned: Sequence[Span] = ()) -> ChunkLayout:
    """Return the chunks of one document, all levels of them, sorted by level."""
    count = max((chunk.level for chunk in chunks), default=0) + 1
    levels = tuple(tuple(chunk for chunk in chunks if chunk.level == level) for level in range(count))
    return ChunkLayout(text, levels, tuple(pruned))
