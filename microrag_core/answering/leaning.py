"""Does a question lean on what was said before it?"""

import re
from functools import cache

from microrag_core.answering.asking import AUXILIARIES, HOW_MUCH
from microrag_core.answering.pronouns import pronouns
from microrag_core.context.words import Word, split_words
from microrag_core.retrieval.question_words import asking_words, question_language

BEGINS = re.compile(
    r"(?:and|but|or|so|also|then|what\s+about|how\s+about|what\s+if|und|aber|oder|auch|was\s+ist\s+mit|wie\s+(?:sieht|steht)\s+es\s+(?:mit|bei)|"
    r"et|mais|y|pero|e|ma|mas|en|maar|а|и|но)(?![\w'’-])|[那而还還]|以及|そして|では|じゃあ|و(?=\S)",
    re.IGNORECASE,
)
SECOND_CLAUSE = re.compile(r"[,;:–—]\s*(?=(\w+))")
VAGUE = frozenset(
    f"{HOW_MUCH} soon again more less early late else next take takes took happen happens happened mean means "
    "lange oft hoch weit schnell früh spät viel viele mehr weniger passiert passierte dauert sonst".split()
)
AFTER_HOW = re.compile(r"\b(?:how|wie)\s+(\w+)", re.IGNORECASE)
CIRCUMSTANCE = re.compile(
    r"\w+\s+(?:the|its?|on|at|in|during|after|before|until|since|from|to|near|outside|inside|with|without|under|"
    r"der|die|das|den|dem|am|an|im|während|nach|vor|seit|ab|mit|ohne|unter|von)\b",
    re.IGNORECASE,
)
"""How a continuation begins that adds to the last question, or asks for a part of its topic: "and on weekends?"."""
SHORT = 3
"""Letters: a lower-case word that is not longer names too little ("not", "ago")."""
FEW_WORDS = 5
FEW_NAMING = 3
"""A question that begins as the continuation of another and names more than this can be understood by itself."""
ENOUGH = 2
"""So many words that name something, before a pronoun, are likely to be what it stands for."""


def leans(question: str) -> bool:
    """Tell whether a question cannot be understood by itself.

    It begins as the continuation of another and names little, has a pronoun before which it names next to nothing, or names
    nothing at all. Where it names something and asks about it in a clause of its own ("and what about technicians, may they
    ...?"), it has all it needs.
    """
    language = question_language(question)
    words = split_words(question, language)
    naming = naming_words(question)
    if not words or has_own_clause(question, naming, language):
        return False
    if BEGINS.match(question.lstrip()) and len(naming) <= FEW_NAMING:
        return True
    pronoun = next((match for match in pronouns(question) if not begins_name(match, naming)), None)
    if pronoun and sum(word.end <= pronoun.start() for word in naming) < ENOUGH:
        return True
    return len(words) <= FEW_WORDS and not any(tells(word, words) for word in naming)


def naming_words(question: str) -> list[Word]:
    """Return the words of a question that name something: no function words, none that ask, no auxiliary verbs."""
    language = question_language(question)
    empty = asking_words(language) | auxiliaries(language)
    return [word for word in split_words(question, language) if not word.function and word.text.casefold() not in empty]


@cache
def auxiliaries(language: str) -> frozenset[str]:
    """Return the auxiliary verbs of a language, in lower case."""
    return frozenset(AUXILIARIES.get(language, "").split())


def has_own_clause(question: str, naming: list[Word], language: str) -> bool:
    """Tell whether a continuation names something and asks about it after a comma."""
    begins = BEGINS.match(question.lstrip())
    if not begins:
        return False
    first = begins.end() + len(question) - len(question.lstrip())
    asking, topics = asking_words(language) | auxiliaries(language), [word for word in naming if tells_topic(word, question)]
    return any(
        match[1].casefold() in asking
        and any(first <= word.start and word.end <= match.start() for word in topics)
        and any(word.start >= match.end() for word in topics)
        for match in SECOND_CLAUSE.finditer(question)
    )


def begins_name(match: re.Match[str], naming: list[Word]) -> bool:
    """Tell whether what looks like a pronoun is a part of a longer word that names something."""
    return any(word.start <= match.start() < word.end and len(word.text) > len(match.group()) + 2 for word in naming)


def tells(word: Word, words: list[Word]) -> bool:
    """Tell whether a word makes a short question understood: it names something and is no number.

    A single lower-case word after an asking word ("why not?", "how much?") names too little; a word asked by itself is a
    search.
    """
    return not word.number and (len(words) == 1 or len(word.text) > SHORT or not word.text.islower())


def own_topic(question: str) -> list[Word]:
    """Return the words by which a continuation names a topic in place of the last one: "newcomers" in "and what about
    newcomers?", none in "and how long?" and "and on weekends?"."""
    begins = BEGINS.match(question.lstrip())
    if begins is None or CIRCUMSTANCE.match(question.lstrip()):
        return []
    return [word for word in naming_words(question) if tells_topic(word, question)]


def tells_topic(word: Word, question: str) -> bool:
    """Tell whether a naming word names a topic: it is no number, no extent ("how strong") and not very short."""
    if (
        word.number
        or word.text.casefold() in VAGUE
        or (word.text.islower() and len(word.text) <= SHORT and word.text.isascii())
    ):
        return False
    return all(match.start(1) != word.start for match in AFTER_HOW.finditer(question))
