"""Late interaction (Khattab and Zaharia 2020, ColBERT): a question matched with passages word piece by word piece.

The token vectors are those of the model that embeds the passages, so it needs no weights of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from microrag_core.datatypes import Floats, Integers, Ranked, TokenVectors
from microrag_core.embedding import Encoder
from microrag_core.errors import InputError
from microrag_core.settings import require


@dataclass(frozen=True, slots=True, eq=False)
class TokenMatches:
    """For each of a query's t tokens the passage token nearest to it.

    `similarities` (t,) are cosines, `tokens` (t,) the rows of the passage's tokens, `spans` (t, 2) their characters in the
    passage. Where the passage has no tokens: 0, -1 and (0, 0).
    """

    similarities: Floats
    tokens: Integers
    spans: Integers


class LateInteraction:
    """Orders passages by how well each word piece of the question is matched in them.

    A score is (1 - token_weight) · cosine of the two texts + token_weight · `token_scores`; where there are keyword scores, it
    is (1 - keyword_weight) of that + keyword_weight · keyword score as a part of the best candidate's. Word pieces match by
    meaning, so a rare name counts as little as any other word: that is what the keyword score adds. Raises `SettingsError` for
    a weight that is not between 0 and 1.
    """

    def __init__(self, encoder: Encoder, token_weight: float = 0.7, keyword_weight: float = 0.2) -> None:
        for name, weight in (("token_weight", token_weight), ("keyword_weight", keyword_weight)):
            require(0 <= weight <= 1, name, weight, "between 0 and 1")
        self._encoder = encoder
        self._token_weight = token_weight
        self._keyword_weight = keyword_weight

    def rerank(
        self, query: str, candidates: Ranked, texts: Sequence[str], cosines: Floats, keywords: Floats | None = None
    ) -> Ranked:
        """Return the candidates ordered anew with their new scores, the best first, ties as they stood.

        `texts` (n) are what is matched of each candidate, `cosines` (n,) the similarity of the question's one vector with the
        candidate's, and `keywords` (n,), 0 or more, its BM25 score; all 0 is the same as none. Raises `InputError` when the
        question is blank; a blank text matches nothing.
        """
        keywords = np.zeros(len(candidates), np.float32) if keywords is None else keywords
        if not len(candidates) == len(texts) == len(cosines) == len(keywords):
            what = f"{len(texts)} texts, {len(cosines)} cosines and {len(keywords)} keyword scores"
            raise ValueError(f"{len(candidates)} candidates do not match {what}")
        if not query.strip():
            raise InputError("The question is empty: type some words to search for.")
        if not candidates:
            return []
        matched = token_scores(self._encoder.encode_tokens([query])[0], self._tokens(texts))
        scores = mixed(cosines, matched, self._token_weight)
        if (best := keywords.max()) > 0:
            scores = mixed(scores, keywords / best, self._keyword_weight)
        order = np.argsort(-scores, kind="stable").tolist()
        return [(candidates[row][0], float(scores[row])) for row in order]

    def _tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Return the token vectors of each text, none for a blank one."""
        nothing = TokenVectors(np.empty((0, self._encoder.dimension), np.float32), np.empty((0, 2), np.int32))
        found = iter(self._encoder.encode_tokens([text for text in texts if text.strip()]))
        return [next(found) if text.strip() else nothing for text in texts]


def mixed(one: Floats, other: Floats, share: float) -> Floats:
    """Return (1 - share) of `one` and `share` of `other`, float32."""
    sums: Floats = (1 - share) * one + share * other
    return sums.astype(np.float32)


def token_scores(query: TokenVectors, passages: Sequence[TokenVectors]) -> Floats:
    """Return (n,) for each passage the mean over the query's tokens of the largest cosine with one of the passage's tokens.

    Between -1 and 1; 0 for a passage without tokens and for a query without any, which say nothing.
    """
    scores = np.zeros(len(passages), dtype=np.float32)
    rows = [row for row, passage in enumerate(passages) if len(passage.vectors)]
    if not rows or not len(query.vectors):
        return scores
    starts = np.cumsum([0, *(len(passages[row].vectors) for row in rows[:-1])])
    cosines = np.concatenate([passages[row].vectors for row in rows]) @ query.vectors.T
    scores[rows] = np.clip(np.maximum.reduceat(cosines, starts, axis=0).mean(axis=1), -1, 1)
    return scores


def best_tokens(query: TokenVectors, passage: TokenVectors) -> TokenMatches:
    """Return for each token of the query the token of the passage with the largest cosine, the first of equal ones."""
    if not len(passage.vectors):
        t = len(query.vectors)
        return TokenMatches(np.zeros(t, np.float32), np.full(t, -1, np.int32), np.zeros((t, 2), np.int32))
    cosines = np.clip(query.vectors @ passage.vectors.T, -1, 1)
    tokens = cosines.argmax(axis=1)
    return TokenMatches(cosines[np.arange(len(tokens)), tokens], tokens.astype(np.int32), passage.spans[tokens])
