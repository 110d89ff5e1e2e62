"""Keep what the question needs, found by matching its word pieces with those of every sentence of all passages at once.

A sentence's score is the mean over the question's word pieces of the largest cosine with one of its own (late interaction, Khattab and
Zaharia, 2020), function words counting less; less a little for each rank of its passage and for its length; more where the
question or another passage names what its passage is about (see `links`). The weights were measured on two-hop questions over
encyclopedia paragraphs; the ranking is of all sentences together, so that a passage with nothing to say gives up its room.
"""

import numpy as np

from microrag_core.context.compression import Compressed, Task
from microrag_core.context.links import asked_for, named_by_others
from microrag_core.context.token_windows import SentenceTokens, read_tokens
from microrag_core.context.words import split_words
from microrag_core.datatypes import Floats, TokenVectors
from microrag_core.text.language import language_of
from microrag_core.text.tokens import count_tokens

FUNCTION_WORD = 0.3
RANK = 0.01
LENGTH = 0.03
ASKED_FOR = 0.1
NAMED = 0.2


def compress_late_interaction(task: Task) -> Compressed:
    """Return up to `kept_sentences` of each passage, the best of all first."""
    sentences = read_tokens(task.query, [task.sources[row] for row in task.compressed], task.encoder)
    scores = sentence_scores(task, sentences)
    order = [sentences[place] for place in np.argsort(-scores, kind="stable").tolist()]
    return Compressed.of_sentences(task, [(task.compressed[found.source], found.row) for found in order])


def sentence_scores(task: Task, sentences: list[SentenceTokens]) -> Floats:
    """Return (m,) the score of each sentence."""
    query = task.encoder.encode_tokens([task.query])[0] if task.query.strip() else None
    weights = token_weights(task, query) if query else np.zeros(0, np.float32)
    links = ASKED_FOR * asked_for(task.query, task.sources) + NAMED * named_by_others(task.sources)
    scores = np.zeros(len(sentences), np.float32)
    for place, found in enumerate(sentences):
        row = task.compressed[found.source]
        matched = matches(query, found) if query else np.zeros(0, np.float32)
        length = count_tokens(task.sources[row].sentences[found.row].text)
        scores[place] = weights @ matched + links[row] - RANK * row - LENGTH * np.log(length)
    return scores


def matches(query: TokenVectors, found: SentenceTokens) -> Floats:
    """Return (t,) for each word piece of the question the largest cosine with one of the sentence; 0 where it has none."""
    if not len(found.vectors):
        return np.zeros(len(query.vectors), np.float32)
    best: Floats = (query.vectors @ found.vectors.T).max(axis=1)
    return best


def token_weights(task: Task, query: TokenVectors) -> Floats:
    """Return (t,) the share of each word piece of the question, all together 1."""
    language = language_of(task.query)
    functions = [word for word in split_words(task.query, language) if word.function]
    weights = np.ones(len(query.vectors), np.float32)
    for row, (start, _) in enumerate(query.spans.tolist()):
        if any(word.start <= start < word.end for word in functions):
            weights[row] = FUNCTION_WORD
    return weights / max(float(weights.sum()), 1e-6)
