"""What a selection method is given, and what it hands back."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from microrag_core.datatypes import Booleans, Floats, Integers, SentenceGraph
from microrag_core.settings import PruneSettings

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """Choose among n sentences within a limit.

    `vectors` (n, d) are unit rows. `costs` (n,) are ones, or tokens where the budget counts tokens; the costs of what is kept
    may add up to `limit`. `pinned_in` and `pinned_out` (n,) mark what must be kept and what must go. `document_vector` (d,) is
    the document's in the methods that weigh relevance; None is the mean of `vectors`.
    """

    vectors: Floats
    graph: SentenceGraph
    costs: Integers
    limit: int
    pinned_in: Booleans
    pinned_out: Booleans
    minimum_similarity: float
    seed: int
    document_vector: Floats | None = None

    def __len__(self) -> int:
        return len(self.vectors)

    def relevance(self) -> Doubles:
        """Return max(0, cosine) (n,) of each sentence with the document; ones where the document's vector is zero."""
        if len(self) == 0:
            return np.empty(0)
        vectors = self.vectors.astype(np.float64)
        whole = vectors.mean(axis=0) if self.document_vector is None else self.document_vector.astype(np.float64)
        length = np.linalg.norm(whole)
        if length < 1e-6:
            return np.ones(len(vectors))
        relevance: Doubles = np.maximum(vectors @ (whole / length), 0.0)
        return relevance


def make_problem(
    vectors: Floats,
    graph: SentenceGraph,
    sentence_tokens: Integers,
    settings: PruneSettings,
    pins: Mapping[int, bool],
    *,
    document_vector: Floats | None = None,
) -> Problem:
    """Build the problem that `settings` and `pins` (row: kept or not) describe.

    The limit is `max(1, int(budget * n))` sentences, or `int(budget * tokens)` tokens but never less than the shortest
    sentence that may be kept: so one sentence is always kept, and more than the budget only where that one alone exceeds it.
    Raises `ValueError` for a pin outside the document.
    """
    n = len(vectors)
    if wrong := [row for row in pins if not 0 <= row < n]:
        raise ValueError(f"pin {wrong[0]} is outside a document of {n} sentences")
    pinned_in, pinned_out = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    for row, keep in pins.items():
        (pinned_in if keep else pinned_out)[row] = True
    in_tokens = settings.budget_unit == "tokens"
    costs = np.asarray(sentence_tokens, np.int32) if in_tokens else np.ones(n, np.int32)
    smallest = int(costs[~pinned_out].min(initial=np.iinfo(np.int32).max)) if not pinned_out.all() else 0
    limit = max(smallest, int(settings.budget * int(costs.sum())))
    minimum = settings.minimum_similarity
    return Problem(vectors, graph, costs, limit, pinned_in, pinned_out, minimum, settings.seed, document_vector)


@dataclass(slots=True, eq=False)
class Picks:
    """The sentences picked so far. `open` (n,) marks those that may still be picked: not taken, not pinned out, and they fit.

    A sentence that no longer fits a token budget is passed over, and the next best that fits is taken.
    """

    problem: Problem
    order: list[int] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    stopped_early: bool = False
    left: int = field(init=False)
    dearest: int = field(init=False)
    open: Booleans = field(init=False)

    def __post_init__(self) -> None:
        self.dearest = int(self.problem.costs.max(initial=0))
        self.left = self.problem.limit - int(self.problem.costs[self.problem.pinned_in].sum())
        self.open = ~(self.problem.pinned_in | self.problem.pinned_out) & (self.problem.costs <= self.left)

    def pinned(self) -> list[int]:
        """Return the rows that are kept whatever else is; a method takes these first."""
        return [int(row) for row in np.flatnonzero(self.problem.pinned_in)]

    def take(self, row: int, gain: float) -> None:
        """Keep `row`, which added `gain` in the method's own unit."""
        self.order.append(row)
        self.gains.append(gain)
        self.open[row] = False
        if not self.problem.pinned_in[row]:
            self.left -= int(self.problem.costs[row])
            if self.left < self.dearest:
                self.open &= self.problem.costs <= self.left


def take_in_order(problem: Problem, ranking: npt.ArrayLike, scores: npt.ArrayLike) -> Picks:
    """Take pinned sentences, then those of `ranking` (rows, the best first) that fit; a pick's gain is its score."""
    picks = Picks(problem)
    values = np.asarray(scores, np.float64)
    for row in picks.pinned():
        picks.take(row, float(values[row]))
    for row in np.asarray(ranking, np.int64).tolist():
        if picks.open[row]:
            picks.take(row, float(values[row]))
    return picks
