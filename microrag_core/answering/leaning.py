"""Does a question lean on what was said before it?"""

import re

from microrag_core.context.words import Word, split_words
from microrag_core.retrieval.question_words import asking_words, question_language

BEGINS = re.compile(
    r"(?:and|but|or|so|also|then|what\s+about|how\s+about|what\s+if|und|aber|oder|auch|was\s+ist\s+mit|wie\s+(?:sieht|steht)\s+es\s+(?:mit|bei)|"
    r"et|mais|y|pero|e|ma|mas|en|maar|а|и|но)(?![\w'’-])|[那而还還]|以及|そして|では|じゃあ|و(?=\S)",
    re.IGNORECASE,
)
PRONOUN = re.compile(
    r"\b(?:he|she|it|they|him|her|hers|them|his|their|theirs|its|this|that|these|those|there|one|ones|same|former|latter|"
    r"er|sie|es|ihn|ihm|ihr|ihre|ihren|ihrem|ihrer|sein|seine|seinen|seinem|seiner|dies|diese|dieser|dieses|diesem|diesen|"
    r"dort|dafür|davon|dabei|darin|damals|denen|il|elle|ils|elles|lui|leur|leurs|ce|cet|cette|ces|cela|él|ella|ellos|ellas|su|sus|"
    r"esto|eso|esta|ese|esa|он|она|они|оно|его|её|их|это)\b"
    r"|他们|她们|它们|他|她|它|这|這|那[个個些里裡]|其|彼|彼女|それ|これ|その|この|هو|هي|هم|هذا|هذه|ذلك",
    re.IGNORECASE,
)
EMPTY = re.compile(
    r"\b(?:is|are|was|were|will|be|been|isn't|aren't)\s+there\b|\bthere\s+(?:is|are|was|were|will)\b"
    r"|\bit\s+(?:takes?|took|true|possible|necessary|means?)\b|\bgibt\s+es\b|\bes\s+gibt\b",
    re.IGNORECASE,
)
FEW_WORDS = 5
ENOUGH = 2
"""So many words that name something, before a pronoun, are likely to be what it stands for."""


def leans(question: str) -> bool:
    """Tell whether a question cannot be understood by itself.

    It begins as the continuation of another, has a pronoun before which it names next to nothing, or names nothing at all.
    """
    language = question_language(question)
    asking = asking_words(language)
    words = split_words(question, language)
    naming = [word for word in words if not word.function and word.text.casefold() not in asking]
    if not words:
        return False
    if BEGINS.match(question.lstrip()) and len(naming) <= FEW_WORDS:
        return True
    pronoun = next(
        (match for match in PRONOUN.finditer(question) if not (begins_name(match, naming) or is_empty(match, question))), None
    )
    if pronoun and sum(word.end <= pronoun.start() for word in naming) < ENOUGH:
        return True
    return len(words) <= FEW_WORDS and not any(tells(word, words) for word in naming)


def is_empty(match: re.Match[str], question: str) -> bool:
    """Tell whether a pronoun stands for nothing: "is there", "it takes", "is it true"."""
    return EMPTY.search(question, max(0, match.start() - 8), match.end() + 10) is not None


def begins_name(match: re.Match[str], naming: list[Word]) -> bool:
    """Tell whether what looks like a pronoun is a part of a longer word that names something."""
    return any(word.start <= match.start() < word.end and len(word.text) > len(match.group()) + 2 for word in naming)


def tells(word: Word, words: list[Word]) -> bool:
    """Tell whether a word makes a short question understood: it names something and is no number.

    A single lower-case word after an asking word ("why not?", "how much?") names too little; a word asked by itself is a
    search.
    """
    return not word.number and (len(words) == 1 or len(word.text) > 3 or not word.text.islower())
