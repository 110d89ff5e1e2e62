"""`soft_coverage`: facility location weighted by how close each sentence is to its document."""

from collections.abc import Sequence

from microrag_core.pruning.lazy import lazy_greedy
from microrag_core.pruning.problem import Picks, Problem
from microrag_core.pruning.running_cover import make_running_cover


def select_by_soft_coverage(problem: Problem) -> Picks:
    """Pick sentences that together say as much as possible of the whole, weighted by relevance, until the budget.

    With e_i the unit vector of a sentence and d that of the document (`Problem.document_vector`): r_i = max(0, e_i·d),
    s_ij = max(0, e_i·e_j)^2 (0 where the cosine is below the minimum similarity), F(S) = sum_j r_j max_{i in S} s_ij.
    Each pick has the largest r_i · (F(S + i) - F(S)), the first on a tie. F is monotone and submodular (facility location;
    Lin and Bilmes 2011, "A class of submodular functions for document summarization"), and r_i does not change, so the lazy
    greedy is exact. The whole budget is used.
    """
    return lazy_greedy(problem, SoftCoverage(problem))


class SoftCoverage:
    """The gains r_i · (F(S + i) - F(S))."""

    def __init__(self, problem: Problem) -> None:
        self.weights = problem.relevance()
        self.relevance: list[float] = self.weights.tolist()
        self.cover = make_running_cover(problem.vectors, problem.minimum_similarity, squared=True)

    @property
    def batch(self) -> int:
        """How many gains are best computed together."""
        return self.cover.batch

    def gains(self, rows: Sequence[int]) -> list[float]:
        """Return the gain of each of `rows`."""
        excess = self.cover.excess(rows, self.weights)
        return [self.relevance[row] * value for row, value in zip(rows, excess, strict=True)]

    def add(self, row: int) -> None:
        """Add `row` to S."""
        self.cover.add(row)
