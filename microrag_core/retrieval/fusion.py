"""Several rankings of the same passages become one: by reciprocal ranks or by normalised scores.

A ranking whose weight is 0 has no say: it is left out altogether, so that the fusion of a dense and a BM25 ranking with the
weights (1, 0) is the dense ranking, passage for passage, and with (0, 1) the BM25 ranking.
"""

from collections.abc import Callable, Mapping, Sequence
from math import fsum

from microrag_core.datatypes import Ranked

RANK_CONSTANT = 60
"""The k of Cormack, Clarke and Büttcher: how little the first ranks stand out."""

Votes = Callable[[Ranked], Mapping[str, float]]


def fuse_ranks(rankings: Sequence[Ranked], weights: Sequence[float], rank_constant: int = RANK_CONSTANT) -> Ranked:
    """Fuse by weighted reciprocal ranks: a passage scores the sum of weight / (rank_constant + rank), ranks from 1.

    Weights are 0 or more, one a ranking; not all 0. Where two passages score the same, the one found by more rankings comes
    first, then the order of the first ranking that has either decides. Cormack, Clarke and Büttcher (2009), "Reciprocal Rank
    Fusion outperforms Condorcet and individual Rank Learning Methods".
    """
    if rank_constant < 0:
        raise ValueError(f"the rank constant is {rank_constant}; it must be 0 or more")

    def votes(ranking: Ranked) -> Mapping[str, float]:
        return {key: 1 / (rank_constant + rank) for rank, (key, _) in enumerate(ranking, 1)}

    return fused(rankings, weights, votes)


def fuse_scores(rankings: Sequence[Ranked], weights: Sequence[float]) -> Ranked:
    """Fuse by the weighted sum of scores that were brought to 0 (a ranking's lowest) to 1 (its highest).

    A ranking of a single passage, or one in which all score the same, gives each the 1: it found them and puts none below
    another. A passage that a ranking lacks has 0 there. Weights and ties are as for `fuse_ranks`. Fox and Shaw (1994) call
    the sum CombSUM; Lee (1997) normalises by the range.
    """
    return fused(rankings, weights, normalized)


def normalized(ranking: Ranked) -> Mapping[str, float]:
    """Return each passage's score as a share of the way from the lowest to the highest, 1 for all where they are equal."""
    scores = [score for _, score in ranking]
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    span = high - low
    return {key: (score - low) / span if span > 0 else 1.0 for key, score in ranking}


def fused(rankings: Sequence[Ranked], weights: Sequence[float], votes: Votes) -> Ranked:
    """Return the passages by the weighted sum of the votes that each ranking gives them."""
    if len(rankings) != len(weights) or min(weights, default=0) < 0 or not any(weights):
        raise ValueError(f"{len(rankings)} rankings need as many weights of 0 or more, not all 0; they are {list(weights)}")
    parts: dict[str, list[float]] = {}
    # Dictionaries and the sort below keep the order in which passages came, which is the first ranking's.
    for ranking, weight in zip(rankings, weights, strict=True):
        if weight > 0:
            for key, vote in votes(ranking).items():
                parts.setdefault(key, []).append(weight * vote)
    # An exact sum does not depend on the order of the rankings, so that passages at swapped ranks tie.
    totals = {key: fsum(values) for key, values in parts.items()}
    return sorted(totals.items(), key=lambda pair: (-pair[1], -len(parts[pair[0]])))
