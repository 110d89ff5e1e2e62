"""Which passages are named by the question or by one another.

A question of two steps ("where was the director of X born?") is answered in a passage that does not resemble it: the one about
the person whom the passage about X names. That a found passage's title stands in another found passage is the sign of it.
"""

import re
from collections.abc import Sequence

import numpy as np

from microrag_core.context.scripts import UNSPACED
from microrag_core.context.source import Source
from microrag_core.context.words import split_words
from microrag_core.datatypes import Floats

BRACKETED = re.compile(r"\s*[(（][^()（）]*[)）]\s*\Z")
SHORTEST = 2


def asked_for(query: str, sources: Sequence[Source]) -> Floats:
    """Return (n,): 1 for a passage whose document's title stands in the question, else 0."""
    names = [name_of(source) for source in sources]
    return np.array([float(name is not None and name.search(query) is not None) for name in names], np.float32)


def named_by_others(sources: Sequence[Source]) -> Floats:
    """Return (n,): 1/r for a passage whose title stands in another document's passage, r the best rank of such, else 0."""
    names = [name_of(source) for source in sources]
    strengths = np.zeros(len(sources), np.float32)
    for row, name in enumerate(names):
        for rank, other in enumerate(sources, 1):
            if name and other.hit.document.title != sources[row].hit.document.title and name.search(other.text):
                strengths[row] = 1 / rank
                break
    return strengths


def name_of(source: Source) -> re.Pattern[str] | None:
    """Return what finds a document's title in a text, without a last bracket such as "(film)"; None where it names nothing."""
    title = BRACKETED.sub("", source.hit.document.title).strip()
    if len(title) < SHORTEST or all(word.function for word in split_words(title, source.language)):
        return None
    name = re.escape(title)
    return re.compile(name if re.search(f"[{UNSPACED}]", title) else rf"(?<!\w){name}(?!\w)", re.IGNORECASE)
