"""What tells a claim that a source bears out from one that it does not: six numbers, each with a plain meaning."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.grounding.matching import Match

REACH = 3
"""Words of a claim up to this far apart are looked for together."""
DISTANCE_COST = 0.03
"""What each word costs by which two stand further apart in the source than in the claim."""
ORDER_COST = 0.02
"""What it costs that two stand in the other order."""
PAIRED_SENTENCES = 6
"""Pairs are looked for in so many sentences, those that match best."""
WEAK_SHARE = 10
"""Per cent: at this percentile of a claim's word pieces it is least well matched, one slip of tokens aside."""


@dataclass(frozen=True, slots=True)
class Signals:
    """All 0 to 1. `weakest` is how well the worst matched word pieces are matched, `missing` the worst of the words not found.

    `together` is how well pairs of near words are found near each other in one sentence. `number` is 1 where a number stands in
    no source, `name` where a name is not in the best sentence; `turned` is the share of words that one side alone denies.
    """

    weakest: float
    missing: float
    together: float
    number: float
    name: float
    turned: float


NOTHING = Signals(0.0, 0.0, 0.0, 1.0, 1.0, 0.0)


def measure_signals(matches: Sequence[Match]) -> Signals:
    """Return the signals of a claim matched with each sentence of its sources; `NOTHING` without a sentence to look at."""
    matches = [match for match in matches if match.table.size and len(match.pieces)]
    if not matches:
        return NOTHING
    best = best_match(matches)
    claim = best.claim
    closest = max(matches, key=lambda match: float(match.pieces.mean()))
    # What the claim is about may be "it" in the source; what is denied need not stand there.
    open_words = claim.content & ~claim.subject & ~claim.denied
    missing = open_words & ~best.literal
    values = {quantity.value for match in matches for quantity in match.sentence.quantities}
    return Signals(
        weakest=float(np.percentile(closest.pieces, WEAK_SHARE)),
        missing=float(best.words[missing].min()) if missing.any() else 1.0,
        together=paired(matches),
        number=float(any(quantity.value not in values for quantity in claim.quantities)),
        name=float((open_words & claim.names & ~best.literal).any()),
        turned=float(best.turned.sum() / claim.content.sum()),
    )


def best_match(matches: Sequence[Match]) -> Match:
    """Return the match with the sentence that the claim's words are found in best, the first of equal ones."""
    return max(matches, key=lambda match: match.score)


def paired(matches: Sequence[Match]) -> float:
    """Return the mean over pairs of near words of how well the best sentence has both, near each other and in their order.

    A claim of one word has its similarity instead.
    """
    best = sorted(matches, key=lambda match: -match.score)[:PAIRED_SENTENCES]
    rows = np.flatnonzero(best[0].claim.content).tolist()
    if len(rows) < 2:
        return best[0].score
    pairs = [(place, other) for place in range(len(rows) - 1) for other in range(place + 1, min(place + 1 + REACH, len(rows)))]
    found = [[pair_score(match.table, rows[one], rows[two], two - one) for one, two in pairs] for match in best]
    return float(np.max(found, axis=0).mean())


def pair_score(table: Floats, first: int, second: int, apart: int) -> float:
    """Return how well two words are found at two places of a sentence: the weaker, less the costs of distance and order."""
    places = table.shape[1]
    if places < 2:
        return 0.0
    distance = np.arange(places)[None, :] - np.arange(places)[:, None]
    scores = np.minimum(table[first][:, None], table[second][None, :])
    scores = scores - DISTANCE_COST * np.maximum(np.abs(distance) - apart, 0) - ORDER_COST * (distance < 0)
    np.fill_diagonal(scores, 0)
    return max(0.0, float(scores.max()))
