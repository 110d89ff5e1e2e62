"""The measures of one ranking, each from the gains of its results in order.

`gains` are the judgements of the ranked documents, 0 for one that is not judged; `judged` all judgements of the question, found
or not, at least one above 0. A document is relevant when its gain is above 0. `k` is how many results count. All are 0 to 1.
"""

import math
from collections.abc import Iterable, Sequence


def ndcg(gains: Sequence[int], judged: Iterable[int], k: int) -> float:
    """Return the normalised discounted cumulated gain, the judgements being the gains (Järvelin and Kekäläinen 2002)."""
    return discounted(gains[:k]) / discounted(sorted(judged, reverse=True)[:k])


def discounted(gains: Iterable[int]) -> float:
    """Return the sum of the gains, each divided by the base 2 logarithm of its rank and 1."""
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def recall(gains: Sequence[int], judged: Iterable[int], k: int) -> float:
    """Return the share of the relevant documents that is among the first `k`."""
    return relevant(gains[:k]) / relevant(judged)


def precision(gains: Sequence[int], k: int) -> float:
    """Return the share of `k` places that relevant documents hold; a place that is empty counts as missed."""
    return relevant(gains[:k]) / k


def reciprocal_rank(gains: Sequence[int], k: int) -> float:
    """Return 1 / rank of the first relevant document among the first `k`, 0 when there is none; its mean is the MRR."""
    return next((1 / rank for rank, gain in enumerate(gains[:k], 1) if gain > 0), 0.0)


def relevant(gains: Iterable[int]) -> int:
    """Return how many gains are above 0."""
    return sum(gain > 0 for gain in gains)
