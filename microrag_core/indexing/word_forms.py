"""Which words of a language carry no topic, and what its words have in common in all their forms."""

from collections import Counter
from collections.abc import Sequence

import Stemmer
from bm25s import stopwords

from microrag_core.indexing.words import split_words
from microrag_core.text.language import SMALL_WORDS, WORD_LANGUAGES, language_of

RARE = 0.05
"""Among texts in Latin letters, a language guessed for a smaller share than this is taken for a chance of a few small words."""

STEMMERS = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}

STOP_WORDS = {
    "da": stopwords.STOPWORDS_DANISH,
    "de": stopwords.STOPWORDS_GERMAN,
    "en": stopwords.STOPWORDS_EN_PLUS,
    "es": stopwords.STOPWORDS_SPANISH,
    "fr": stopwords.STOPWORDS_FRENCH,
    "it": stopwords.STOPWORDS_ITALIAN,
    "nl": stopwords.STOPWORDS_DUTCH,
    "no": stopwords.STOPWORDS_NORWEGIAN,
    "pt": stopwords.STOPWORDS_PORTUGUESE,
    "ru": stopwords.STOPWORDS_RUSSIAN,
    "sv": stopwords.STOPWORDS_SWEDISH,
    "tr": stopwords.STOPWORDS_TURKISH,
}


class WordForms:
    """The stems (Porter 2001, Snowball) of the words of one language that are no stop words; for one thread at a time.

    A language without a stemmer keeps its words as they are, one without a list of stop words keeps all of them: what is in
    every text weighs next to nothing anyway.
    """

    def __init__(self, language: str) -> None:
        self._stop_words = frozenset(word.casefold() for word in STOP_WORDS.get(language, ()))
        self._stemmer = Stemmer.Stemmer(STEMMERS[language]) if language in STEMMERS else None

    def of(self, text: str, *, single_characters: bool) -> list[str]:
        """Return the stems of a text in order; see `split_words`."""
        words = [word for word in split_words(text, single_characters=single_characters) if word not in self._stop_words]
        if self._stemmer is None:
            return words
        stems: list[str] = self._stemmer.stemWords(words)
        return stems


def guess_languages(texts: Sequence[str]) -> list[str]:
    """Return a language for each text: by itself where its script or its small words tell, else the commonest of the others.

    A language guessed for fewer than one in twenty of the texts in Latin letters gives way to the commonest too.
    """
    guesses = [language_of(text) for text in texts]
    latin = Counter(guess for guess, text in zip(guesses, texts, strict=True) if guess in SMALL_WORDS and tells(text))
    if not latin:
        return guesses
    commonest = latin.most_common(1)[0][0]
    frequent = {language for language, count in latin.items() if count >= RARE * latin.total()}
    return [
        guess if guess not in SMALL_WORDS or (guess in frequent and tells(text)) else commonest
        for guess, text in zip(guesses, texts, strict=True)
    ]


def tells(text: str) -> bool:
    """Return whether a text has any of the small words by which languages in Latin letters are told apart."""
    return any(word in WORD_LANGUAGES for word in text.lower().split())
