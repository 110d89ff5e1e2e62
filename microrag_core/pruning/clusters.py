"""`clusters`: one sentence for each group of like ones."""

import numpy as np
import numpy.typing as npt

from microrag_core.datatypes import Floats
from microrag_core.pruning.cover import BLOCK_ENTRIES
from microrag_core.pruning.problem import Picks, Problem, take_in_order

ROUNDS = 10
"""Most rounds of k-means; clusters of about two sentences settle sooner."""

Labels = npt.NDArray[np.int64]


def select_by_clusters(problem: Problem) -> Picks:
    """Group the sentences into as many clusters as the budget has room for and pick each one's medoid, the largest one's first.

    The medoid is the member nearest to the cluster's centre. Where room is left (groups that came out empty, or a budget of
    tokens), second members follow, then third ones. A pinned sentence stands for its cluster in place of the medoid. The gain
    is the number of sentences in the cluster, and 0 for any but its first pick. How many clusters there are depends on the
    budget, so a smaller one does not keep a part of what a larger one keeps.
    """
    n = len(problem)
    if n == 0:
        return Picks(problem)
    count = int(np.clip(round(problem.limit / max(problem.costs.mean(), 1.0)), 1, n))
    labels, closeness = spherical_k_means(problem.vectors, count, problem.seed)
    closeness[problem.pinned_in] = np.inf
    closeness[problem.pinned_out] = -np.inf
    sizes = np.bincount(labels, minlength=count)
    order = np.lexsort((np.arange(n), -closeness, labels))
    place = np.empty(n, np.int64)
    place[order] = np.arange(n) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    ranking = np.lexsort((np.arange(n), -closeness, -sizes[labels], place))
    return take_in_order(problem, ranking, np.where(place == 0, sizes[labels], 0))


def spherical_k_means(vectors: Floats, count: int, seed: int) -> tuple[Labels, Floats]:
    """Return each unit row's cluster (n,), 0 to `count` - 1, and its cosine (n,) with that cluster's centre to 5 digits.

    Begins at `count` rows drawn by `seed`, then puts each row into the cluster of its nearest centre and each centre on the
    mean of its cluster, on unit length, until nothing changes or for `ROUNDS` rounds (Dhillon and Modha 2001). A cluster that
    loses all its rows keeps its centre.
    """
    n = len(vectors)
    centres = vectors[np.sort(np.random.default_rng(seed).permutation(n)[:count])]
    labels, closeness = nearest_centres(vectors, centres)
    for _ in range(ROUNDS if count < n else 0):
        order = np.argsort(labels, kind="stable")
        filled, starts = np.unique(labels[order], return_index=True)
        sums = np.add.reduceat(vectors[order], starts, axis=0)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centres[filled] = np.where(lengths > 1e-6, sums / np.maximum(lengths, 1e-6), centres[filled])
        before = labels
        labels, closeness = nearest_centres(vectors, centres)
        if np.array_equal(labels, before):
            break
    return labels, np.round(closeness, 5)


def nearest_centres(vectors: Floats, centres: Floats) -> tuple[Labels, Floats]:
    """Return the row (n,) of the nearest of `centres` (k, d) for each vector, the first on a tie, and the cosine (n,)."""
    labels, closeness = np.empty(len(vectors), np.int64), np.empty(len(vectors), np.float32)
    step = max(1, BLOCK_ENTRIES // len(centres))
    for start in range(0, len(vectors), step):
        cosines = vectors[start : start + step] @ centres.T
        labels[start : start + step] = cosines.argmax(axis=1)
        closeness[start : start + step] = cosines.max(axis=1)
    return labels, closeness
