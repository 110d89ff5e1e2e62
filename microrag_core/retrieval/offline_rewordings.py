"""A question in other words without a model: its keywords, and the statement that would answer it."""

import re

from microrag_core.indexing.words import WORD
from microrag_core.retrieval.question_words import asking_words, particles, question_language, stop_words

ENDS = " \t\n¿¡?？!！.。؟;"
AROUND = ENDS + ':,"“”„«»()[]'
HELPERS = "(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)"
WHAT_IS = re.compile(r"(?:what|who|which)(?: (is|are|was|were)\b|'s|’s)(?! \w+ing\b)", re.I)
DO = re.compile(r" (?:do|does|did) ", re.I)
OPENINGS = (
    (re.compile(rf"{HELPERS} ", re.I), ""),
    (re.compile(r"how many ", re.I), "The number of "),
    (re.compile(r"how much ", re.I), "The amount of "),
    (re.compile(rf"why (?:{HELPERS} )?", re.I), "The reason why "),
    (re.compile(rf"when (?:{HELPERS} )?", re.I), "The time when "),
    (re.compile(rf"where (?:{HELPERS} )?", re.I), "The place where "),
    (re.compile(rf"how (?:{HELPERS} )?", re.I), "The way in which "),
    (re.compile(r"whom? ", re.I), "The person who "),
    (re.compile(r"(?:(?:in|on|at|by|from|for|of|with) )?(?:what|which) ", re.I), "The "),
)
"""How English questions begin, and what a statement begins with instead; the first that fits counts."""


def keywords(question: str) -> str:
    """Return the words of a question that have a topic, as they are written and in their order; may be empty.

    A word that may ask is left out where it is written small or comes first only: a title may hold one.
    """
    language = question_language(question)
    if cut := particles(language):
        return " ".join(WORD.findall(re.sub("|".join(map(re.escape, cut)), " ", question)))
    words = [word for token in question.split() if (word := token.replace("’", "'").strip(AROUND))]
    return " ".join(word for place, word in enumerate(words) if has_topic(word, language, first=place == 0))


def has_topic(word: str, language: str, *, first: bool) -> bool:
    """Tell whether a word is no small word and does not ask; one in capitals ("WHO", vitamin "D") is neither."""
    plain = word.casefold().removesuffix("'s")
    if word.isupper() and not first and word not in ("I", "A"):
        return True
    return plain not in stop_words(language) and not (plain in asking_words(language) and (first or word.islower()))


def statement(question: str) -> str:
    """Return a question as the beginning of a statement that answers it; empty for what is no question or has no topic.

    "What is the capital of France?" gives "The capital of France is", "Who wrote it?" "The person who wrote it". Grammar is not
    mended beyond that. Questions in other languages lose the words that ask.
    """
    text = " ".join(question.split()).strip(ENDS)
    if not keywords(question):
        return ""
    if question_language(question) == "en":
        if match := WHAT_IS.match(text):
            rest = text[match.end() :].strip()
            return capitalized(f"{rest} {(match[1] or 'is').lower()}") if rest else ""
        for opening, instead in OPENINGS:
            if match := opening.match(text):
                return capitalized(instead + DO.sub(" ", text[match.end() :], count=1))
    return without_asking(text) if question.rstrip().endswith(("?", "？", "؟")) else ""


def without_asking(text: str) -> str:
    """Return a text without the words that ask: those it begins with, or in a script without spaces all."""
    language = question_language(text)
    if cut := particles(language):
        return re.sub("|".join(re.escape(part) for part in cut if len(part) > 1), "", text).strip()
    words = text.split(" ")
    while len(words) > 1 and words[0].casefold() in asking_words(language):
        words.pop(0)
    return capitalized(" ".join(words))


def capitalized(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]
