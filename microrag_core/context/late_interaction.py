"""Keep what the question needs, found by matching its word pieces with those of every sentence of all passages at once."""

import numpy as np

from microrag_core.context.compression import Pick, Task
from microrag_core.context.token_windows import SentenceTokens, read_tokens
from microrag_core.context.words import split_words
from microrag_core.datatypes import Floats, TokenVectors

RANK_DISCOUNT = 0.02
FUNCTION_WEIGHT = 0.3


def compress_late_interaction(task: Task) -> list[Pick]:
    """Return sentences in the order of their scores."""
    if not task.query.strip():
        return []
    query = task.encoder.encode_tokens([task.query])[0]
    weights = token_weights(task, query)
    sentences = read_tokens(task.query, task.sources, task.encoder)
    compressed = set(task.compressed)
    scores = [sentence_score(query, weights, s) - RANK_DISCOUNT * s.source for s in sentences]
    picks = []
    for place in np.argsort(-np.array(scores), kind="stable").tolist():
        s = sentences[place]
        if s.source in compressed:
            x = task.sources[s.source].sentences[s.row]
            picks.append(Pick(s.source, x.start, x.end))
    return picks


def token_weights(task: Task, query: TokenVectors) -> Floats:
    functions = [word for word in split_words(task.query, task.sources[0].language) if word.function]
    inside = [any(word.start <= start < word.end for word in functions) for start, _ in query.spans.tolist()]
    weights = np.where(inside, FUNCTION_WEIGHT, 1.0).astype(np.float32)
    return weights / max(float(weights.sum()), 1e-6)


def sentence_score(query: TokenVectors, weights: Floats, s: SentenceTokens) -> float:
    if not len(s.vectors):
        return 0.0
    return float(weights @ (query.vectors @ s.vectors.T).max(axis=1))
