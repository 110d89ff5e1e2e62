"""How far sentences of a source bear out a claim, without any model but the one that embeds.

The score is a logistic function of the six signals. Its weights were fitted on the labelled sets QAGS and FEVER-symmetric by
`python benchmarks/grounding.py --fit`, each weight bound to the sign of its meaning (more similar words never count against a
claim); HaluEval had no part in it. `python benchmarks/grounding.py` measures what they are worth on claims they were not
fitted on.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from microrag_core.context.spans import Span
from microrag_core.datatypes import Booleans
from microrag_core.embedding import Encoder
from microrag_core.grounding.contradictions import Contradiction, contradictions
from microrag_core.grounding.matching import Match
from microrag_core.grounding.signals import Signals, best_match, measure_signals
from microrag_core.grounding.statement import Statement, read_statements
from microrag_core.grounding.weights import INTERCEPT, WEIGHTS
from microrag_core.text.vocabulary import words

NEARLY = 0.75
"""Of the score of the sentence that matches best: another one with that much may speak of the same."""
BORNE_OUT = 0.6
"""A word that stands nowhere in the sources is borne out by one of this similarity: "cupboards" by "cabinets"."""
YES = words("yes ja oui sí si sim да نعم はい 是")
NO = words("no nein non não нет لا いいえ 否")
BETWEEN = re.compile(r"[\s,'’-]{0,3}")


@dataclass(frozen=True, slots=True)
class Support:
    """How far a claim is borne out: `score` 0 to 1; `unsupported` are the characters of the claim that nothing bears out.

    `contradicted` is true where a sentence says otherwise; `reasons` say in words what speaks against the claim.
    """

    score: float
    unsupported: tuple[Span, ...]
    contradicted: bool
    reasons: tuple[str, ...]


def support(claim: str, sentences: Sequence[str], encoder: Encoder, question: str = "") -> Support:
    """Return how far `sentences` of one or several passages bear out a claim.

    A claim that is no more than "yes" or "no" is about what `question` asks.
    """
    text, turned = read_claim(claim, question)
    statement, *sources = read_statements([text, *sentences], encoder)
    found = judge([Match(statement, source) for source in sources], statement)
    if text == claim:
        return found
    return opposite(found) if turned else Support(found.score, (), found.contradicted, found.reasons)


def opposite(found: Support) -> Support:
    """Return the support of what denies the claim that was judged: what contradicts that claim bears this one out."""
    return Support(1 - found.score, (), False, ())


def read_claim(claim: str, question: str) -> tuple[str, bool]:
    """Return what a claim says, and whether the answer denies that: the question's own words where it is only "yes" or "no"."""
    answer = claim.strip(" .!").casefold()
    if question.strip() and answer in YES | NO:
        return question.strip().rstrip("?？"), answer in NO
    return claim, False


def judge(matches: Sequence[Match], claim: Statement) -> Support:
    """Return how far the sentences that a claim was matched with bear it out."""
    if not claim.words:
        return Support(0.0, (), False, ("it has no words to compare",))
    matches = [match for match in matches if match.sentence.words]
    score = combine(measure_signals(matches))
    if not matches:
        return Support(0.0, ((claim.words[0].start, claim.words[-1].end),), False, ("there is no source to compare it with",))
    against = [found for found in contradictions(best_match(matches)) if not said_elsewhere(found, matches)]
    open_words = unsupported_words(matches)
    for contradiction in against:
        open_words |= contradiction.words
    missing = [claim.text[start:end] for start, end in stretches(claim, open_words)]
    reasons = [contradiction.reason for contradiction in against]
    if not reasons and missing:
        reasons = ["nothing bears out " + ", ".join(f"“{text}”" for text in missing[:5])]
    return Support(score, tuple(stretches(claim, open_words)), bool(against), tuple(reasons))


def said_elsewhere(contradiction: Contradiction, matches: Sequence[Match]) -> bool:
    """Tell whether another sentence that matches about as well has the very words that the best one contradicts."""
    best = best_match(matches)
    words = contradiction.words & best.claim.content
    return any(
        match is not best
        and match.score >= NEARLY * best.score
        and match.literal[words].all()
        and not (match.turned & words).any()
        for match in matches
    )


def combine(signals: Signals) -> float:
    """Return the support that signals stand for, 0 to 1."""
    total = INTERCEPT + sum(getattr(WEIGHTS, name) * getattr(signals, name) for name in Signals.__slots__)
    return 1 / (1 + math.exp(-total))


def unsupported_words(matches: Sequence[Match]) -> Booleans:
    """Return (n,) which words that carry meaning no sentence has, in this form, another, or a word close to it."""
    claim = matches[0].claim
    literal = np.any([match.literal for match in matches], axis=0)
    close = np.max([match.words for match in matches], axis=0) >= BORNE_OUT
    # A number or a name close to another is another.
    exact = claim.numbers & np.array([word.text[0].isdigit() for word in claim.words], bool) | claim.names
    found: Booleans = claim.content & ~claim.denied & ~literal & ~(close & ~exact)
    return found


def stretches(claim: Statement, marked: Booleans) -> list[Span]:
    """Return the characters of the marked words, neighbours as one."""
    found: list[Span] = []
    for word in (word for word, is_marked in zip(claim.words, marked, strict=True) if is_marked):
        if found and BETWEEN.fullmatch(claim.text, found[-1][1], word.start):
            found[-1] = (found[-1][0], word.end)
        else:
            found.append((word.start, word.end))
    return found
