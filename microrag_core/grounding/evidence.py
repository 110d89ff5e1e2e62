"""What the sentences of the passages say to one claim: support by any of them, and the best sentence of each passage."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from microrag_core.datatypes import Evidence
from microrag_core.embedding import Encoder
from microrag_core.grounding.matching import Match
from microrag_core.grounding.nli import NliModel
from microrag_core.grounding.passages import SourceSentence
from microrag_core.grounding.settings import GroundingSettings
from microrag_core.grounding.statement import Statement
from microrag_core.grounding.support import Support, judge

READ = 48
"""Of a longer passage only the sentences most similar to a claim are read word by word."""
CANDIDATES = 3
"""Sentences of a passage that are judged by themselves, those that match best."""


@lru_cache(maxsize=1)
def nli_model(model: str) -> NliModel:
    """Return a model, which is loaded once."""
    return NliModel(model)


def shortlist(claims: Sequence[str], sentences: Sequence[SourceSentence], encoder: Encoder) -> list[list[int]]:
    """Return for each claim the rows of the sentences to read: all of a short passage, the most similar ones of a long one."""
    passages: dict[int, list[int]] = {}
    for row, sentence in enumerate(sentences):
        passages.setdefault(sentence.passage, []).append(row)
    long = [rows for rows in passages.values() if len(rows) > READ]
    short = [row for rows in passages.values() if len(rows) <= READ for row in rows]
    if not long:
        return [short] * len(claims)
    texts = [sentences[row].text for rows in long for row in rows]
    vectors = encoder.encode([*claims, *texts])
    cosines = vectors[: len(claims)] @ vectors[len(claims) :].T
    chosen = []
    for similar in cosines:
        begin, kept = 0, list(short)
        for rows in long:
            best = np.argsort(-similar[begin : begin + len(rows)], kind="stable")[:READ]
            kept += [rows[place] for place in best]
            begin += len(rows)
        chosen.append(sorted(kept))
    return chosen


@dataclass(frozen=True)
class Witnesses:
    """A claim matched with the sentences in `rows` of all that were retrieved."""

    claim: Statement
    sentences: Sequence[SourceSentence]
    matches: Mapping[int, Match]
    settings: GroundingSettings

    def judge(self, passages: Collection[int] | None = None) -> Support:
        """Return the support of the claim by the passages with these numbers, by all where there are none given."""
        rows = [row for row in self.matches if passages is None or self.sentences[row].number in passages]
        found = judge([self.matches[row] for row in rows], self.claim)
        return found if not self.settings.nli_model else self._inferred(found, rows)

    def best(self) -> list[Evidence]:
        """Return the best sentence of each passage, the best first."""
        passages: dict[int, list[int]] = {}
        for row in self.matches:
            passages.setdefault(self.sentences[row].passage, []).append(row)
        found = [self._best_of(rows) for rows in passages.values()]
        return sorted(found, key=lambda evidence: -evidence.support)

    def _best_of(self, rows: Sequence[int]) -> Evidence:
        """Return the sentence that bears the claim out best by itself."""
        candidates = sorted(rows, key=lambda row: -self.matches[row].score)[:CANDIDATES]
        scores = {row: self._single(row) for row in candidates}
        row = max(candidates, key=lambda row: scores[row])
        sentence = self.sentences[row]
        return Evidence(sentence.number, sentence.document, sentence.start, sentence.end, sentence.text, scores[row])

    def _single(self, row: int) -> float:
        found = judge([self.matches[row]], self.claim)
        return found.score if not self.settings.nli_model else self._inferred(found, [row]).score

    def _inferred(self, found: Support, rows: Sequence[int]) -> Support:
        """Return the support with the model's word for it in place of the score and of the contradictions found by words."""
        rows = sorted(rows, key=lambda row: -self.matches[row].score)[: self.settings.nli_sentences]
        entailed, contradicted = nli_model(self.settings.nli_model).judge(
            [self.sentences[row].text for row in rows], self.claim.text
        )
        score = float(entailed.max(initial=0))
        against = float(contradicted.max(initial=0)) > max(0.5, score)
        reasons = ("the inference model finds that a sentence contradicts it",) if against else ()
        return Support(score, found.unsupported, against, reasons or (() if found.contradicted else found.reasons))
