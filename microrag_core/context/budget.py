"""What of whole passages and picks goes into a context, under a bound on its tokens.

1. Whole passages come first, in their order. The `token_budget` is a hard bound, since a model's window is one: a passage for
   which it has no room is shortened instead (`mixed`), or left out. This holds for the `minimum_raw` passages too.
2. Picks follow in the order of their worth until the token budget, or `token_share` of what all passages would cost whole, is
   spent. The share bounds picks alone: `minimum_raw` passages stay whole though they exceed it. The first pick of a passage
   also pays for its heading. A pick that does not fit is passed over, and a smaller one after it may fit.
3. The text is put together and counted. While it exceeds the token budget, the last thing taken is given up.
"""

from collections.abc import Mapping, Sequence

from microrag_core.context.compression import Pick
from microrag_core.context.source import Source
from microrag_core.text.tokens import count_tokens

GAP = " … "
"""Stands where something was left out between two stretches of a passage."""
GAP_TOKENS = 2


def fit_whole(rows: Sequence[int], costs: Sequence[int], budget: float) -> list[int]:
    """Return those of `rows`, in their order, that fit in `budget` tokens; `costs` count the format's own words."""
    fitting = []
    for row in rows:
        if costs[row] <= budget:
            budget -= costs[row]
            fitting.append(row)
    return fitting


def fit_picks(picks: Sequence[Pick], sources: Sequence[Source], headings: Mapping[int, int], left: float) -> list[Pick]:
    """Return the picks that fit in `left` tokens, in their order. `headings` has the cost of an empty entry of each source."""
    taken: list[Pick] = []
    opened: dict[int, list[Pick]] = {}
    for pick in picks:
        others = opened.get(pick.source, [])
        if any(other.start <= pick.start and pick.end <= other.end for other in others):
            continue
        cost = count_tokens(sources[pick.source].text[pick.start : pick.end])
        cost += GAP_TOKENS if others else headings[pick.source]
        if cost <= left:
            left -= cost
            taken.append(pick)
            opened.setdefault(pick.source, []).append(pick)
    return taken
