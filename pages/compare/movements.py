"""Each result of either list once, with its rank on both sides."""

from dataclasses import dataclass
from math import inf

from microrag_core.comparison import Comparison, End
from microrag_core.datatypes import Retrieved, shorten
from pages.compare.moves import OTHER, cut_alike, key_of, place

Rank = int | None


@dataclass(frozen=True, slots=True)
class Movement:
    """A result of at least one of the lists, and its rank on either side; None where that side did not find it."""

    label: str
    left: Rank
    right: Rank


def movements(comparison: Comparison) -> list[Movement]:
    """Return each result of either list once, in the order of the right side.

    A result is a passage where both sides are cut alike, else a document with its best passage.
    """
    alike = cut_alike(comparison)
    found: dict[str, Movement] = {}
    ends: tuple[End, End] = ("right", "left")
    for end in ends:
        for result in comparison.results(end):
            ranks = {end: result.hit.rank, OTHER[end]: place(comparison, result, end)}
            found.setdefault(key_of(result, alike), Movement(label_of(result.hit, alike), ranks["left"], ranks["right"]))
    return sorted(found.values(), key=lambda movement: (beyond_all(movement.right), beyond_all(movement.left)))


def label_of(hit: Retrieved, alike: bool) -> str:
    """Return what to call a result: its document, and of a part of one how it begins."""
    return f"{hit.document.label}: {shorten(hit.text, 40)}" if alike and is_part(hit) else hit.document.label


def is_part(hit: Retrieved) -> bool:
    """Tell whether a hit is a part of its document."""
    return hit.chunk.end - hit.chunk.start < len(hit.document.text.strip())


def beyond_all(rank: Rank) -> float:
    """Return a rank as a number; none is below every other."""
    return inf if rank is None else rank


def rises(item: Movement) -> bool:
    """Tell whether a result stands higher on the right than on the left."""
    return beyond_all(item.right) < beyond_all(item.left)
