"""What must survive when a text is shortened: its names, its numbers with their units, and the clauses that deny something."""

from collections.abc import Iterator

from microrag_core.context.names import name_spans
from microrag_core.context.negations import CLAUSE_BORDER, NEGATION
from microrag_core.context.numbers import number_spans
from microrag_core.context.spans import Span, merge_spans
from microrag_core.context.words import split_words

LONGEST_CLAUSE = 120
"""Characters: of a longer clause what stands around the negation is kept."""


def fact_spans(text: str, language: str, ordinary: frozenset[str] = frozenset()) -> list[Span]:
    """Return the stretches of a sentence, in order and apart, that hold its names, numbers and denied clauses.

    `ordinary` are words seen in lower case elsewhere, so that a capital at the start of the sentence makes no name of them.
    """
    words = split_words(text, language)
    spans = [*number_spans(text, words), *denied_spans(text), *name_spans(text, words, language, ordinary)]
    return merge_spans(text, spans)


def denied_spans(text: str) -> Iterator[Span]:
    """Yield the clause around each negation; of a long one, the words around the negation."""
    borders = [(match.start(), match.end()) for match in CLAUSE_BORDER.finditer(text)]
    for match in NEGATION.finditer(text):
        start = max((end for _, end in borders if end <= match.start()), default=0)
        end = min((begin for begin, _ in borders if begin >= match.end()), default=len(text))
        if end - start > LONGEST_CLAUSE:
            start = max(start, blank_before(text, match.start() - LONGEST_CLAUSE // 2))
            end = min(end, blank_after(text, match.end() + LONGEST_CLAUSE // 2))
        stretch = text[start:end]
        yield start + len(stretch) - len(stretch.lstrip()), end - len(stretch) + len(stretch.rstrip())


def blank_before(text: str, position: int) -> int:
    """Return the start of the word at `position`, 0 before the text."""
    position = max(0, position)
    return text.rfind(" ", 0, position) + 1 if " " in text[:position][-30:] else position


def blank_after(text: str, position: int) -> int:
    """Return the end of the word at `position`, at most the end of the text."""
    found = text.find(" ", position, position + 30)
    return min(len(text), position) if found < 0 else found
