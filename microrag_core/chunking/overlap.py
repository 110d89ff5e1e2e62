"""The overlap: a pass of its own that moves the start of a chunk back over what precedes it."""

from microrag_core.chunking.rulers import Ruler
from microrag_core.chunking.spans import Span, strip_span


def overlapping_start(span: Span, floor: int, overlap: int, size: int, ruler: Ruler) -> int:
    """Return where `span` starts once it repeats up to `overlap` of what precedes it, nothing from before `floor`.

    The text is cut at a token border (for characters, anywhere) that splits no character, and where a word begins if there is
    such a place in the first half of the reach. The overlap alone measures at most `overlap`, the whole at most `size`.
    """
    start, end = span
    if not overlap or floor >= start:
        return start
    reach = ruler.start_before(start, overlap)
    borders = [floor, *ruler.borders(floor, start)] if reach <= floor else list(ruler.borders(reach - 1, start))
    first_half = borders[: (len(borders) + 1) // 2]
    for border in [*(place for place in first_half if begins_word(ruler.text, place, floor)), *borders]:
        moved, _ = strip_span(ruler.text, border, start)
        if moved < start and ruler.count(moved, start) <= overlap and ruler.count(moved, end) <= size:
            return moved
    return start


def begins_word(text: str, position: int, floor: int) -> bool:
    """Tell whether white space, or what an overlap may not reach into, is on one side of a position."""
    return position == floor or text[position].isspace() or text[position - 1].isspace()
