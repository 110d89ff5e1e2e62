"""Headings within headings: parts that hold chapters."""

from collections.abc import Sequence

from microrag_core.chunking.structure.division import Division
from microrag_core.chunking.structure.headings import BARE, Heading
from microrag_core.chunking.structure.sequence import rising

LONGEST_OPENING = 300
"""Characters between a part's heading and its first chapter (a motto) that go with that chapter; more is a division itself."""


def nest(headings: Sequence[Heading], kinds: Sequence[set[str]], end: int, above: str = "") -> list[Division]:
    """Return the divisions that headings up to `end` make; `kinds` are the words of each level, the outermost first.

    A division is titled by all that it is in: "Part II, Chapter 3". Of the lines that look like headings of a level only those
    whose numbers rise count.
    """
    if not kinds:
        return []
    own = headings_of_level(headings, kinds[0], innermost=len(kinds) == 1)
    if not own:
        return nest(headings, kinds[1:], end, above)
    borders = [*(heading.start for heading in own[1:]), end]
    divisions = nest([h for h in headings if h.start < own[0].start], kinds[1:], own[0].start, above)
    for heading, border in zip(own, borders, strict=True):
        label = f"{above}, {heading.label}" if above else heading.label
        within = [h for h in headings if heading.start < h.start < border]
        divisions += held_by(heading, label, nest(within, kinds[1:], border, label), border)
    return divisions


def headings_of_level(headings: Sequence[Heading], kinds: set[str], innermost: bool) -> list[Heading]:
    """Return the headings of some kinds, each kind with its own rising numbers; `innermost`, bare numbers if there are none."""
    own = [heading for kind in kinds for heading in rising([h for h in headings if h.kind == kind])]
    if not own and innermost:
        bare = rising([h for h in headings if h.kind == BARE])
        own = bare if len(bare) > 1 and bare[0].number == 1 else []
    return sorted(own, key=lambda heading: heading.start)


def held_by(heading: Heading, label: str, inner: list[Division], end: int) -> list[Division]:
    """Return the divisions of a part: itself where it has no chapters, else the chapters, the first with the part's heading."""
    if not inner:
        return [Division(label, heading.start, end)]
    first = inner[0]
    if first.start - heading.end > LONGEST_OPENING:
        return [Division(label, heading.start, first.start), *inner]
    return [Division(first.title, heading.start, first.end), *inner[1:]]
