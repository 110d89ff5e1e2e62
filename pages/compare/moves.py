"""Where a result stands on the other side, in words."""

from microrag_core.comparison import DEPTH, Comparison, End, Result
from microrag_core.datatypes import shorten

NAME_CHARACTERS = 32
OTHER: dict[End, End] = {"left": "right", "right": "left"}


def other_name(comparison: Comparison, end: End) -> str:
    """Return what the pipeline on the other side is called, short enough to stand beside a rank."""
    return shorten(comparison.names[OTHER[end]], NAME_CHARACTERS)


def passages_of(comparison: Comparison, end: End) -> frozenset[str]:
    """Return the ids of all passages that one side ranked."""
    found = comparison.found.get(end)
    return frozenset(key for key, _ in found.ranking) | {hit.chunk.id for hit in found.hits} if found else frozenset()


def cut_alike(comparison: Comparison) -> bool:
    """Tell whether the two sides rank the same passages, and not only passages of the same documents."""
    return not passages_of(comparison, "left").isdisjoint(passages_of(comparison, "right"))


def key_of(result: Result, alike: bool) -> str:
    """Return what tells a result from others on both sides: its passage where both are cut `alike`, else its document."""
    return result.hit.chunk.id if alike else result.hit.document.id


def place(comparison: Comparison, result: Result, end: End) -> int | None:
    """Return a result's rank on the other side, None where it has none there.

    Where the two sides are cut alike that is the rank of the passage itself, else that of the document's best passage.
    """
    other = OTHER[end]
    if cut_alike(comparison) and result.hit.chunk.id not in passages_of(comparison, other):
        return None
    return result.other_rank


def movement(comparison: Comparison, result: Result, end: End) -> str:
    """Say where a result stands on the other side: whether it is the same, moves within the lists, or is in one alone."""
    if OTHER[end] not in comparison.found:
        return ""
    if not cut_alike(comparison):
        return movement_of_document(comparison, result, end)
    name, rank, other = other_name(comparison, end), result.hit.rank, place(comparison, result, end)
    alone = "new" if end == "right" else "leaves"
    if other is None:
        return f"{alone}: {missing(comparison, OTHER[end])} {name}"
    if other > len(comparison.results(OTHER[end])):
        return f"{alone}: rank {other:,} in {name}"
    if rank == other:
        return "= same"
    way = "from" if end == "right" else "to"
    return f"{'▲' if rises(rank, other, end) else '▼'} {way} {other:,} in {name}"


def movement_of_document(comparison: Comparison, result: Result, end: End) -> str:
    """Say where a result's document stands on the other side, which cuts otherwise; only its best result has an arrow."""
    rank, other = result.hit.rank, place(comparison, result, end)
    alone = "new" if end == "right" else "leaves"
    if other is None:
        return f"{alone}: its document is {missing(comparison, OTHER[end])} {other_name(comparison, end)}"
    said = f"its document is rank {other:,} on the {OTHER[end]}"
    if other > len(comparison.results(OTHER[end])):
        return f"{alone}: {said}"
    document = result.hit.document.id
    best = min(item.hit.rank for item in comparison.results(end) if item.hit.document.id == document)
    if rank != best or rank == other:
        return said
    return f"{'▲' if rises(rank, other, end) else '▼'} {said}"


def rises(rank: int, other: int, end: End) -> bool:
    """Tell whether a result rises from the left list to the right one."""
    return other > rank if end == "right" else other < rank


def missing(comparison: Comparison, end: End) -> str:
    """Say how a passage without a rank is absent from one side: beyond what was looked at, or not found at all."""
    return f"not among the first {DEPTH:,} of" if len(comparison.found[end].ranking) >= DEPTH else "not found by"
