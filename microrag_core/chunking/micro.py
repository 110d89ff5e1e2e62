"""Strategy `micro`: chunks of half to all of a small number of tokens."""

from bisect import bisect_right
from collections.abc import Sequence
from math import ceil

from microrag_core.chunking.levels import Level, one_level
from microrag_core.chunking.material import Material
from microrag_core.chunking.packing import first_that_does_not_fit, smallest_pieces
from microrag_core.chunking.rulers import TokenRuler
from microrag_core.chunking.spans import Span, visible

SLACK = 8
"""How far the tokens of a stretch on its own may be from its share of the whole text's, to be sure without counting."""


def cut_micro(material: Material) -> list[Level]:
    """Return runs of neighbouring sentences of half the settings' size (16) to the size (32) in tokens.

    A sentence that is longer is cut between words into parts of about equal length. Of all ways to join the pieces up to the
    size, one with the fewest chunks below half of it is taken, and of those one with the fewest chunks: a smaller chunk is
    left only where its neighbours have no room for it.
    """
    ruler, limit = material.ruler, material.limit
    sentences = visible(material.text, ((sentence.start, sentence.end) for sentence in material.sentences))
    pieces = [part for sentence in sentences for part in equal_parts(sentence, limit, ruler)]
    return one_level(material, best_groups(pieces, limit, ruler))


def equal_parts(span: Span, limit: int, ruler: TokenRuler) -> list[Span]:
    """Return a span in as few parts as `limit` allows, of about equal length, cut between words where there are words."""
    if ruler.count(*span) <= limit:
        return [span]
    units = smallest_pieces(span, limit, ruler)
    ends = [end for _, end in units]
    parts: list[Span] = []
    row = 0
    while row < len(units):
        start = units[row][0]
        remaining = ruler.estimate(start, span[1])
        length = ceil(remaining / ceil(remaining / limit))
        bound = first_that_does_not_fit(start, row, ends, limit, ruler)
        following = min(bound, max(row + 1, bisect_right(ends, ruler.end_after(start, length), lo=row)))
        following = word_end(units, row, following)
        parts.append((start, ends[following - 1]))
        row = following
    return parts


def word_end(units: Sequence[Span], row: int, following: int) -> int:
    """Return the last row up to `following` that begins a word, looked for back to half of the way from `row`."""
    for place in range(following, row + (following - row) // 2, -1):
        if place == len(units) or units[place - 1][1] < units[place][0]:
            return place
    return following


def best_groups(pieces: Sequence[Span], limit: int, ruler: TokenRuler) -> list[Span]:
    """Return `pieces` joined into groups of at most `limit`: fewest groups below half of it, then fewest groups.

    Dynamic programming from the last piece back: what is best after a group does not depend on what is before it.
    """
    nothing = (0, 0, len(pieces))
    best = [nothing] * (len(pieces) + 1)  # for the pieces from a row on: small groups, groups, end of the first group
    for row in reversed(range(len(pieces))):
        start = pieces[row][0]
        choices = []
        for following in range(row + 1, len(pieces) + 1):
            tokens = length_near(start, pieces[following - 1][1], limit, ruler)
            if tokens > limit and following > row + 1:
                break
            small, groups, _ = best[following]
            choices.append((small + (2 * tokens < limit), groups + 1, -following))
        small, groups, following = min(choices)
        best[row] = (small, groups, -following)
    joined = []
    row = 0
    while row < len(pieces):
        following = best[row][2]
        joined.append((pieces[row][0], pieces[following - 1][1]))
        row = following
    return joined


def length_near(start: int, end: int, limit: int, ruler: TokenRuler) -> int:
    """Return the tokens of a stretch, counted where that could tell whether it is below half of `limit` or above it."""
    tokens = ruler.estimate(start, end)
    certain = abs(tokens - limit) > SLACK and abs(2 * tokens - limit) > 2 * SLACK
    return tokens if certain else ruler.count(start, end)
