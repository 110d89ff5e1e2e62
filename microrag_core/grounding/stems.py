"""Words without their endings."""

import re
from collections.abc import Sequence

import Stemmer

from microrag_core.indexing.word_forms import STEMMERS

POSSESSIVE = re.compile("['’]s?\\Z", re.IGNORECASE)


def stems_of(words: Sequence[str], language: str) -> list[str]:
    """Return the words in lower case without their endings (Porter 2001, Snowball), as they are where there is no stemmer."""
    plain = [POSSESSIVE.sub("", word.casefold().replace("’", "'")) for word in words]
    if language not in STEMMERS:
        return plain
    # A stemmer of its own each time: one is not to be shared by threads.
    stems: list[str] = Stemmer.Stemmer(STEMMERS[language]).stemWords(plain)
    return stems
