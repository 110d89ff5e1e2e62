"""Where a sentence says of the same thing something else than the claim: another number, another date, the opposite."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from microrag_core.context.words import Word
from microrag_core.datatypes import Booleans
from microrag_core.grounding.matching import Match
from microrag_core.grounding.opposites import opposed
from microrag_core.grounding.quantities import CALENDAR
from microrag_core.text.months import MONTHS, VERBS

SHARED = 0.6
"""Share of a claim's other words that the sentence must have too, so that both speak of the same."""
DENIED = 0.75
"""From this similarity on a word that one side denies is the one that the other says."""

Kind = Literal["number", "date", "opposite", "denial"]


@dataclass(frozen=True, eq=False)
class Contradiction:
    """`words` (n,) of the claim that the sentence contradicts, the reason in words, and what differs."""

    words: Booleans
    reason: str
    kind: Kind


def contradictions(match: Match, shared: float = SHARED) -> list[Contradiction]:
    """Return in what the sentence contradicts the claim; nothing where the two do not share that much of their words."""
    found = [*other_numbers(match), *other_units(match), *other_months(match), *opposite_words(match), *denials(match)]
    return [contradiction for contradiction in found if speaks_of_same(match, contradiction.words, shared)]


def speaks_of_same(match: Match, disputed: Booleans, shared: float) -> bool:
    """Tell whether the sentence has that share of the claim's words that are not disputed, the claim's first name aside."""
    others = match.claim.content & ~disputed & ~match.claim.numbers & ~match.claim.subject
    if not others.any():
        return bool(match.literal[match.claim.subject & match.claim.content].any())
    return float((match.literal | (match.words >= DENIED))[others].mean()) >= shared


def other_numbers(match: Match) -> Iterator[Contradiction]:
    """Yield each number of the claim that the sentence lacks where it has another of the same unit that the claim lacks."""
    said = {quantity.value for quantity in match.claim.quantities}
    values = {quantity.value for quantity in match.sentence.quantities}
    for quantity in match.claim.quantities:
        rivals = [q for q in match.sentence.quantities if q.measures_as(quantity) and q.value not in said]
        marked = np.array([quantity.start <= word.start < quantity.end for word in match.claim.words], bool)
        if quantity.value in values or not rivals or match.claim.denied[marked].any():
            continue
        mine = match.claim.text[quantity.start : quantity.end]
        theirs = match.sentence.text[rivals[0].start : rivals[0].end]
        kind: Kind = "date" if quantity.unit == CALENDAR else "number"
        yield Contradiction(marked, f"it says “{mine}” where the source says “{theirs}”", kind)


def other_units(match: Match) -> Iterator[Contradiction]:
    """Yield each number of the claim that the sentence has too, but never as the same amount: of euros, say, not of dollars."""
    for quantity in match.claim.quantities:
        same = [other for other in match.sentence.quantities if other.value == quantity.value]
        marked = np.array([quantity.start <= word.start < quantity.end for word in match.claim.words], bool)
        if same and all(quantity.clashes_with(other) for other in same) and not match.claim.denied[marked].any():
            mine = match.claim.text[quantity.start : quantity.end]
            theirs = match.sentence.text[same[0].start : same[0].end]
            yield Contradiction(marked, f"it says “{mine}” where the source says “{theirs}”", "number")


def other_months(match: Match) -> Iterator[Contradiction]:
    """Yield each month of the claim that the sentence lacks where it has one that the claim lacks."""
    mine = month_places(match.claim.words)
    theirs = month_places(match.sentence.words)
    rivals = [name for name in theirs if name not in mine]
    for name, place in mine.items():
        if name not in theirs and rivals:
            marked = np.arange(len(match.claim.words)) == place
            yield Contradiction(marked, f"it says “{name.title()}” where the source says “{rivals[0].title()}”", "date")


def month_places(found: Sequence[Word]) -> dict[str, int]:
    """Return the months among words with a place of each; "may" and "march" in lower case are verbs more often."""
    return {
        word.text.lower(): place
        for place, word in enumerate(found)
        if word.text.lower() in MONTHS and (word.text[0].isupper() or word.text not in VERBS)
    }


def opposite_words(match: Match) -> Iterator[Contradiction]:
    """Yield each word of the claim that the sentence lacks where it has its opposite, which the claim lacks."""
    claim, sentence = match.claim, match.sentence
    for place, stem in enumerate(claim.stems):
        if match.literal[place] or not claim.content[place]:
            continue
        for other, rival in enumerate(sentence.stems):
            same_side = claim.denied[place] == sentence.denied[other]
            if same_side and opposed(stem, rival) and rival not in claim.known:
                marked = np.arange(len(claim.words)) == place
                mine, theirs = claim.words[place].text, sentence.words[other].text
                yield Contradiction(marked, f"it says “{mine}” where the source says “{theirs}”", "opposite")
                break


def denials(match: Match) -> Iterator[Contradiction]:
    """Yield the words that one of the two denies and the other says, all at once."""
    strong = match.turned & (match.table.max(axis=1, initial=0) >= DENIED)
    if strong.any():
        denied_here = bool(match.claim.denied[strong].any())
        yield Contradiction(
            strong, "it denies what the source says" if denied_here else "the source denies what it says", "denial"
        )
