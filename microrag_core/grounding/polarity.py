"""Which words of a sentence are denied."""

import re
from collections.abc import Iterator, Sequence

from microrag_core.context.negations import CLAUSE_BORDER, NEGATION
from microrag_core.context.words import Word

DENYING_VERB = re.compile(
    r"\b(?:n['’]t|fail(?:s|ed|ing)?|refus(?:e|es|ed|ing)|den(?:y|ies|ied|ying)|yet to|lack(?:s|ed|ing)?|unable|incapable|"
    r"avoid(?:s|ed|ing)?|declin(?:es|ed|ing) to|prevent(?:s|ed|ing)?|reject(?:s|ed|ing)?|ceas(?:e|es|ed|ing)|"
    r"stop(?:s|ped)|prohibit(?:s|ed|ing)?|forbid(?:s|den)?|verweiger\w*|verbiet\w*|verboten)\b",
    re.IGNORECASE,
)
DENIES_NOTHING = re.compile(
    r"\b(?:not|nicht|non|no) (?:only|just|merely|least|to mention|to be outdone|nur|seulement|sólo|solo)\b"
    r"|\b(?:no|nothing) (?:less|fewer|later|sooner|more) than\b|\bno doubt\b|\bno\.\s?\d",
    re.IGNORECASE,
)
BUT = re.compile(r"\b(?:but|sondern|aber|mais|sino|pero)\b", re.IGNORECASE)
REACH = 5
"""Words that carry meaning after a negation that it denies; most clauses have fewer."""


def negations(text: str) -> Iterator[tuple[int, int]]:
    """Yield the characters of each word that denies, in order; "not only" and its kind deny nothing."""
    harmless = [match.span() for match in DENIES_NOTHING.finditer(text)]
    spans = sorted({match.span() for pattern in (NEGATION, DENYING_VERB) for match in pattern.finditer(text)})
    place = 0
    for start, end in spans:
        while place < len(harmless) and harmless[place][1] <= start:
            place += 1
        if place == len(harmless) or harmless[place][0] > start:
            yield start, end


def denied_words(text: str, words: Sequence[Word]) -> list[bool]:
    """Tell of each word whether it is denied: it stands after a negation in its clause, or before one that ends its clause.

    Two negations of one word cancel out.
    """
    denied = [False] * len(words)
    found = list(negations(text))
    if not found:
        return denied
    borders = sorted({match.start() for pattern in (CLAUSE_BORDER, BUT) for match in pattern.finditer(text)})
    for start, end in found:
        stop = next((border for border in borders if border >= end), len(text))
        begin = max((border for border in borders if border < start), default=0)
        after = [place for place, word in enumerate(words) if not word.function and end <= word.start < stop]
        before = [place for place, word in enumerate(words) if not word.function and begin <= word.start and word.end <= start]
        for place in after[:REACH] or before[-2:]:
            denied[place] = not denied[place]
    return denied
