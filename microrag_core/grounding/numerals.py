"""Passage numbers as models write them in brackets: "1", "1, 2", "1-3", "Source 1", "^1", "1†source", "1, p. 5"."""

import re
from dataclasses import dataclass

PREFIX = re.compile(
    r"\s*(?:(?:sources?|passages?|excerpts?|documents?|docs?|ref(?:erence)?s?|citations?|cite|chunks?|contexts?|(?:foot)?notes?|"
    r"quellen?|fuentes?|see|cf|siehe|vgl)\b\.?\s*:?|id\s*[:=])?\s*(?:[#^№@]|no\.|nr\.)?\s*",
    re.IGNORECASE,
)
SEPARATOR = re.compile(r"\s*(?:[,;，；、&+|/]|\band\b|\bund\b|\bet\b|\by\b)\s*", re.IGNORECASE)
NUMBER = re.compile(r"\d{1,4}(?![\w.]*\d)")
RANGE = re.compile(r"(\d{1,4})\s*(?:[-–—‐‑~]|\.\.+|…|\bto\b|\bbis\b)\s*[#^]?(\d{1,4})")
TAIL = re.compile(r"\s*†[^\]】]{0,80}")
LOCATOR = re.compile(
    r"(?:pp?|pages?|seiten?|s|sections?|sec|chapters?|chap|ch|kapitel|sentences?|lines?|paras?|paragraphs?|§+)\b\.?\s*[\w.–-]{1,12}|§+\s*[\w.]{1,8}",
    re.IGNORECASE,
)
UNREADABLE = re.compile(
    r"(?:(?:sources?|passages?|excerpts?|documents?|citations?|references?)(?:\s+[\w#]{1,3})?|\d{1,3}:\d{1,3}(?:†.{0,80})?|\d{1,3}\([a-z]\))\s*\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Numeral:
    """Characters `start` to `end` of what stands in a bracket, and the numbers from `first` to `last` that it names."""

    start: int
    end: int
    first: int
    last: int


def read_numerals(inner: str) -> list[Numeral] | None:
    """Return the numbers in a bracket, or None where it holds anything else, a decimal or a negative number among them.

    A place within a passage after the numbers ("1, p. 5") is passed over.
    """
    found: list[Numeral] = []
    position = 0
    while True:
        prefix = PREFIX.match(inner, position)
        position = prefix.end() if prefix else position
        if found and (locator := LOCATOR.match(inner, position)):
            position = locator.end()
        elif (numeral := read_numeral(inner, position)) is not None:
            found.append(numeral)
            position = numeral.end
        else:
            return None
        if tail := TAIL.match(inner, position):
            position = tail.end()
        if not inner[position:].strip(" \t\u00a0."):
            return found
        separator = SEPARATOR.match(inner, position)
        if separator is None or separator.end() == len(inner):
            return None
        position = separator.end()


def read_numeral(inner: str, position: int) -> Numeral | None:
    """Return the number or range at a place."""
    if match := RANGE.match(inner, position):
        return Numeral(match.start(), match.end(), int(match[1]), int(match[2]))
    if match := NUMBER.match(inner, position):
        return Numeral(match.start(), match.end(), int(match[0]), int(match[0]))
    return None


def is_unreadable(inner: str) -> bool:
    """Tell whether a bracket points at a source in a way that names none: "Source", "Passage A", "4:0†source"."""
    return UNREADABLE.match(inner.strip()) is not None
