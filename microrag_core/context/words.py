"""Words of a text as spans, in any script.

Scripts without spaces (Chinese, Japanese, Thai and their neighbours) have no words to see. A run of such characters is cut at
those that are function words by themselves, and what lies between counts as a word, as in RAKE (Rose and others, 2010).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microrag_core.context.function_words import CHINESE, JAPANESE, function_words
from microrag_core.context.scripts import MARKS, UNSPACED

LETTER = rf"[^\W\d_{UNSPACED}][{MARKS}]*"
WORD = re.compile(
    rf"(?:\d++(?:[.,'’٫٬:]\d+)*+(?![^\W_{UNSPACED}]))"
    rf"|(?P<unspaced>[{UNSPACED}]+)"
    rf"|(?:[A-Z]\.){{2,}}"
    rf"|(?:{LETTER}|\d)+(?:['’\-‐‑](?:{LETTER}|\d)+)*"
)
# 和 is "and", but part of 共和国 (republic) and 和平 (peace).
UNSPACED_CUT = re.compile(f"(?:(?!(?<=共)和|和[平谐諧])[{CHINESE}])+|[{JAPANESE}]+")


@dataclass(frozen=True, slots=True)
class Word:
    """Characters `start` to `end` of a text; `function` words hold a sentence together and name nothing.

    A `number` has a digit ("5.5", "20mg", "p53").
    """

    start: int
    end: int
    text: str
    function: bool
    number: bool


def split_words(text: str, language: str) -> list[Word]:
    """Return the words of `text` in order. `language` is a two-letter code and decides which are function words."""
    functions = function_words(language)
    found: list[Word] = []
    for match in WORD.finditer(text):
        start, end, word = match.start(), match.end(), match.group()
        if match["unspaced"]:
            found += split_unspaced(word, start)
        else:
            found.append(Word(start, end, word, word.lower() in functions, any(map(str.isdigit, word))))
    return found


def split_unspaced(run: str, offset: int) -> Iterator[Word]:
    """Yield the pieces of a run without spaces that begins at `offset` of its text, function characters apart."""
    last = 0
    for match in UNSPACED_CUT.finditer(run):
        if match.start() > last:
            yield Word(offset + last, offset + match.start(), run[last : match.start()], False, False)
        yield Word(offset + match.start(), offset + match.end(), match.group(), True, False)
        last = match.end()
    if last < len(run):
        yield Word(offset + last, offset + len(run), run[last:], False, False)
