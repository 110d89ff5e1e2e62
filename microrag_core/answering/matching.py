"""How well each sentence answers a question: its words, what it asks for, and the sentences around it.

A sentence's score is the mean over the question's word pieces, function words counting less, of the largest cosine with a
word piece of the sentence or of the title above it (late interaction, Khattab and Zaharia 2020). What the title alone says
counts a little less, or all sentences would be alike where it has the words of the question; in a passage without a title the
first sentence says what the others are about. A little of what a sentence's two neighbours match beside it counts too, since
they tell what its pronouns stand for; and more where it holds what the question asks for. A heading says nothing by itself,
and the answer to a question in a text is the sentence after it.
"""

import re
from collections.abc import Sequence

import numpy as np

from microrag_core.answering.asked import Asked
from microrag_core.answering.candidates import Candidate
from microrag_core.answering.expected import answer_spans
from microrag_core.datatypes import Floats

LETTERS = re.compile(r"[^\W\d_]+")
TITLE = 0.9
LEAD = 0.8
"""What a match with the title counts, or with the first sentence where there is none, beside 1 for one with the sentence. In
SQuAD without its titles, quotations hold the answer for 2 to 3 % more of the questions thanks to the first sentence."""
NEIGHBOURS = 0.25
KIND = 0.04
NO_STATEMENT = 0.12
"""What a heading or a question loses."""
ENDED = re.compile(r"[.!。！…:;]['\"”’»)\]*_」』]*\Z")
ASKS = re.compile(r"[?？؟]['\"”’»)\]*_」』]*\Z")
SHORT_HEADING = 6


def sentence_scores(asked: Asked, candidates: Sequence[Candidate]) -> Floats:
    """Return (n,) the score of each sentence, about -1 to 1."""
    places = {(one.place, one.row): row for row, one in enumerate(candidates)}
    leads = {one.place: one.matches for one in reversed(candidates)}
    own = [np.maximum(one.matches, above(one, leads[one.place])) for one in candidates]
    scores = np.zeros(len(candidates), np.float32)
    ordinary = {place: ordinary_words([c for c in candidates if c.place == place]) for place in {c.place for c in candidates}}
    for row, one in enumerate(candidates):
        around = own[row]
        for beside in (one.row - 1, one.row + 1):
            if (other := places.get((one.place, beside))) is not None:
                around = np.maximum(around, own[other])
        matched = asked.weights @ own[row]
        scores[row] = matched - (0.0 if is_statement(one.text) else NO_STATEMENT)
        scores[row] += NEIGHBOURS * (asked.weights @ around - matched) + kind_bonus(asked, one, ordinary[one.place])
    for row, one in enumerate(candidates):
        after = places.get((one.place, one.row + 1))
        if after is not None and ASKS.search(one.text):
            scores[after] = max(scores[after], scores[row])
    return scores


def above(candidate: Candidate, lead: Floats) -> Floats:
    """Return (t,) how the title above a sentence matches, else the passage's first sentence, whose matches `lead` are."""
    found: Floats = TITLE * candidate.title_matches if candidate.title_matches.any() else LEAD * lead
    return found


def is_statement(text: str) -> bool:
    """Tell whether a sentence says something by itself: it ends as a statement does, or is long and asks nothing."""
    return ENDED.search(text) is not None or (ASKS.search(text) is None and len(text.split()) > SHORT_HEADING)


def kind_bonus(asked: Asked, candidate: Candidate, ordinary: frozenset[str]) -> float:
    """Return what the form of the answer adds: nothing where none is asked for."""
    if asked.kind in ("other", "yes_no"):
        return 0.0
    return KIND if answer_spans(candidate.text, asked.text, asked.kind, asked.language, ordinary) else -KIND


def ordinary_words(candidates: Sequence[Candidate]) -> frozenset[str]:
    """Return the words that these sentences write in lower case."""
    return frozenset(word for other in candidates for word in LETTERS.findall(other.text) if word.islower())


def passage_scores(asked: Asked, candidates: Sequence[Candidate]) -> Floats:
    """Return (p,) for each passage the weighted mean of the best match of each word piece in it or in its title."""
    places = sorted({one.place for one in candidates})
    best = [
        np.max([np.maximum(one.matches, one.title_matches) for one in candidates if one.place == place], axis=0)
        for place in places
    ]
    scores: Floats = np.stack(best) @ asked.weights
    return scores
