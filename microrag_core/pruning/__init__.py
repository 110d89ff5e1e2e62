"""A similarity graph of a document's sentences, and the choice of those to keep."""

from microrag_core.pruning.cover import best_cover
from microrag_core.pruning.curve import coverage_by_budget, coverage_curve, full_order
from microrag_core.pruning.graph import build_graph
from microrag_core.pruning.methods import (
    METHODS,
    NESTED,
    USES_BUDGET,
    USES_DOCUMENT_VECTOR,
    USES_MINIMUM_SIMILARITY,
    USES_NEIGHBORS,
    USES_SEED,
    Method,
)
from microrag_core.pruning.prune import NO_PINS, prune, select_sentences

__all__ = [
    "METHODS",
    "NESTED",
    "NO_PINS",
    "USES_BUDGET",
    "USES_DOCUMENT_VECTOR",
    "USES_MINIMUM_SIMILARITY",
    "USES_NEIGHBORS",
    "USES_SEED",
    "Method",
    "best_cover",
    "build_graph",
    "coverage_by_budget",
    "coverage_curve",
    "full_order",
    "prune",
    "select_sentences",
]
