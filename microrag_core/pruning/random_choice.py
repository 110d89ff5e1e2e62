"""`random`: the baseline that a method must beat to be worth its time."""

import numpy as np

from microrag_core.pruning.problem import Picks, Problem, take_in_order


def select_at_random(problem: Problem) -> Picks:
    """Pick sentences in an order drawn by the seed until the budget. Each gain is 1: one sentence."""
    n = len(problem)
    return take_in_order(problem, np.random.default_rng(problem.seed).permutation(n), np.ones(n))
