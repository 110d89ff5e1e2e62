"""A question as it is matched: its word pieces with their weights, its words, and what it asks for."""

from dataclasses import dataclass

import numpy as np

from microrag_core.answering.asking import AnswerKind
from microrag_core.answering.question_kind import answer_kind
from microrag_core.context.words import Word, split_words
from microrag_core.datatypes import Floats, Integers, TokenVectors
from microrag_core.embedding import Encoder
from microrag_core.retrieval.question_words import question_language

FUNCTION_WORD = 0.3
SIGN = 0.1
"""Weights of word pieces, beside 1 for those of words that name something."""
LONGEST = 2000
"""Characters of a question that are matched, from its end; the model would read little more."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A question with its t word pieces: `weights` (t,) add up to 1, and `word_rows` has the rows of each naming word.

    `words` are all its words, `naming` those that are no function words; `language` is a two-letter code.
    """

    text: str
    language: str
    kind: AnswerKind
    tokens: TokenVectors
    words: tuple[Word, ...]
    naming: tuple[Word, ...]
    word_rows: tuple[Integers, ...]
    weights: Floats


def read_question(question: str, encoder: Encoder) -> Asked | None:
    """Return a question ready to be matched; None where it has no letter or digit, or no word piece for the model."""
    text = question.strip()[-LONGEST:]
    if not any(map(str.isalnum, text)):
        return None
    tokens = encoder.encode_tokens([text])[0]
    return weighed(text, tokens) if len(tokens.vectors) else None


def weighed(text: str, tokens: TokenVectors) -> Asked:
    """Return a question with its word pieces and what each of them counts."""
    language = question_language(text)
    words = tuple(split_words(text, language))
    naming = tuple(word for word in words if not word.function)
    starts = tokens.spans[:, 0]
    rows = tuple(np.flatnonzero((starts >= word.start) & (starts < word.end)).astype(np.int32) for word in naming)
    weights = np.full(len(starts), SIGN, np.float32)
    for word in words:
        weights[(starts >= word.start) & (starts < word.end)] = FUNCTION_WORD if word.function else 1.0
    return Asked(text, language, answer_kind(text), tokens, words, naming, rows, weights / weights.sum())
