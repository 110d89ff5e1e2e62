"""Does a full stop end the sentence, or does it belong to an abbreviation, an initial or an ordinal number?

English and German words are judged by the lists below, in either language, since texts mix the two. Short words that no
list holds, and those of all other languages, are put to `sentencex`, which knows the abbreviations of some 60 languages.
"""

import re
from functools import lru_cache
from unicodedata import combining

import sentencex  # type: ignore[import-untyped]

from microrag_core.text.vocabulary import (
    BEFORE_NUMBER,
    GERMAN_MONTHS,
    GERMAN_PERIODS,
    LETTERED,
    NEVER_LAST,
    ORDINARY_WORDS,
    PERHAPS_LAST,
    SENTENCE_STARTERS,
)

ROMAN = re.compile(r"[IVXLC]+\Z")
NEXT_WORD = re.compile(r"[^\W\d_]+")
PREVIOUS_WORD = re.compile(r"([^\W\d_]+)\s+\Z")
JUDGED_BY_OWN_LISTS = frozenset({"en", "de"})

LONGEST_DOTTED = max(map(len, NEVER_LAST))
"""No known abbreviation is longer, so that a long row of letters and stops is not read again at each of them."""


def stop_ends_sentence(text: str, stop: int, following: int, language: str) -> bool:
    """Tell whether the single full stop at `text[stop]` ends a sentence.

    `following` is where the first letter or digit (or other sign) after the stop stands. Looks at a bounded stretch of text.
    """
    start = stop
    lowest = max(0, stop - 40)
    while start > lowest and (text[start - 1].isalnum() or combining(text[start - 1])):
        start -= 1
    if start == stop:
        return True
    found = NEXT_WORD.match(text, following, following + 40)
    next_word = found.group() if found else ""
    if text[start:stop].isdecimal():
        return number_ends_sentence(text, start, stop, next_word, language)
    if dotted_word(text, start, stop) in NEVER_LAST:
        return False
    if stop - start == 1:
        return letter_ends_sentence(text, start, next_word)
    return word_ends_sentence(text[start:stop], text[following], next_word, language)


def word_ends_sentence(word: str, sign: str, next_word: str, language: str) -> bool:
    """Tell whether a word of several letters and its stop end a sentence; `sign` is what comes after the stop."""
    starter = begins_sentences(next_word)
    if word.lower() in ORDINARY_WORDS:
        return not sign.isdigit()
    if word.lower() in BEFORE_NUMBER or word in PERHAPS_LAST:
        return starter
    if language == "de" and ROMAN.match(word):
        return starter or not next_word
    return starter or not is_abbreviation(word, language)


def begins_sentences(word: str) -> bool:
    """Tell whether `word` is one that mostly begins sentences; a long one in capitals is taken for a section's label."""
    if word.isupper() and len(word) >= 6:
        return True
    return word in SENTENCE_STARTERS or (word.islower() and word.capitalize() in SENTENCE_STARTERS)


def dotted_word(text: str, start: int, stop: int) -> str:
    """Return the word `text[start:stop]` with the single letters and stops before it, blanks left out: "z. B" gives "z.B"."""
    word = text[start:stop]
    while start >= 2 and len(word) <= LONGEST_DOTTED:
        before = start - 2 if text[start - 1].isspace() and start >= 3 else start - 1
        letter = before - 1
        if text[before] != "." or not text[letter].isalpha() or (letter > 0 and text[letter - 1].isalnum()):
            break
        word = f"{text[letter]}.{word}"
        start = letter
    return word


def number_ends_sentence(text: str, start: int, stop: int, next_word: str, language: str) -> bool:
    """Tell whether the number `text[start:stop]` and its stop end a sentence, or are an ordinal such as the German "3. Mai"."""
    part_of_number = start > 0 and text[start - 1] in ".,-–"
    if part_of_number or stop - start > 2 or not next_word or begins_sentences(next_word):
        return True
    if next_word in GERMAN_MONTHS or (next_word in GERMAN_PERIODS and language != "en"):
        return False
    if language in JUDGED_BY_OWN_LISTS:
        return language == "en"
    return not joined_by_library(text[start:stop], next_word, language)


def letter_ends_sentence(text: str, position: int, next_word: str) -> bool:
    """Tell whether the letter at `position` and its stop end a sentence, or are an initial or part of an abbreviation."""
    letter, before = text[position], text[max(0, position - 30) : position]
    if before.endswith(("/", "°")) or begins_sentences(next_word):
        return True
    if letter.islower() and letter.isascii() and before.rstrip()[-1:].isdigit() and next_word not in {"", "Chr"}:
        # A unit: "3.5 s." But "50 v. Chr." is a German year.
        return True
    if not letter.isupper() and not letter.islower():
        # Arabic and Hebrew shorten titles to a letter ("د. محمد") and years to one after the number ("2004 م.").
        return not "\u0590" <= letter <= "\u06ff" or before.rstrip()[-1:].isdigit()
    previous = PREVIOUS_WORD.search(before)
    return previous is not None and previous.group(1).lower() in LETTERED


def is_abbreviation(word: str, language: str) -> bool:
    """Tell whether `sentencex` takes a short word for an abbreviation; English and German ones are asked if capitalised."""
    if len(word) > 5 or word.isupper() or (language in JUDGED_BY_OWN_LISTS and not word[0].isupper()):
        return False
    return joined_by_library(word, "Xx", language)


@lru_cache(maxsize=4096)
def joined_by_library(word: str, next_word: str, language: str) -> bool:
    """Tell whether `sentencex` reads on after `word` and a full stop."""
    return len(sentencex.segment(language, f"Xx {word}. {next_word} xx")) == 1
