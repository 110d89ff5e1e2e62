"""How a claim's words are found in one sentence of a source."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from microrag_core.datatypes import Booleans, Floats
from microrag_core.grounding.statement import Statement

SAME = 0.9
"""What a word with the same stem counts at least, whatever the words around it make of its vector."""


@dataclass(frozen=True, eq=False)
class Match:
    """A claim of n words, m pieces, and a sentence of s words. All similarities are 0 to 1."""

    claim: Statement
    sentence: Statement

    @cached_property
    def pieces(self) -> Floats:
        """(m, p) the cosine of each piece of the claim with each of the sentence, one column of zeros where it has none."""
        if not len(self.sentence.tokens.vectors):
            return np.zeros((len(self.claim.tokens.vectors), 1), np.float32)
        cosines: Floats = np.clip(self.claim.tokens.vectors @ self.sentence.tokens.vectors.T, 0, 1)
        return cosines

    @cached_property
    def best_pieces(self) -> Floats:
        """(m,) the best cosine of each piece of the claim (late interaction)."""
        best: Floats = self.pieces.max(axis=1)
        return best

    @cached_property
    def score(self) -> float:
        """The mean of them over the claim's words that carry meaning; 0 without words."""
        return float(self.words[self.claim.content].mean()) if len(self.claim.words) else 0.0

    @cached_property
    def words(self) -> Floats:
        """(n,) the mean of the best cosines of each word's pieces."""
        weights = self.claim.of_word / np.maximum(self.claim.of_word.sum(axis=1, keepdims=True), 1)
        means: Floats = (weights @ self.best_pieces).astype(np.float32)
        return means

    @cached_property
    def literal(self) -> Booleans:
        """(n,) which words stand in the sentence, in any form; of a number, its value."""
        values = {quantity.value for quantity in self.sentence.quantities}
        found = np.array([stem in self.sentence.known for stem in self.claim.stems], bool)
        for quantity in self.claim.quantities:
            if quantity.value in values:
                found |= np.array([quantity.start <= word.start < quantity.number_end for word in self.claim.words], bool)
        return found

    @cached_property
    def table(self) -> Floats:
        """(n, s) the similarity of each word with each word of the sentence, at least `SAME` for one stem."""
        cosines = np.clip(self.claim.vectors @ self.sentence.vectors.T, 0, 1)
        places: dict[str, list[int]] = {}
        for place, stem in enumerate(self.sentence.stems):
            places.setdefault(stem, []).append(place)
        for row, stem in enumerate(self.claim.stems):
            for place in places.get(stem, ()):
                cosines[row, place] = max(cosines[row, place], SAME)
        return cosines.astype(np.float32)


def match_all(claim: Statement, sentences: Sequence[Statement]) -> list[Match]:
    """Return the claim matched with each sentence."""
    return [Match(claim, sentence) for sentence in sentences]
