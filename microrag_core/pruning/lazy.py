"""Lazy greedy selection: the plain greedy's picks for a fraction of its work."""

import heapq
from collections.abc import Sequence
from typing import Protocol

from microrag_core.pruning.problem import Picks, Problem

GRID = 1e-10
"""Gains that differ by less than this share of the largest first one are equal: rounding must not choose between two copies."""


class Objective(Protocol):
    """A value of a set of sentences whose gains never grow as the set grows (a submodular one)."""

    @property
    def batch(self) -> int:
        """How many gains are best computed together."""

    def gains(self, rows: Sequence[int]) -> list[float]:
        """Return what each of `rows` would add to the value of what was added so far."""

    def add(self, row: int) -> None:
        """Add `row` to the set."""


def lazy_greedy(problem: Problem, objective: Objective) -> Picks:
    """Pick the sentence with the largest gain, the first on a tie, again and again until nothing fits the budget.

    A gain computed earlier bounds what a sentence can add now, so only sentences whose bound is on top are computed anew.
    The picks are those of the plain greedy (Minoux 1978, "Accelerated greedy algorithms for maximizing submodular set
    functions").
    """
    picks = Picks(problem)
    first = objective.gains(range(len(problem)))
    unit = GRID * max([*first, 1e-12])
    for row in picks.pinned():
        picks.take(row, objective.gains([row])[0])
        objective.add(row)
    # A heap of (-gain on the grid, row): the smallest is the largest gain and, among equals, the first row.
    heap = [(-round(gain / unit), row) for row, gain in enumerate(first) if picks.open[row]]
    heapq.heapify(heap)
    fresh: dict[int, float] = {} if picks.order else dict(enumerate(first))
    while heap:
        row = heap[0][1]
        if not picks.open[row]:
            heapq.heappop(heap)
        elif row in fresh:
            heapq.heappop(heap)
            picks.take(row, fresh[row])
            objective.add(row)
            fresh = {}
        else:
            stale = pop_stale(heap, picks, fresh, objective.batch)
            for stale_row, gain in zip(stale, objective.gains(stale), strict=True):
                fresh[stale_row] = gain
                heapq.heappush(heap, (-round(gain / unit), stale_row))
    return picks


def pop_stale(heap: list[tuple[int, int]], picks: Picks, fresh: dict[int, float], count: int) -> list[int]:
    """Take up to `count` rows from the top of the heap whose gains are out of date; drop rows that no longer fit."""
    rows: list[int] = []
    while heap and len(rows) < count and heap[0][1] not in fresh:
        row = heapq.heappop(heap)[1]
        if picks.open[row]:
            rows.append(row)
    return rows
