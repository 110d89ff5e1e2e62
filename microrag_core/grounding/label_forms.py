"""Titles, sections and pages in the forms in which they are compared."""

import re
import unicodedata
from dataclasses import dataclass

ROMAN = re.compile(r"(?=[mdclxvi])m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
WORD = re.compile(r"[^\W_]+")
ARTICLES = ("the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il")
KINDS = {
    "chapter": "chapter chap ch kapitel kap chapitre capítulo capitolo",
    "section": "section sec abschnitt sección",
    "part": "part teil partie parte",
    "book": "book buch livre libro",
    "page": "page p pp pages pg seite s página",
    "article": "article art artikel",
    "appendix": "appendix anhang",
    "letter": "letter",
    "act": "act",
    "scene": "scene",
}
KIND_OF = {word: kind for kind, listing in KINDS.items() for word in listing.split()}
COUNTED = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty"
)
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
VALUES = {word: number for listing in (COUNTED, ORDINALS) for number, word in enumerate(listing.split(), 1)}


@dataclass(frozen=True, slots=True)
class Place:
    """A numbered part of a document, such as ("chapter", 3)."""

    kind: str
    number: int


def words_of(label: str) -> tuple[str, ...]:
    """Return the words of a title in lower case, without signs and an article at the beginning."""
    words = tuple(WORD.findall(unicodedata.normalize("NFKC", label).casefold()))
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def places_of(words: tuple[str, ...]) -> set[Place]:
    """Return the numbered parts that words name: "chapter iii", "ch 3", "book the third" and "p 12" each name one."""
    found = set()
    for row, word in enumerate(words):
        if (kind := KIND_OF.get(word)) is None:
            continue
        following = [other for other in words[row + 1 : row + 3] if other != "the"]
        number = number_of(following[0]) if following else None
        if number is not None:
            found.add(Place(kind, number))
    return found


def number_of(word: str) -> int | None:
    """Return the value of a word that is a number in digits, Roman or English."""
    if word.isdecimal():
        return int(word[:9])
    if word in VALUES:
        return VALUES[word]
    return roman_value(word) if word and ROMAN.fullmatch(word) else None


def roman_value(word: str) -> int:
    """Return the value of a Roman number in lower case."""
    values = [ROMAN_VALUES[letter] for letter in word]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
