"""Signs that a passage only looks as if it answered a question: what is matched, and what speaks against it.

The signs are compared in the sentence that matches best. Each was found to tell the answerable from the unanswerable
questions of SQuAD 2.0 (Rajpurkar and others 2018), whose unanswerable ones were written to look answerable; see `WEIGHTS`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from microrag_core.answering.asked import Asked
from microrag_core.answering.candidates import Candidate
from microrag_core.answering.opposites import opposed
from microrag_core.context.negations import NEGATION
from microrag_core.context.words import split_words
from microrag_core.datatypes import Floats
from microrag_core.retrieval.question_names import names_and_numbers

DIGITS = re.compile(r"\d[\d.,:]*")
LONGEST = 30
"""Word pieces: a longer question is no surer sign."""
MATCHED = 0.6
"""From this cosine on a name counts as found although it is written otherwise."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What was seen of a question in its best sentence and passage.

    `matched` is the mean over its word pieces of the squared best cosine in the sentence, so that what is said in the same
    words counts more. `weakest` is the cosine of its least matched word there, `weakest_near` in the whole passage: a word
    that stands elsewhere belongs to another statement. `length` counts its word pieces. `missing_names` stand nowhere in the
    passage and `missing_numbers` nowhere in the sentence; `opposites` are words whose opposite stands in the sentence instead
    (`opposites_near`: in the passage). `denies` is true where the question denies something, `denial_differs` where one of
    question and sentence does and the other does not. `absent_names` are those of the missing names that no passage has, none
    in German, which writes all nouns like names.
    """

    matched: float
    weakest: float
    weakest_near: float
    length: int
    missing_names: tuple[str, ...]
    missing_numbers: tuple[str, ...]
    opposites: tuple[str, ...]
    opposites_near: tuple[str, ...]
    denies: bool
    denial_differs: bool
    absent_names: tuple[str, ...] = ()

    def values(self) -> Floats:
        """Return (10,) the signs as numbers, in the order of `WEIGHTS`."""
        counts = (len(self.missing_names), len(self.missing_numbers), len(self.opposites), len(self.opposites_near))
        matches = (self.matched, self.weakest, self.weakest_near, min(self.length, LONGEST))
        return np.array((*matches, *counts, self.denies, self.denial_differs), np.float32)


def read_signs(asked: Asked, best: Candidate, candidates: Sequence[Candidate]) -> Signs:
    """Return the signs of a question in its best sentence, and in the passage that this is from."""
    beside = [other for other in candidates if other.place == best.place]
    title = best.passage.hit.document.title
    sentence, passage = f"{title} {best.text}", " ".join([title, *(other.text for other in beside)])
    question_words, sentence_words = lowered(asked.text, asked.language), lowered(sentence, asked.language)
    here = opposed(question_words, sentence_words)
    near = opposed(question_words, lowered(passage, asked.language))
    missing = missing_names(asked, best, passage.casefold())
    denies, denied = bool(NEGATION.search(asked.text)), bool(NEGATION.search(best.text))
    return Signs(
        matched=float((best.matches**2).mean()),
        weakest=weakest(asked, best.matches),
        weakest_near=weakest(asked, np.max([np.maximum(other.matches, other.title_matches) for other in beside], axis=0)),
        length=len(best.matches),
        missing_names=tuple(missing),
        missing_numbers=tuple(number for number in numbers_of(asked.text) if number not in numbers_of(sentence)),
        opposites=tuple(here),
        opposites_near=tuple(word for word in near if word not in here),
        denies=denies,
        denial_differs=denies != denied,
        absent_names=tuple(absent(missing, candidates)) if missing and asked.language != "de" else (),
    )


def absent(names: Sequence[str], candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield the names that stand in no sentence and no title."""
    titles = {one.passage.hit.document.title for one in candidates}
    everything = " ".join([*titles, *(one.text for one in candidates)]).casefold()
    return (name for name in names if stem_of(name) not in everything)


def stem_of(name: str) -> str:
    """Return a name as it is looked for."""
    return name.casefold().removesuffix("'s").removesuffix("’s")


def lowered(text: str, language: str) -> frozenset[str]:
    """Return the words of a text in lower case."""
    return frozenset(word.text.casefold() for word in split_words(text, language))


def numbers_of(text: str) -> list[str]:
    """Return the numbers of a text in digits, as they are written."""
    return [match.group().rstrip(".,:") for match in DIGITS.finditer(text)]


def missing_names(asked: Asked, best: Candidate, passage: str) -> list[str]:
    """Return the words of the question's names that the passage lacks and the best sentence has nothing like."""
    names = {word for name in names_and_numbers(asked.text).split(", ") for word in name.split() if not word[:1].isdigit()}
    return [
        word.text
        for word, rows in zip(asked.naming, asked.word_rows, strict=True)
        if word.text in names
        and stem_of(word.text) not in passage
        and (not len(rows) or float(best.matches[rows].mean()) < MATCHED)
    ]


def weakest(asked: Asked, matches: Floats) -> float:
    """Return the match of the question's least matched naming word, the mean of all word pieces where it has none."""
    return min((float(matches[rows].mean()) for rows in asked.word_rows if len(rows)), default=float(matches.mean()))


WEIGHTS = np.array((2.65, 2.95, -1.77, 0.09, -0.43, -1.82, -2.32, -0.44, -1.66, -0.39), np.float32)
BIAS = -2.06
"""Of a logistic regression on SQuAD's 4,050 questions on 12 articles, half of them answerable. Fitted on eleven articles and
asked about the twelfth, the area under the curve is 0.75 (cosine: 0.64). Whether the sentence has the form of what is asked
for (`expected`) was tried too: it tells nothing here, since the unanswerable questions were written to have such a
sentence."""


def answered(signs: Signs) -> float:
    """Return how likely a question with these signs is answered by what looks like its answer, 0 to 1."""
    return float(1 / (1 + np.exp(-(float(WEIGHTS @ signs.values()) + BIAS))))
