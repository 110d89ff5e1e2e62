"""`mmr`: close to the document and unlike what was picked already."""

import numpy as np

from microrag_core.pruning.problem import Picks, Problem
from microrag_core.pruning.running_cover import make_running_cover

RELEVANCE_SHARE = 0.6
"""The lambda of the method: 1 looks at relevance only, 0 at novelty only."""


def select_by_mmr(problem: Problem) -> Picks:
    """Pick by maximal marginal relevance, 0.6 · relevance - 0.4 · redundancy, the first on a tie, until the budget.

    Relevance is the cosine with the document, redundancy the largest cosine with a picked sentence; both count from 0, and
    a cosine below the minimum similarity is no redundancy. Scores are compared to 10 digits. Carbonell and Goldstein (1998).
    A gain is the score at the time of the pick; a negative one repeats more than it tells.
    """
    picks = Picks(problem)
    relevance = RELEVANCE_SHARE * problem.relevance()
    redundancy = make_running_cover(problem.vectors, problem.minimum_similarity, squared=False)
    pinned = picks.pinned()
    while pinned or picks.open.any():
        scores = np.round(relevance - (1 - RELEVANCE_SHARE) * redundancy.values, 10)
        row = pinned.pop(0) if pinned else int(np.where(picks.open, scores, -np.inf).argmax())
        picks.take(row, float(scores[row]))
        redundancy.add(row)
    return picks
