"""Which sentences are quoted, and in what order."""

import re
from collections.abc import Sequence

import numpy as np

from microrag_core.answering.candidates import Candidate
from microrag_core.datatypes import Floats
from microrag_core.text.blocks import MARKDOWN_HEADING

MOST = 3
NEARLY = 0.06
"""A further sentence is quoted when its score is at most this much below the best one's."""
LEANING = re.compile(
    r"[\"'“„«(\[]*(?:he|she|it|they|him|her|them|his|hers|its|their|this|these|those|such|both|the\s+(?:latter|former|same)|"
    r"however|therefore|thus|hence|moreover|furthermore|instead|then|otherwise|nevertheless|consequently|"
    r"er|sie|es|ihm|ihr|ihre|ihren|sein|seine|seinen|dies|diese|dieser|dieses|diesem|dabei|dadurch|daher|deshalb|dennoch|jedoch|dort|"
    r"il|elle|ils|elles|ce|cette|ces|cela|él|ella|ellos|ellas|esto|esta|este|estos|estas)(?![\w'’-])"
    r"|[\"'“(]*that\s+(?:is|was|were|are|has|had|would|will)\b"
    r"|[“「『(]*(?:他|她|它|他们|她们|它们|他們|她們|它們|这|這|那|此|该|該|其|因此|但是|然而|それ|これ|彼|彼女|その|この)",
    re.IGNORECASE,
)


def choose(candidates: Sequence[Candidate], scores: Floats) -> list[Candidate]:
    """Return up to three sentences as an answer reads best: passages in the order of their best sentence, each in its own
    order.

    The best one comes with those that are nearly as good and say it in other words. A sentence that leans on the one before it
    ("He refused.") has that one before it, at the cost of the least good of the further ones. A heading is quoted only where
    there is nothing else.
    """
    given = [row for row, one in enumerate(candidates) if one.number]
    quotable = [row for row in given if not MARKDOWN_HEADING.match(candidates[row].text)] or given
    if not quotable:
        return []
    order = sorted(quotable, key=lambda row: (-float(scores[row]), row))
    picked = [order[0]]
    for row in order[1:]:
        if len(picked) == MOST or scores[row] < scores[order[0]] - NEARLY:
            break
        if not any(same_words(candidates[row], candidates[other]) for other in picked):
            picked.append(row)
    return in_reading_order([candidates[row] for row in with_leads(picked, candidates)])


def with_leads(picked: Sequence[int], candidates: Sequence[Candidate]) -> list[int]:
    """Return the picked rows, the best first, with what a leaning sentence leans on, at most `MOST` together."""
    places = {
        (one.place, one.row): row for row, one in enumerate(candidates) if one.number and not MARKDOWN_HEADING.match(one.text)
    }
    found: list[int] = []
    for row in picked:
        one = candidates[row]
        before = places.get((one.place, one.row - 1)) if LEANING.match(one.text) else None
        wanted = [other for other in (before, row) if other is not None and other not in found]
        if found and len(found) + len(wanted) > MOST:
            continue
        found += wanted
    return found


def same_words(one: Candidate, other: Candidate) -> bool:
    """Tell whether two sentences are the same but for case, signs and white space."""
    return letters(one.text) == letters(other.text)


def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case."""
    return "".join(character for character in text.casefold() if character.isalnum())


def in_reading_order(chosen: Sequence[Candidate]) -> list[Candidate]:
    """Return sentences document by document, the document of the best one first, within each in its own order."""
    documents = {one.passage.hit.document.id: place for place, one in reversed(list(enumerate(chosen)))}
    keys = [(documents[one.passage.hit.document.id], one.start) for one in chosen]
    return [chosen[row] for row in sorted(np.arange(len(chosen)).tolist(), key=lambda row: keys[row])]
