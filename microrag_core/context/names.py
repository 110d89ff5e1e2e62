"""Names in a sentence, found by how they are written: by capitals and quotation marks, else see `caseless_names`."""

import re
from collections.abc import Iterator, Sequence

from microrag_core.context.caseless_names import caseless_name_spans
from microrag_core.context.spans import Span
from microrag_core.context.word_lists import CONNECTORS
from microrag_core.context.words import Word

QUOTED = re.compile(r"[\"“”„«»「『《〈]([^\"“”„«»「」『』《》〈〉\n]{2,80})[\"“”»«」』》〉]")
GERMAN_ABSTRACT = re.compile(r"\w{2,}(?:(?:ung|heit|keit|schaft|tion|tät)(?:en)?|ismus|nis|chen|lein)\Z")


def name_spans(text: str, words: Sequence[Word], language: str, ordinary: frozenset[str]) -> Iterator[Span]:
    """Yield the stretches of a sentence that are written as names; some lie in others.

    German writes every noun with a capital, so there all nouns count but those whose ending marks an abstract one.
    """
    for match in QUOTED.finditer(text):
        yield match.start(), match.end()
    yield from capitalised(text, words, language, ordinary)
    yield from caseless_name_spans(text, words)


def capitalised(text: str, words: Sequence[Word], language: str, ordinary: frozenset[str]) -> Iterator[Span]:
    """Yield runs of words with a capital, with small words such as "of" between two of them."""
    first = last = -1
    for place, word in enumerate(words):
        if not is_capitalised(word, place == 0, language, ordinary):
            continue
        between = words[last + 1 : place]
        if (
            first >= 0
            and all(w.text in CONNECTORS for w in between)
            and not re.search(r"[.,;:!?()]", text[words[last].end : word.start])
        ):
            last = place
            continue
        if first >= 0:
            yield words[first].start, words[last].end
        first = last = place
    if first >= 0:
        yield words[first].start, words[last].end


def is_capitalised(word: Word, begins: bool, language: str, ordinary: frozenset[str]) -> bool:
    """Tell whether a word is written as a name: with a capital that its place in the sentence does not ask for."""
    if word.function or not any(map(str.isupper, word.text)):
        return False
    if any(map(str.isupper, word.text[1:])):
        return True
    if language == "de" and GERMAN_ABSTRACT.match(word.text):
        return False
    return not begins or word.text.lower() not in ordinary
