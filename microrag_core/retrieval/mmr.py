"""Maximal marginal relevance: passages that answer the question and do not repeat one another."""

import numpy as np

from microrag_core.datatypes import Floats, Ranked
from microrag_core.retrieval.cosines import cosines


def mmr(query_vector: Floats, candidates: Ranked, vectors: Floats, lambda_mult: float = 0.6, top_k: int = 30) -> Ranked:
    """Pick `top_k` of the candidates, each time the one with the largest marginal relevance, the earlier one on a tie.

    `query_vector` (d,) and `vectors` (n, d), one row a candidate in their order, are of unit length. The marginal relevance is
    lambda · relevance - (1 - lambda) · (largest cosine with a passage picked before; 0 for the first pick), and is the score
    that is returned: the order is that of picking, in which scores need not fall. Relevance is the cosine with the question,
    as in Carbonell and Goldstein (1998), handed out in the candidates' own order, the largest to the first: for candidates of
    a cosine search that is each one's own cosine, and for those of any other stage its order counts, on the scale of cosines.
    So `lambda_mult` 1 is the candidates' ranking as it was, and 0 looks at novelty alone after the first.
    """
    if len(candidates) != len(vectors):
        raise ValueError(f"{len(candidates)} candidates do not match {len(vectors)} vectors")
    if not 0 <= lambda_mult <= 1:
        raise ValueError(f"lambda_mult is {lambda_mult}; it must be between 0 and 1")
    relevance = -np.sort(-cosines(vectors, query_vector).astype(np.float64))
    redundancy = np.zeros(len(candidates))
    is_open = np.ones(len(candidates), dtype=np.bool_)
    picks: Ranked = []
    for pick in range(min(top_k, len(candidates))):
        marginal = lambda_mult * relevance - (1 - lambda_mult) * redundancy
        row = int(np.where(is_open, marginal, -np.inf).argmax())
        picks.append((candidates[row][0], float(marginal[row])))
        is_open[row] = False
        with_picked = cosines(vectors, vectors[row])
        redundancy = np.maximum(redundancy, with_picked) if pick else with_picked.astype(np.float64)
    return picks
