"""Which passages an answer cites, and which of its citations name nothing that was retrieved.

Read are numbers in brackets ([1][2], [1, 2], [1-3], 【1】, [Source 1], [^1]), and labels ([Title], [Title, Chapter 3], two
joined by a semicolon). A number in parentheses counts only where it cannot be anything else: at the end of a statement, in an
answer that has no number in brackets and no list numbered in parentheses. All takes time linear in the answer's length.
"""

import re
from collections.abc import Iterator

from microrag_core.datatypes import Citation, Context, Mismatch, MismatchKind
from microrag_core.grounding.brackets import Bracket, find_brackets
from microrag_core.grounding.numerals import Numeral, is_unreadable, read_numerals
from microrag_core.grounding.sources import Resolved, Sources

LABEL_SEPARATOR = re.compile(r"\s*[;；|]\s*")
LABEL_PREFIX = re.compile(r"(?:sources?|quellen?|from|see|cf\.?|ref(?:erence)?s?|citations?)\s*:\s*", re.IGNORECASE)
STATEMENT_ENDS = re.compile(r"\s*(?:[.!?。！？…,;:](?!\w)|$|[\[【(])", re.MULTILINE)
NAME_LIKE = re.compile(r"(?:[^\W\d_]|[\"“'‘])")
YEARS = range(1000, 2200)
MARKS = "*_\"“”'‘’` "

Found = Citation | Mismatch


def find_citations(answer: str, context: Context) -> tuple[list[Citation], list[Mismatch]]:
    """Return the citations of an answer that name passages of its context, and those that name none, each in order.

    Spans are exact: `answer[c.start:c.end] == c.text`. A bracket with one number or label is cited with its brackets, of
    several each has its own span within them. A range, and a label that several passages have, give one citation a passage,
    all with one span; otherwise no two spans overlap. A mismatch is `out_of_range` (a number that no passage has), `invented`
    (a source, or a part of one, that was not retrieved) or `formatting` (a citation that cannot be read: a misspelt title, an
    unclosed bracket, a range that runs backwards, a chapter of a text whose chapters are not known).
    """
    sources = Sources(context)
    brackets = list(find_brackets(answer))
    round_counts = rounds_count(answer, brackets, sources)
    found = [item for bracket in brackets for item in read_bracket(answer, bracket, sources, round_counts)]
    return [item for item in found if isinstance(item, Citation)], [item for item in found if isinstance(item, Mismatch)]


def read_bracket(answer: str, bracket: Bracket, sources: Sources, round_counts: bool) -> Iterator[Found]:
    """Yield what a bracket cites; nothing where it is no citation."""
    inner = answer[bracket.inner_start : bracket.inner_end]
    if bracket.kind == "open":
        yield mismatch(answer, bracket.start, bracket.end, "formatting")
        return
    numerals = read_numerals(inner)
    if bracket.kind == "round":
        if numerals is not None:
            yield from read_numbers(answer, bracket, numerals, sources) if round_counts and ends(answer, bracket) else ()
        elif isinstance(resolved := sources.resolve(inner), tuple) and "," in inner:
            yield from cite(answer, bracket.start, bracket.end, resolved)
    elif numerals is not None:
        if not all(numeral.first in YEARS for numeral in numerals):
            yield from read_numbers(answer, bracket, numerals, sources)
    elif is_unreadable(inner):
        resolved_label = sources.resolve(inner)
        kind: Resolved = resolved_label if isinstance(resolved_label, tuple) else "formatting"
        yield from cite(answer, bracket.start, bracket.end, kind)
    else:
        yield from read_labels(answer, bracket, sources)


def read_numbers(answer: str, bracket: Bracket, numerals: list[Numeral], sources: Sources) -> Iterator[Found]:
    """Yield the passages that numbers name; of a range those that there are, and once what it names beyond."""
    for numeral in numerals:
        alone = len(numerals) == 1
        start = bracket.start if alone else bracket.inner_start + numeral.start
        end = bracket.end if alone else bracket.inner_start + numeral.end
        if numeral.last < numeral.first:
            yield mismatch(answer, start, end, "formatting")
            continue
        named = [number for number in sorted(sources.numbers) if numeral.first <= number <= numeral.last]
        yield from cite(answer, start, end, tuple(named))
        if len(named) < numeral.last - numeral.first + 1:
            yield mismatch(answer, start, end, "out_of_range")


