"""Which words of a sentence are denied."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice

from microrag_core.context.negations import CLAUSE_BORDER, NEGATION
from microrag_core.context.words import Word

DENYING_VERB = re.compile(
    r"\b(?:n['’]t|fail(?:s|ed|ing)?|refus(?:e|es|ed|ing)|den(?:y|ies|ied|ying)|yet to|lack(?:s|ed|ing)?|unable|incapable|"
    r"avoid(?:s|ed|ing)?|declin(?:es|ed|ing) to|prevent(?:s|ed|ing)?|reject(?:s|ed|ing)?|ceas(?:e|es|ed|ing)|"
    r"stop(?:s|ped)|prohibit(?:s|ed|ing)?|forbid(?:s|den)?|verweiger\w*|verbiet\w*|verboten|interdit\w*|prohibid[oa]s?|proibid[oa]s?|vietat[oaie])\b",
    re.IGNORECASE,
)
DENIES_NOTHING = re.compile(
    r"\b(?:not|nicht|non|no) (?:only|just|merely|least|to mention|to be outdone|nur|seulement|sólo|solo)\b"
    r"|\b(?:no|nothing) (?:less|fewer|later|sooner|more) than\b|\bno doubt\b|\bno\.\s?\d|\bnon\s?[-‐‑]"
    r"|\bno[\s-]confidence\b|\bnon-\w+",
    re.IGNORECASE,
)
CANCELLING = re.compile(rf"{DENYING_VERB.pattern}|without|ohne|sans|sin|senza|sem|unlike", re.IGNORECASE)
"""What cancels a negation before it ("not without"). Others in a row are one in most languages: "ne … pas", "no hay nada"."""
BUT = re.compile(r"\b(?:but|sondern|aber|mais|sino|pero)\b", re.IGNORECASE)
BETWEEN_TWO = re.compile(r"\s+(?:\w{1,4}\s+)?")
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

    Two negations in a row ("did not fail to") cancel out.
    """
    denied = [False] * len(words)
    found = uncancelled(list(negations(text)), text)
    if not found:
        return denied
    borders = sorted({match.start() for pattern in (CLAUSE_BORDER, BUT) for match in pattern.finditer(text)})
    starts = [word.start for word in words]
    for start, end in found:
        row = bisect_left(borders, end)
        stop = borders[row] if row < len(borders) else len(text)
        row = bisect_left(borders, start)
        begin = borders[row - 1] if row else 0
        following = range(bisect_left(starts, end), bisect_left(starts, stop))
        earlier = range(bisect_left(starts, start) - 1, bisect_left(starts, begin) - 1, -1)
        after = islice((place for place in following if not words[place].function), REACH)
        before = islice((place for place in earlier if not words[place].function and words[place].end <= start), 2)
        for place in list(after) or before:
            denied[place] = True
    return denied


def uncancelled(spans: Sequence[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Return the negations without pairs, at most a short word between them, of which one cancels the other."""
    left: list[tuple[int, int]] = []
    for span in spans:
        cancels = CANCELLING.fullmatch(text, *span) or (left and DENYING_VERB.fullmatch(text, *left[-1]))
        if left and cancels and BETWEEN_TWO.fullmatch(text, left[-1][1], span[0]):
            left.pop()
        else:
            left.append(span)
    return left
