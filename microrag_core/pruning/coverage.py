"""`coverage`: greedy maximum coverage on the neighbour graph, the rule that stops when every sentence is covered."""

import numpy as np

from microrag_core.datatypes import Integers
from microrag_core.pruning.problem import Doubles, Picks, Problem

TIE = 1e-8
"""A later sentence is picked only if its gain is larger by more than this; a gain up to this is none."""


def select_by_coverage(problem: Problem) -> Picks:
    """Pick the sentence whose uncovered neighbours are the most similar to it in sum, until the budget or until none adds any.

    A sentence covers its neighbours, itself among them; edges that the graph dropped cover nothing. Candidates are
    compared in document order, and a later one wins only if its gain exceeds the best so far by more than 1e-8, as it must
    exceed 0 to be picked at all. The greedy algorithm for maximum coverage: Nemhauser, Wolsey and Fisher (1978).
    """
    picks = Picks(problem)
    neighbors, weights = problem.graph.neighbors, problem.graph.similarities.astype(np.float64)
    starts, sources = incoming_edges(neighbors)
    covered = np.zeros(len(problem), np.bool_)
    gains: Doubles = np.where(neighbors >= 0, weights, 0.0).sum(axis=1)

    def take(row: int) -> None:
        picks.take(row, float(gains[row]))
        targets = neighbors[row][neighbors[row] >= 0]
        new = targets[~covered[targets]]
        covered[new] = True
        changed = np.concatenate([sources[starts[target] : starts[target + 1]] for target in new] or [new])
        near = neighbors[changed]
        gains[changed] = np.where((near >= 0) & ~covered[near], weights[changed], 0.0).sum(axis=1)

    for row in picks.pinned():
        take(row)
    while picks.open.any():
        best = first_largest(np.where(picks.open, gains, 0.0))
        if best < 0:
            picks.stopped_early = True
            break
        take(best)
    return picks


def incoming_edges(neighbors: Integers) -> tuple[Integers, Integers]:
    """Return (starts, sources): the rows that have sentence j among their neighbours are sources[starts[j]:starts[j + 1]]."""
    n, width = neighbors.shape
    targets = neighbors.ravel()
    order = np.argsort(targets, kind="stable")
    starts = np.searchsorted(targets[order], np.arange(n + 1))
    return starts.astype(np.int32), (order // max(width, 1)).astype(np.int32)


def first_largest(gains: Doubles) -> int:
    """Return the row that a scan ends on in which a gain must exceed the best so far, at first 0, by more than `TIE`; else -1.

    Only a gain above all earlier ones can win the scan, so only those are looked at one by one.
    """
    records = np.flatnonzero(gains > np.maximum.accumulate(np.concatenate(([0.0], gains)))[:-1])
    best, best_gain = -1, 0.0
    for row in records.tolist():
        if gains[row] > best_gain + TIE:
            best, best_gain = row, gains[row]
    return best
