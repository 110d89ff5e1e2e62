"""The brackets of an answer that may be citations, in one pass."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microrag_core.grounding.regions import excluded_regions, link_ends
from microrag_core.text.vocabulary import words

LONGEST = 300
"""Characters: no label is longer."""
BRACKET = re.compile(
    rf"\[\[(?P<double>[^\[\]\n]{{1,{LONGEST}}})\]\]|\[(?P<square>[^\[\]\n]{{1,{LONGEST}}})\]"
    rf"|【(?P<lens>[^【】\n]{{1,{LONGEST}}})】|［(?P<wide>[^［］\n]{{1,{LONGEST}}})］"
)
ROUND = re.compile(rf"\((?P<round>[^()\n]{{1,{LONGEST}}})\)")
UNCLOSED = re.compile(r"\[\s*(?P<open>\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,20})(?=\s*(?:$|[.!?](?:\s|$)))", re.MULTILINE)
IMAGE = re.compile(r"!\Z")
OPERATOR = re.compile(r"\s?(?:[=+*/<>%^]|\.\w|\()|\s?-\s?\d")
CODE_NAMES = words("arr array args argv list lst vec vector data items item values value row rows col cols buf matrix map dict")
INTERVAL = re.compile(r"(?:\b(?:in|interval|range|between|within|from|auf|intervall)|[∈×=])\s*\Z", re.IGNORECASE)
NAME_BEFORE = re.compile(r"[\w.$]{1,60}\Z")


@dataclass(frozen=True, slots=True)
class Bracket:
    """Characters `start` to `end` with the brackets, `inner_start` to `inner_end` within; `kind` is square, round or open."""

    start: int
    end: int
    inner_start: int
    inner_end: int
    kind: str


def find_brackets(answer: str) -> Iterator[Bracket]:
    """Yield the brackets in order that are not in code, no link, no image, no index of an array, no interval.

    Those in parentheses are yielded too: whether they are citations depends on what they hold.
    """
    excluded = excluded_regions(answer)
    targets = link_ends(answer)
    last_end = -1
    found = sorted(
        (match for pattern in (BRACKET, ROUND, UNCLOSED) for match in pattern.finditer(answer)), key=lambda match: match.start()
    )
    for match in found:
        kind = match.lastgroup or ""
        if match.start() in excluded or match.start() < last_end:
            continue
        if kind in ("square", "double", "lens", "wide"):
            if match.end() - 1 in targets or is_image(answer, match) or is_index(answer, match, last_end):
                continue
            last_end = match.end()
        bracket_kind = {"round": "round", "open": "open"}.get(kind, "square")
        yield Bracket(match.start(), match.end(), match.start(kind), match.end(kind), bracket_kind)


def is_image(answer: str, match: re.Match[str]) -> bool:
    """Tell whether a bracket is the description of a Markdown image that refers to a definition."""
    return answer[match.start() - 1 : match.start()] == "!" and answer[match.end() : match.end() + 1] in ("[", "(")


def is_index(answer: str, match: re.Match[str], last_end: int) -> bool:
    """Tell whether a bracket is the index of an array, or an interval of numbers.

    "refused[1]" is a citation, "a[1]", "row_sums[1]", "f(x)[1]" and "args[0]" are not.
    """
    start, end = match.start(), match.end()
    if not match[match.lastgroup or 0][0].isdigit():
        return False
    before = answer[max(0, start - 80) : start]
    if INTERVAL.search(before) and "," in match[0]:
        return True
    if start == last_end or not before or before[-1].isspace():
        return False
    if before[-1] in ")]}" and OPERATOR.match(answer, end):
        return True
    name = NAME_BEFORE.search(before)
    if name is None or not (name[0][-1].isalnum() or name[0][-1] in "_$"):
        return False
    word = name[0]
    looks_like_code = (
        (len(word) == 1 and word not in "IVX") or "_" in word or "$" in word or re.search(r"\w\.\w|[a-z][A-Z]", word)
    )
    return bool(looks_like_code or word in CODE_NAMES or OPERATOR.match(answer, end))
