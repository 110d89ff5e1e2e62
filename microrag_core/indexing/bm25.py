"""Search by words: BM25 (Robertson and Zaragoza 2009) in Lucene's variant, by `bm25s` (Lù 2024)."""

from collections import Counter
from collections.abc import Sequence

import bm25s
import numpy as np

from microrag_core.indexing.base import refuse_repeated
from microrag_core.indexing.word_forms import WordForms, guess_languages

K1 = 1.5
"""How slowly a word's repetition stops to count."""
B = 0.75
"""How much a long text is held back, 0 to 1."""


class Bm25Index:
    """Texts, each known by an id, found by their words without regard to order, case or ending.

    `language`, a two-letter code, says which stop words are left out and which endings are cut; None guesses it for each
    text. A question is read in every language that the texts are in, so that it matches a text as if it were in that text's
    language; a word that two languages cut alike counts once. Scores are above 0 and have no upper bound.
    """

    def __init__(self, ids: Sequence[str], texts: Sequence[str], language: str | None = None) -> None:
        if len(ids) != len(texts):
            raise ValueError(f"{len(ids)} ids do not match {len(texts)} texts")
        refuse_repeated(ids, set())
        self.ids = tuple(ids)
        chosen = [language] * len(texts) if language else guess_languages(texts)
        self.languages = tuple(dict.fromkeys(chosen))
        forms = {code: WordForms(code) for code in self.languages}
        words = [forms[code].of(text, single_characters=True) for text, code in zip(texts, chosen, strict=True)]
        self._index: bm25s.BM25 | None = None
        # Texts of stop words or spaces only have no average length to divide by.
        if any(words):
            self._index = bm25s.BM25(k1=K1, b=B, method="lucene", backend="numpy")
            self._index.index(words, show_progress=False)

    def __len__(self) -> int:
        return len(self.ids)

    def search(self, text: str, top_k: int) -> list[tuple[str, float]]:
        """Return up to `top_k` (id, score) pairs, best first, ties in the order of the texts.

        Texts that share no word with the question are left out: a question of stop words only finds nothing.
        """
        words = self._question_words(text)
        if self._index is None or top_k < 1 or not words:
            return []
        scores = self._index.get_scores(words)
        rows = np.flatnonzero(scores > 0)
        best = rows[np.argsort(-scores[rows], kind="stable")[:top_k]]
        return [(self.ids[row], float(scores[row])) for row in best]

    def _question_words(self, text: str) -> list[str]:
        """Return the question's words as the texts have them, each as often as in the language that has it most often."""
        words: Counter[str] = Counter()
        for language in self.languages:
            words |= Counter(WordForms(language).of(text, single_characters=False))
        return [word for word in words.elements() if word in self._index.vocab_dict] if self._index else []
