"""Do two sentences of different documents speak of the same thing? Only then can they disagree."""

import re

import numpy as np

from microrag_core.grounding.statement import ARTICLES, LEADS, Statement
from microrag_core.grounding.stems import stems_of
from microrag_core.text.months import MONTHS
from microrag_core.text.vocabulary import words

PRONOUNS = words(
    "it its he his she her hers they their this that these those er sie es sein ihr dies diese dieser il elle ils elles ce "
    "cette él ella ellos ellas este esta esto"
)
SENTENCE = re.compile(r"(?![ \t]*(?:[-*+•#>|]|\d{1,3}[.)]\s)).*[.!?。！？][\"'”’)\]*_]*\s*\Z", re.DOTALL)

KINDS = """
policy rules regulation guideline handbook manual procedure terms conditions version edition revision tariff prices fees
schedule timetable directive contract agreement statute
"""
OTHER_KINDS = """
richtlinie ordnung satzung handbuch preisliste tarif vertrag fahrplan fassung règlement politique tarifs reglamento política
"""
REPLACED = frozenset(stems_of(KINDS.split(), "en")) | words(OTHER_KINDS)
"""Stems in the titles of documents that later versions replace."""
IN_COMMON = 0.5


def versions(one_title: frozenset[str], other_title: frozenset[str]) -> bool:
    """Tell whether two documents are versions of one, by the stems of their titles: a kind of document that is replaced, and
    half of the other words too, numbers and months aside."""
    one, other = (
        frozenset(stem for stem in title if stem.isalpha() and stem not in MONTHS) for title in (one_title, other_title)
    )
    common = one & other
    return len(common) > 1 and bool(common & REPLACED) and len(common) >= IN_COMMON * len(one | other)


def same_matter(one: Statement, other: Statement, one_title: frozenset[str], other_title: frozenset[str]) -> bool:
    """Tell whether two sentences may speak of the same thing.

    They do not where each has a name that the other lacks, where the names that they begin with have other numbers, where one
    calls its subject "it" in a document with another title, and where one switches something off and the other does not.
    Titles are given as stems.
    """
    if (pronoun_first(one) or pronoun_first(other)) and one_title != other_title:
        return False
    if ("off" in one.known) != ("off" in other.known):
        return False
    if heading_numbers(one) != heading_numbers(other):
        return False
    return not (own_names(one, other) and own_names(other, one))


def pronoun_first(statement: Statement) -> bool:
    """Tell whether one of the first two words stands for a subject that was named before."""
    return any(word.text.lower() in PRONOUNS for word in statement.words[:2])


def own_names(one: Statement, other: Statement) -> bool:
    """Tell whether a sentence has a name that another lacks; months and a single capital at the beginning are none."""
    for row in np.flatnonzero(one.names).tolist():
        alone_first = row == 0 and not (len(one.names) > 1 and one.names[1])
        if not alone_first and one.words[row].text.lower() not in MONTHS and one.stems[row] not in other.known:
            return True
    return False


def heading_numbers(statement: Statement) -> frozenset[float]:
    """Return the numbers in the name that a sentence begins with: "The 2013–14 Rams season" is not that of the year after."""
    end = 0
    for row, word in enumerate(statement.words):
        named = word.number or (word.text[0].isupper() and not word.function)
        if not named and word.text.lower() not in (LEADS if row else ARTICLES):
            break
        end = word.end
    return frozenset(quantity.value for quantity in statement.quantities if quantity.number_end <= end)


def whole_sentence(statement: Statement) -> bool:
    """Tell whether a text is a sentence: an item of a list may stand under a line that denies it."""
    return SENTENCE.match(statement.text) is not None
