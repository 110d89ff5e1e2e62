"""Words of which one denies the other, in any of their forms."""

from functools import cache

from microrag_core.grounding.stems import stems_of
from microrag_core.text.opposites import OPPOSITES, pairs_of


@cache
def opposites() -> dict[str, frozenset[str]]:
    """Return for the stem of each listed word the stems of its opposites."""
    found: dict[str, set[str]] = {}
    for pair in pairs_of(OPPOSITES):
        first, second = stems_of(pair, "en")
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return {stem: frozenset(others) for stem, others in found.items()}


def opposed(first: str, second: str) -> bool:
    """Tell whether two stems are those of opposites."""
    return second in opposites().get(first, ())
