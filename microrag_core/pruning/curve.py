"""How much of a document its kept sentences cover, over all budgets."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from microrag_core.datatypes import Floats, Integers, SentenceGraph
from microrag_core.pruning.cover import BLOCK_ENTRIES
from microrag_core.pruning.graph import build_graph
from microrag_core.pruning.methods import METHODS, NESTED
from microrag_core.pruning.problem import make_problem
from microrag_core.pruning.prune import NO_PINS
from microrag_core.settings import PruneSettings


def coverage_curve(vectors: Floats, order: Integers, at_risk_below: float) -> Floats:
    """Return the covered share (m + 1,) after none, one, … all of the m picks in `order`, 0 to 1.

    A sentence is covered when it is picked or has a picked one at a cosine of `at_risk_below` or more. `vectors` (n, d) are
    unit rows. Without sentences the share is 1.
    """
    n, m = len(vectors), len(order)
    if n == 0 or m == 0:
        return np.full(m + 1, 1.0 if n == 0 else 0.0, np.float32)
    first = np.full(n, m, np.int64)
    covers = np.ascontiguousarray(vectors[order].T)
    step = max(1, BLOCK_ENTRIES // m)
    for start in range(0, n, step):
        close = vectors[start : start + step] @ covers >= at_risk_below
        first[start : start + step] = np.where(close.any(axis=1), close.argmax(axis=1), m)
    first[order] = np.minimum(first[order], np.arange(m))
    newly_covered = np.bincount(first, minlength=m + 1)[:m]
    return (np.concatenate(([0], np.cumsum(newly_covered))) / n).astype(np.float32)


def full_order(
    vectors: Floats,
    sentence_tokens: Integers,
    settings: PruneSettings,
    *,
    pins: Mapping[int, bool] = NO_PINS,
    graph: SentenceGraph | None = None,
    document_vector: Floats | None = None,
) -> Integers:
    """Return all picks of the method at budget 1: every sentence but those pinned out, or fewer where it stops early.

    For the methods in `NESTED` the first k of it are the picks at a budget of k sentences. `graph` saves building it again;
    `document_vector` is as for `prune`.
    """
    graph = graph or build_graph(vectors, settings.neighbors, settings.minimum_similarity)
    problem = make_problem(
        vectors, graph, sentence_tokens, replace(settings, budget=1.0), pins, document_vector=document_vector
    )
    return np.asarray(METHODS[settings.method].select(problem).order, np.int32)


def coverage_by_budget(
    vectors: Floats,
    sentence_tokens: Integers,
    settings: PruneSettings,
    budgets: Sequence[float],
    *,
    pins: Mapping[int, bool] = NO_PINS,
    graph: SentenceGraph | None = None,
    document_vector: Floats | None = None,
) -> Floats:
    """Return the covered share (len(budgets),) that the method of `settings` reaches at each of `budgets`, exactly.

    One run serves all budgets of sentences where the method is nested; for the others, and for tokens, it is a run for each.
    """
    graph = graph or build_graph(vectors, settings.neighbors, settings.minimum_similarity)
    nested = settings.method in NESTED and settings.method != "none" and settings.budget_unit == "sentences"
    if nested:
        order = full_order(vectors, sentence_tokens, settings, pins=pins, graph=graph, document_vector=document_vector)
        curve = coverage_curve(vectors, order, settings.at_risk_below)
    shares = []
    for budget in budgets:
        problem = make_problem(
            vectors, graph, sentence_tokens, replace(settings, budget=budget), pins, document_vector=document_vector
        )
        if nested:
            picked = max(problem.limit, int(problem.pinned_in.sum()))
            shares.append(curve[min(picked, len(curve) - 1)])
        else:
            order = np.asarray(METHODS[settings.method].select(problem).order, np.int32)
            shares.append(coverage_curve(vectors, order, settings.at_risk_below)[-1])
    return np.asarray(shares, np.float32)
