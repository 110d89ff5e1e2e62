"""A claim or a sentence of a source, read word by word."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from microrag_core.context.negations import is_negation
from microrag_core.context.scripts import UNSPACED
from microrag_core.context.word_lists import CONNECTORS
from microrag_core.context.words import Word, split_words
from microrag_core.datatypes import Booleans, Floats, TokenVectors
from microrag_core.embedding import Encoder
from microrag_core.grounding.polarity import denied_words, negations
from microrag_core.grounding.quantities import Quantity, read_quantities
from microrag_core.grounding.stems import stems_of
from microrag_core.text.language import language_of

HYPHEN = re.compile("[-\u2010\u2011]")
BREAK = re.compile(r"[^\S ]")
"""A line broken within a sentence says nothing; `denied_words` would see the end of a clause in it."""
GLUED = re.compile(r"(\d[\d.,]*)(km|cm|mm|m|kg|mg|ml|ft|mph|GB|MB|kB|TB|am|pm)")
UNSPACED_RUN = re.compile(f"[{UNSPACED}]")
UNSPACED_NEGATION = re.compile("([不没沒勿]|未(?![来來])|[无無](?![论論線线])|非(?![常洲]))")
FRAGMENTS = frozenset({"s", "t", "n't", "n’t"})
ARTICLES = frozenset({"the", "a", "an"})
LEADS = CONNECTORS | ARTICLES


@dataclass(frozen=True, eq=False)
class Statement:
    """A text with its n words and what is known of each.

    `stems` (n) are lower case without endings. `content` (n,) marks the words that carry meaning: all but function words and
    negations, or every word where there are no others. `denied` (n,) marks those under a negation. `quantities` are its
    numbers, `tokens` its m word pieces.
    """

    text: str
    words: tuple[Word, ...]
    stems: tuple[str, ...]
    content: Booleans
    denied: Booleans
    quantities: tuple[Quantity, ...]
    tokens: TokenVectors

    @cached_property
    def denying(self) -> Booleans:
        """(n,) which words deny by what they mean: "forbidden" says what "not allowed" says."""
        spans = list(negations(self.text))
        return np.array([any(start < word.end and word.start < end for start, end in spans) for word in self.words], bool)

    @cached_property
    def of_word(self) -> Booleans:
        """(n, m) which word pieces make up each word."""
        starts = np.array([word.start for word in self.words], np.int32)[:, None]
        ends = np.array([word.end for word in self.words], np.int32)[:, None]
        found: Booleans = (self.tokens.spans[:, 0] < ends) & (self.tokens.spans[:, 1] > starts)
        return found

    @cached_property
    def vectors(self) -> Floats:
        """(n, d) a unit row for each word, the mean of its word pieces; zeros for a word that the model did not read."""
        sums = self.of_word.astype(np.float32) @ self.tokens.vectors
        rows: Floats = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
        return rows

    @cached_property
    def numbers(self) -> Booleans:
        """(n,) which words are part of a number with its unit."""
        return np.array([any(q.start <= word.start < q.end for q in self.quantities) for word in self.words], bool)

    @cached_property
    def names(self) -> Booleans:
        """(n,) which words are written with a capital and are no number."""
        capitals = [any(map(str.isupper, word.text)) for word in self.words]
        return np.array(capitals, bool) & ~self.numbers & self.content

    @cached_property
    def subject(self) -> Booleans:
        """(n,) the name that the text begins with, small words in it: what it is about, which a source often calls "it"."""
        length = 0
        for word in self.words:
            if not (word.text[0].isupper() or word.text.lower() in LEADS):
                break
            length += 1
        return np.arange(len(self.words)) < length

    @cached_property
    def known(self) -> frozenset[str]:
        """Its stems as a set."""
        return frozenset(self.stems)


def read_statements(texts: Sequence[str], encoder: Encoder) -> list[Statement]:
    """Return the texts word by word; a blank one has no words."""
    tokens = iter(encoder.encode_tokens([text for text in texts if text.strip()]))
    nothing = TokenVectors(np.empty((0, encoder.dimension), np.float32), np.empty((0, 2), np.int32))
    return [read_statement(text, next(tokens) if text.strip() else nothing) for text in texts]


def read_statement(text: str, tokens: TokenVectors) -> Statement:
    """Return a text word by word."""
    flat = BREAK.sub(" ", text)
    language = language_of(text)
    words = [part for word in split_words(text, language) for part in parts(word) if part.text.lower() not in FRAGMENTS]
    stems = stems_of([word.text for word in words], language)
    content = np.array([not word.function and not is_negation(word.text) for word in words], bool)
    return Statement(
        text,
        tuple(words),
        tuple(stems),
        content if content.any() else np.ones(len(words), bool),
        np.array(denied_words(flat, words), bool),
        tuple(read_quantities(flat, words, stems, language)),
        tokens,
    )


def parts(word: Word) -> list[Word]:
    """Return the parts of a word with hyphens, so that "23-year-old" has a number in it; else the word itself.

    A run of a script without spaces is cut at what denies in it, and a unit at its number ("41m").
    """
    if glued := GLUED.fullmatch(word.text):
        middle = word.start + len(glued[1])
        return [Word(word.start, middle, glued[1], word.function, True), Word(middle, word.end, glued[2], False, False)]
    pieces, start = [], word.start
    if UNSPACED_RUN.match(word.text):
        for piece in filter(None, UNSPACED_NEGATION.split(word.text)):
            pieces.append(Word(start, start + len(piece), piece, word.function, word.number))
            start += len(piece)
        return pieces
    for piece in HYPHEN.split(word.text):
        if piece:
            pieces.append(Word(start, start + len(piece), piece, word.function, piece[0].isdigit()))
        start += len(piece) + 1
    return pieces
