"""`centrality`: the sentences that many others are close to."""

import networkx
import numpy as np

from microrag_core.datatypes import SentenceGraph
from microrag_core.pruning.problem import Doubles, Picks, Problem, take_in_order

DAMPING = 0.85
"""Share of the walk that follows an edge; the rest jumps anywhere (Brin and Page 1998)."""


def select_by_centrality(problem: Problem) -> Picks:
    """Pick the sentences with the highest PageRank in the neighbour graph, the first on a tie, until the budget.

    LexRank (Erkan and Radev 2004) and TextRank (Mihalcea and Tarau 2004) on the graph of nearest neighbours.
    """
    scores = page_rank(problem.graph)
    return take_in_order(problem, np.argsort(-scores, kind="stable"), scores)


def page_rank(graph: SentenceGraph) -> Doubles:
    """Return the PageRank (n,) of each sentence, rounded to 9 digits so that equal ones are equal; they add up to 1.

    Edges have no direction, their weight is the similarity, and a sentence has no edge to itself.
    """
    n, width = graph.neighbors.shape
    if n == 0:
        return np.empty(0)
    sources = np.repeat(np.arange(n), width)
    targets, weights = graph.neighbors.ravel(), graph.similarities.ravel()
    edges = (targets >= 0) & (targets != sources) & (weights > 0)
    network = networkx.Graph()
    network.add_nodes_from(range(n))
    network.add_weighted_edges_from(zip(sources[edges].tolist(), targets[edges].tolist(), weights[edges].tolist(), strict=True))
    ranks = networkx.pagerank(network, alpha=DAMPING)
    return np.round(np.array([ranks[row] for row in range(n)]), 9)
