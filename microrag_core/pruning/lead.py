"""`lead`: the beginning of the document, the baseline that is hard to beat on news."""

import numpy as np

from microrag_core.pruning.problem import Picks, Problem, take_in_order


def select_lead(problem: Problem) -> Picks:
    """Pick the first sentences until the budget. Each gain is 1: one sentence."""
    n = len(problem)
    return take_in_order(problem, np.arange(n), np.ones(n))
