"""Joins the halves of words that a PDF hyphenates at the ends of lines."""

import re
from collections import Counter
from collections.abc import Iterable

from microrag_core.loading.pdf_lines import Line

WORD = re.compile(r"[^\W\d_]+")
LAST_WORD = re.compile(r"[^\W\d_]+$")
COMPOUND = re.compile(r"[^\W\d_]+-[^\W\d_]+")


class Vocabulary:
    """The words of a document, which tell whether a hyphen at a line's end belongs to the word."""

    def __init__(self, lines: Iterable[Line]) -> None:
        texts = [line.text.lower() for line in lines]
        self._words = Counter(word for text in texts for word in WORD.findall(text))
        self._compounds = {word for text in texts for word in COMPOUND.findall(text)}

    def join(self, first: str, second: str) -> str:
        """Return two lines as one where the first lost a hyphen at its end.

        The hyphen stays when the document has the compound elsewhere, or has both halves elsewhere but not the joined word,
        or when the first half is one letter, or the second does not begin in lower case.
        """
        left, right = LAST_WORD.search(first), WORD.match(second)
        if not left or not right or not second[0].islower() or len(left[0]) == 1:
            return f"{first}-{second}"
        halves = left[0].lower(), right[0].lower()
        if self._words["".join(halves)]:
            return first + second
        both_known = all(self._words[half] > 1 and len(half) > 2 for half in halves)
        return f"{first}-{second}" if both_known or "-".join(halves) in self._compounds else first + second
