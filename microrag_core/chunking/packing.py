"""Neighbouring pieces packed into stretches of at most a given length, and pieces that are too long cut finer."""

from bisect import bisect_right
from collections.abc import Sequence

from microrag_core.chunking.rulers import Ruler
from microrag_core.chunking.spans import Span, tile, visible


def pack(pieces: Sequence[Span], limit: int, ruler: Ruler) -> list[Span]:
    """Return stretches of neighbouring pieces, each taking as many as fit into `limit`, and at least one.

    The time is linear in the text: where a stretch ends is guessed from the tokens of the whole text, then put right.
    """
    ends = [end for _, end in pieces]
    packed: list[Span] = []
    row = 0
    while row < len(pieces):
        following = first_that_does_not_fit(pieces[row][0], row, ends, limit, ruler)
        packed.append((pieces[row][0], ends[following - 1]))
        row = following
    return packed


def first_that_does_not_fit(start: int, row: int, ends: Sequence[int], limit: int, ruler: Ruler) -> int:
    """Return the row of the first piece that a stretch from `start`, where piece `row` begins, has no room for."""
    following = max(row + 1, bisect_right(ends, ruler.end_after(start, limit), lo=row))
    while following > row + 1 and ruler.count(start, ends[following - 1]) > limit:
        following -= 1
    while following < len(ends) and ruler.count(start, ends[following]) <= limit:
        following += 1
    return following


def refine(span: Span, limit: int, ruler: Ruler, cuts: Sequence[Sequence[int]]) -> list[Span]:
    """Return a span in pieces of at most `limit`: whole if it fits, else cut at the first of `cuts`, hard after the last."""
    if ruler.count(*span) <= limit:
        return [span]
    if not cuts:
        return hard_cut(span, limit, ruler)
    return [piece for part in tile(ruler.text, span, cuts[0]) for piece in refine(part, limit, ruler, cuts[1:])]


def hard_cut(span: Span, limit: int, ruler: Ruler) -> list[Span]:
    """Return the span cut wherever `limit` is reached, between characters.

    A single character that is longer than `limit` (an emoji has several tokens) stands alone.
    """
    return pack(smallest_pieces(span, limit, ruler), limit, ruler)


def smallest_pieces(span: Span, limit: int, ruler: Ruler) -> list[Span]:
    """Return what is between the borders of a span; characters where that alone is longer than `limit`."""
    borders = ruler.borders(*span)
    pieces: list[Span] = []
    for start, end in visible(ruler.text, zip((span[0], *borders), (*borders, span[1]), strict=True)):
        # A character has four bytes at most, and a token at least one.
        if 4 * (end - start) <= limit or ruler.count(start, end) <= limit:
            pieces.append((start, end))
        else:
            pieces += [(place, place + 1) for place in range(start, end)]
    return pieces
