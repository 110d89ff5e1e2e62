"""`none`: nothing is pruned."""

import numpy as np

from microrag_core.pruning.problem import Picks, Problem


def select_all(problem: Problem) -> Picks:
    """Keep every sentence but those pinned out, whatever the budget. Each gain is 1: one sentence."""
    picks = Picks(problem)
    for row in np.flatnonzero(~problem.pinned_out).tolist():
        picks.take(row, 1.0)
    return picks
