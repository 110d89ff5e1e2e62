"""How a claim's words are found in one sentence of a source."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from microrag_core.datatypes import Booleans, Floats
from microrag_core.grounding.statement import Statement

SAME = 0.9
"""What a word with the same stem counts at least, whatever the words around it make of its vector."""


@dataclass(frozen=True, eq=False)
class Match:
    """A claim of n words, m word pieces, and a sentence of s words, p pieces. All similarities are 0 to 1.

    `given` are stems that are known beside the sentence, such as those of its document's title.
    """

    claim: Statement
    sentence: Statement
    given: frozenset[str] = frozenset()

    @cached_property
    def pieces(self) -> Floats:
        """(m,) for each piece of the claim the largest cosine with a piece of the sentence (late interaction)."""
        if not len(self.sentence.tokens.vectors):
            return np.zeros(len(self.claim.tokens.vectors), np.float32)
        cosines: Floats = np.clip(self.claim.tokens.vectors @ self.sentence.tokens.vectors.T, 0, 1)
        best: Floats = cosines.max(axis=1)
        return best

    @cached_property
    def words(self) -> Floats:
        """(n,) the mean of that over each word's pieces."""
        weights = self.claim.of_word / np.maximum(self.claim.of_word.sum(axis=1, keepdims=True), 1)
        means: Floats = np.asarray(weights @ self.pieces, dtype=np.float32)
        return means

    @cached_property
    def score(self) -> float:
        """The mean of that over the words that carry meaning; 0 without words."""
        return float(self.words[self.claim.content].mean()) if len(self.claim.words) else 0.0

    @cached_property
    def literal(self) -> Booleans:
        """(n,) which words stand in the sentence or are given, in any form; a number where its value does, its unit too."""
        known = self.sentence.known | self.given
        found = [stem in known for stem in self.claim.stems]
        for quantity in self.claim.quantities:
            units = {other.unit for other in self.sentence.quantities if other.value == quantity.value}
            end = quantity.end if quantity.unit in units else quantity.number_end if units else quantity.start
            for row, word in enumerate(self.claim.words):
                found[row] |= quantity.start <= word.start < end
        return np.array(found, bool)

    @cached_property
    def table(self) -> Floats:
        """(n, s) the similarity of each word with each word of the sentence, at least `SAME` where they have one stem."""
        cosines = np.clip(self.claim.vectors @ self.sentence.vectors.T, 0, 1)
        places: dict[str, list[int]] = {}
        for place, stem in enumerate(self.sentence.stems):
            places.setdefault(stem, []).append(place)
        for row, stem in enumerate(self.claim.stems):
            for place in places.get(stem, ()):
                cosines[row, place] = max(cosines[row, place], SAME)
        found: Floats = cosines
        return found

    @cached_property
    def turned(self) -> Booleans:
        """(n,) which words of meaning are denied in the claim and their counterpart in the sentence is not, or reverse."""
        turned = np.zeros(len(self.claim.words), bool)
        if not self.table.size or not (self.claim.denied.any() or self.sentence.denied.any()):
            return turned
        nearest = self.table.argmax(axis=1)
        close = self.table.max(axis=1) >= COUNTERPART
        denies = self.claim.denying | self.sentence.denying[nearest]
        turned[:] = close & self.claim.content & ~denies & (self.claim.denied != self.sentence.denied[nearest])
        return turned


COUNTERPART = 0.5
"""From this similarity on two words stand at the same place of what is said."""
