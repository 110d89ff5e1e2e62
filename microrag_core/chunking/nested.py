"""Levels of chunks within larger chunks."""

from collections.abc import Sequence

from microrag_core.chunking.levels import Cut, Level
from microrag_core.chunking.material import Material
from microrag_core.chunking.running_text import RunningText


def nested_levels(material: Material, sizes: Sequence[tuple[int, int]]) -> list[Level]:
    """Return a level for each (size, overlap), the smallest first; the largest chunks are cut first, the others within them."""
    running_text = RunningText(material)
    levels: list[Level] = []
    holders = [Cut(0, len(material.text))]
    for size, overlap in reversed(sizes):
        cuts = [
            Cut(start, end, parent=row if levels else None)
            for row, holder in enumerate(holders)
            for start, end in running_text.pack((holder.start, holder.end), size - overlap)
        ]
        levels.insert(0, Level(cuts, size, overlap, material.ruler))
        holders = cuts
    return levels
