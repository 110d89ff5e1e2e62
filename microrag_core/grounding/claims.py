"""An answer in claims, each with the citations that belong to it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from microrag_core.datatypes import Citation, Mismatch
from microrag_core.grounding.claim_kinds import begins_listing, is_claim
from microrag_core.grounding.regions import code_regions
from microrag_core.text.sentences import split_sentences

MARKER = re.compile(r"(?:[ \t]*(?:>|[-*+•‣▪●◦–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])(?=\s)\s*)+(?:\[[ xX]\]\s+)?")
PARAGRAPH_BREAK = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+•>]|\d{1,3}[.)])[ \t])")
STOPS = ".!?…。！？؟।"


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """Characters `start` to `end` of an answer: a sentence or list item without its marker, and its citations.

    `plain` is its text with blanks in place of every citation, so that places in it are places in the answer less `start`.
    `states` is false where it states nothing that a source could bear out.
    """

    text: str
    start: int
    end: int
    plain: str
    citations: tuple[Citation, ...]
    states: bool


def split_claims(answer: str, citations: Sequence[Citation], mismatches: Sequence[Mismatch] = ()) -> list[AnswerSentence]:
    """Return the sentences of an answer in order, `answer[s.start:s.end] == s.text`.

    A citation belongs to the sentence that it stands in, or, after a full stop, to the one before it. One that begins a line
    belongs to the sentence after it. Citations after the last full stop of a paragraph none of whose other sentences cites
    anything belong to all of them. Code, lists of sources and lines with nothing but citations are no claims.
    """
    every: list[Citation | Mismatch] = [*citations, *mismatches]
    marks = sorted({(item.start, item.end) for item in every})
    masked = without_marks(blank(answer, marks))
    spans = [trimmed(masked, sentence.start, sentence.end) for sentence in split_sentences(masked)]
    spans = [(start, end) for start, end in spans if start < end]
    if not spans:
        return []
    code = code_regions(answer)
    owners = {mark: owner(mark, spans, answer) for mark in marks}
    shared = shared_marks(owners, spans, answer)
    statements, listing = [], False
    own = cited_by(citations, owners, shared, len(spans))
    for row, (start, end) in enumerate(spans):
        plain = masked[start:end]
        listing = listing or begins_listing(plain)
        stated = not listing and start not in code and is_claim(plain)
        statements.append(AnswerSentence(answer[start:end], start, end, plain, own[row], stated))
    return statements


def blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with blanks in place of spans, and of brackets and separators that are left around them."""
    parts, last = [], 0
    for start, end in spans:
        if start < last:
            continue
        parts += [text[last:start], " " * (end - start)]
        last = end
    masked = "".join(parts) + text[last:]
    return EMPTY_BRACKET.sub(lambda match: " " * len(match[0]), masked) if spans else masked


def without_marks(text: str) -> str:
    """Return the text with blanks in place of HTML tags and of an editor's "[sic]" and "[…]", which no source has to say."""
    return NO_WORDS.sub(lambda match: " " * len(match[0]), text)


NO_WORDS = re.compile(
    r"</?(?:b|i|u|em|strong|br|p|sup|sub|span|div|small|code|li|ul|ol|cite|mark|a)(?:\s[^<>\n]{0,200})?\s?/?>|\[(?:sic|\.\.\.|…)!?\]",
    re.IGNORECASE,
)
EMPTY_BRACKET = re.compile(r"[\[【［(][ ,;，；、&|]{1,400}[\]】］)]")


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without list markers, signs of emphasis and blanks around it."""
    if marker := MARKER.match(text, start, end):
        start = marker.end()
    while start < end and text[start] in " \t\n*_":
        start += 1
    while end > start and text[end - 1] in " \t\n*_":
        end -= 1
    return start, end


def owner(mark: tuple[int, int], spans: Sequence[tuple[int, int]], answer: str) -> int:
    """Return the row of the sentence that a citation belongs to."""
    row = bisect_right(spans, (mark[0], len(answer))) - 1
    if row < 0:
        return 0
    if mark[0] < spans[row][1] or row + 1 == len(spans):
        return row
    before, after = answer[spans[row][1] : mark[0]], answer[mark[1] : spans[row + 1][0]]
    return row + 1 if "\n" in before and "\n" not in after else row


def shared_marks(
    owners: dict[tuple[int, int], int], spans: Sequence[tuple[int, int]], answer: str
) -> dict[tuple[int, int], list[int]]:
    """Return for each citation after the end of an otherwise uncited paragraph the rows of the paragraph's other sentences."""
    breaks = [match.start() for match in PARAGRAPH_BREAK.finditer(answer)]
    paragraph = [bisect_right(breaks, start) for start, _ in spans]
    rows_of: dict[int, list[int]] = {}
    for row, number in enumerate(paragraph):
        rows_of.setdefault(number, []).append(row)
    marks_of: dict[int, list[tuple[int, int]]] = {}
    for mark, row in owners.items():
        marks_of.setdefault(paragraph[row], []).append(mark)
    shared = {}
    for number, marks in marks_of.items():
        rows = rows_of[number]
        end = spans[rows[-1]][1]
        if len(rows) > 1 and all(mark[0] >= end for mark in marks) and answer[end - 1] in STOPS:
            shared.update({mark: rows[:-1] for mark in marks})
    return shared


def cited_by(
    citations: Sequence[Citation],
    owners: dict[tuple[int, int], int],
    shared: dict[tuple[int, int], list[int]],
    count: int,
) -> list[tuple[Citation, ...]]:
    """Return the citations of each of `count` sentences, in their order."""
    found: list[list[Citation]] = [[] for _ in range(count)]
    for citation in citations:
        mark = (citation.start, citation.end)
        for row in [*shared.get(mark, []), owners[mark]]:
            found[row].append(citation)
    return [tuple(items) for items in found]