def read_labels(answer: str, bracket: Bracket, sources: Sources) -> Iterator[Found]:
    """Yield what the labels in a bracket name: each by itself where all are known for sources, else all as one title."""
    inner = answer[bracket.inner_start : bracket.inner_end]
    prefix = LABEL_PREFIX.match(inner)
    begin = prefix.end() if prefix else 0
    parts = [(start, end, read_part(inner[start:end], sources)) for start, end in label_spans(inner, begin)]
    whole = sources.resolve(inner[begin:])
    resolved = [part for _, _, part in parts]
    one_label = len(parts) < 2 or (None in resolved and isinstance(whole, tuple)) or not any(resolved)
    if not one_label:
        for start, end, part in parts:
            yield from cite(answer, bracket.inner_start + start, bracket.inner_start + end, part or "invented")
    elif isinstance(whole, tuple) or whole == "formatting":
        yield from cite(answer, bracket.start, bracket.end, whole)
    elif whole or prefix or names_source(answer, bracket, inner):
        yield mismatch(answer, bracket.start, bracket.end, "invented")


def read_part(label: str, sources: Sources) -> Resolved | None:
    """Return what one of several labels names; it may be a number."""
    numerals = read_numerals(label)
    if numerals is None:
        return sources.resolve(label)
    numbers = tuple(number for n in numerals for number in sorted(sources.numbers) if n.first <= number <= n.last)
    return numbers or "out_of_range"


def label_spans(inner: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the characters of each label between separators, without the blanks and marks around it."""
    ends = [(match.start(), match.end()) for match in LABEL_SEPARATOR.finditer(inner, start)]
    for end, following in [*ends, (len(inner), len(inner))]:
        text = inner[start:end]
        if text.strip(MARKS):
            yield start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
        start = following


def names_source(answer: str, bracket: Bracket, inner: str) -> bool:
    """Tell whether a bracket that names nothing known is written as a source all the same.

    It is a title of two or more words, most of them with capitals, or a name with a year, and it ends a statement: "[he]",
    "[sic]", "she [Elizabeth Bennet] refused" and "[Laughter]" are no sources.
    """
    words = [word for word in re.split(r"[\s,:]+", inner.strip(MARKS)) if word]
    long_words = [word for word in words if len(word) > 3 or word[0].isdigit()]
    if len(words) < 2 or not NAME_LIKE.match(inner.strip()) or not STATEMENT_ENDS.match(answer, bracket.end):
        return False
    capitals = sum(word[0].isupper() or word[0].isdigit() for word in long_words)
    return bool(long_words) and words[0][0].isupper() and capitals >= 0.7 * len(long_words) and not inner.isupper()


def rounds_count(answer: str, brackets: list[Bracket], sources: Sources) -> bool:
    """Tell whether numbers in parentheses are citations: no number stands in brackets, and none of them begins a line."""
    numbers: list[int] = []
    for bracket in brackets:
        numerals = read_numerals(answer[bracket.inner_start : bracket.inner_end])
        if numerals is None:
            continue
        if bracket.kind != "round":
            return False
        if not ends(answer, bracket) or begins_line(answer, bracket):
            return False
        numbers += [number for numeral in numerals for number in (numeral.first, numeral.last)]
    return bool(numbers) and all(number in sources.numbers for number in numbers)


def ends(answer: str, bracket: Bracket) -> bool:
    """Tell whether a statement, or a clause of one, ends with a bracket."""
    return STATEMENT_ENDS.match(answer, bracket.end) is not None


def begins_line(answer: str, bracket: Bracket) -> bool:
    """Tell whether nothing but blanks stands before a bracket on its line."""
    place = bracket.start - 1
    while place >= 0 and answer[place] in " \t":
        place -= 1
    return place < 0 or answer[place] == "\n"


def cite(answer: str, start: int, end: int, resolved: Resolved) -> Iterator[Found]:
    """Yield a citation for each passage, or the one mismatch."""
    if isinstance(resolved, str):
        yield mismatch(answer, start, end, resolved)
    else:
        for number in dict.fromkeys(resolved):
            yield Citation(answer[start:end], start, end, number)


def mismatch(answer: str, start: int, end: int, kind: MismatchKind) -> Mismatch:
    """Return a citation that names nothing."""
    return Mismatch(answer[start:end], start, end, kind)
