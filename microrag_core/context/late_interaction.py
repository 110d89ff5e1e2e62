"""Keep what the question needs, found by matching its word pieces with those of every sentence of all passages at once.

A set of sentences covers a word piece of the question as well as the best match among all their word pieces does (late
interaction, Khattab and Zaharia, 2020). Sentences are picked greedily by what each adds to that cover, starting from what the
raw passages cover (it is monotone and submodular, for which Nemhauser, Wolsey and Fisher, 1978, bound the greedy choice). From
the gain goes a little for each rank of the passage and for the sentence's length; to it comes more where the question or
another passage names what the passage is about (see `links`). Where nothing is left to cover, these alone decide.

The weights were measured on two-hop questions over encyclopedia paragraphs (HotpotQA), where half or twice of any of them
changes the share of answers kept by less than a point.
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
"""How much a piece of a function word of the question counts, where others count 1."""
RANK = 0.01
LENGTH = 0.03
ASKED_FOR = 0.1
NAMED = 0.2


def compress_late_interaction(task: Task) -> Compressed:
    """Return up to `kept_sentences` of each passage, in the order in which they were picked."""
    if not task.query.strip():
        return Compressed.of_groups(task, [])
    query = task.encoder.encode_tokens([task.query])[0]
    sentences = read_tokens(task.query, task.sources, task.encoder)
    weights = token_weights(task.query, query)
    matched = np.array([matches(query, found) for found in sentences], np.float32).reshape(len(sentences), len(weights))
    raw = np.array([found.source not in task.compressed for found in sentences], bool)
    open_to_choice = np.array([found.row in task.statements.get(found.source, ()) for found in sentences], bool)
    rest = [found for found, is_open in zip(sentences, open_to_choice, strict=True) if is_open]
    covered = matched[raw].max(axis=0, initial=0.0)
    order = greedy_cover(matched[open_to_choice], weights, own_worth(task, rest), covered)
    return Compressed.of_sentences(task, [(rest[place].source, rest[place].row) for place in order])


def greedy_cover(matched: Floats, weights: Floats, worth: Floats, covered: Floats) -> list[int]:
    """Return all rows of `matched` (m, t) in the order of their gains, the first of equal ones first.

    A row's gain is what it adds to `covered` (t,), summed with `weights` (t,), and its own `worth` (m,).
    """
    covered = covered.copy()
    left = list(range(len(matched)))
    order = []
    while left:
        gains = np.maximum(matched[left] - covered, 0) @ weights + worth[left]
        best = left.pop(int(gains.argmax()))
        covered = np.maximum(covered, matched[best])
        order.append(best)
    return order


def own_worth(task: Task, sentences: list[SentenceTokens]) -> Floats:
    """Return (m,) what is added to the gain of each sentence whatever the others cover."""
    links = ASKED_FOR * asked_for(task.query, task.sources) + NAMED * named_by_others(task.sources)
    lengths = [count_tokens(task.sources[found.source].sentences[found.row].text) for found in sentences]
    rows = np.array([found.source for found in sentences], np.int32)
    worth: Floats = links[rows] - np.float32(RANK) * rows - np.float32(LENGTH) * np.log(np.array(lengths, np.float32))
    return worth.astype(np.float32)


def matches(query: TokenVectors, found: SentenceTokens) -> Floats:
    """Return (t,) for each word piece of the question the largest cosine with one of the sentence; 0 where it has none."""
    if not len(found.vectors):
        return np.zeros(len(query.vectors), np.float32)
    best: Floats = (query.vectors @ found.vectors.T).max(axis=1)
    return best


def token_weights(text: str, query: TokenVectors) -> Floats:
    """Return (t,) the share of each word piece of the question `text`, all together 1."""
    functions = [word for word in split_words(text, language_of(text)) if word.function]
    weights = np.ones(len(query.vectors), np.float32)
    for row, (start, _) in enumerate(query.spans.tolist()):
        if any(word.start <= start < word.end for word in functions):
            weights[row] = FUNCTION_WORD
    return weights / max(float(weights.sum()), 1e-6)
