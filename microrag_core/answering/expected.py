"""Where a sentence holds what a question asks for: names, times, places, numbers with their units, reasons.

The candidates are found by their form (see `context.names` and `context.numbers`), and what the question says itself is none:
"When was the Treaty of 1648 signed?" is not answered by "1648".
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from microrag_core.answering.asking import AnswerKind
from microrag_core.answering.times import TIME
from microrag_core.context.names import name_spans
from microrag_core.context.numbers import number_spans
from microrag_core.context.spans import Span
from microrag_core.context.words import Word, split_words

REASON = re.compile(
    r"\b(?:because|since|due\s+to|owing\s+to|thanks\s+to|as\s+a\s+(?:result|consequence)|so\s+that|so\s+as|in\s+order\s+to|therefore|thus|hence|"
    r"caus(?:e[sd]?|ing)|led\s+to|leads?\s+to|leading\s+to|result(?:s|ed|ing)?\s+(?:in|from)|reasons?|for\s+fear|on\s+account\s+of|given\s+that|"
    r"fear(?:ed|ing)?|want(?:ed|ing|s)?|prevent(?:ed|ing|s)?|allow(?:ed|ing|s)?|enabl(?:ed?|ing|es)|to\s+(?!the\b|a\b|an\b|his\b|her\b|its\b|their\b)[a-z]+|for\s+[a-z]+ing|"
    r"weil|denn|da|deshalb|daher|darum|deswegen|aufgrund|wegen|damit|um\s.{1,60}\szu|infolge|führten?\s+zu|verursacht\w*|gr(?:und|ünde)\w*|"
    r"parce\s+que|car|puisque|afin|à\s+cause|grâce|porque|debido|puesto\s+que|para|perché|poiché|porquê|devido|omdat|want|doordat)\b"
    r"|因为|因為|由于|由於|因此|所以|为了|為了|导致|導致|使得|以便|から|ため|ので|لأن|بسبب|لكي|نتيجة",
    re.IGNORECASE,
)
PLACE_BEFORE = re.compile(
    r"\b(?:in|at|on|near|from|to|into|of|across|between|outside|inside|within|through|throughout|around|towards?|along|"
    r"bei|aus|nach|von|vor|zwischen|durch|am|im|an|auf|à|en|au|aux|dans|de|por|a|da|di|nel|nella|em|no|na|te|uit|naar)\s+(?:the\s+|der\s+|den\s+|dem\s+|la\s+|el\s+)?\Z"
    r"|[在于於从從到至]\Z",
    re.IGNORECASE,
)


def answer_spans(sentence: str, question: str, kind: AnswerKind, language: str, ordinary: frozenset[str]) -> list[Span]:
    """Return the stretches of a sentence that could be what the question asks for; none for `yes_no` and `other`.

    `ordinary` are words that the passage writes in lower case elsewhere.
    """
    words = split_words(sentence, language)
    asked = {word.text.casefold() for word in split_words(question, language)}
    found = sorted(set(candidates(sentence, words, kind, language, ordinary)))
    return [span for span in found if kind == "reason" or says_new(sentence[span[0] : span[1]], asked, question, language)]


def candidates(
    sentence: str, words: Sequence[Word], kind: AnswerKind, language: str, ordinary: frozenset[str]
) -> Iterator[Span]:
    """Yield the stretches that have the form of the kind asked for."""
    if kind == "time":
        yield from matches(TIME, sentence)
    elif kind == "number":
        yield from number_spans(sentence, words)
        yield from matches(
            re.compile(r"\b(?:one|once|ein(?:e[rnms]?)?mal|none|no)\b|[一二三四五六七八九十百千万两]+", re.IGNORECASE), sentence
        )
    elif kind == "reason":
        yield from matches(REASON, sentence)
    elif kind in ("person", "name", "place"):
        names = list(name_spans(sentence, words, language, ordinary))
        yield from names if kind != "place" else (located(names, sentence) or names)


def matches(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """Yield where a pattern matches."""
    return (match.span() for match in pattern.finditer(text))


def located(names: Iterable[Span], sentence: str) -> list[Span]:
    """Return the names before which a word of place stands."""
    return [span for span in names if PLACE_BEFORE.search(sentence, 0, span[0])]


def says_new(stretch: str, asked: set[str], question: str, language: str) -> bool:
    """Tell whether a stretch has a word that names something and that the question does not have."""
    words = [word for word in split_words(stretch, language) if not word.function]
    return any(word.text.casefold() not in asked and word.text not in question for word in words)
