"""The language of a question: a text so short that its small words and the words that ask must tell it together."""

from microrag_core.indexing.words import WORD
from microrag_core.retrieval.question_words import asking_words, question_language, stop_words
from microrag_core.text.language import SMALL_WORDS, language_of


def asked_language(question: str) -> str:
    """Return a two-letter code: by the script, in Latin letters the language most of whose small and asking words are there.

    "How do hosts treat strangers who ask?" has one small word of Portuguese ("do"), and three of English.
    """
    guess = language_of(question)
    if guess not in SMALL_WORDS:
        return guess
    words = [word.casefold() for word in WORD.findall(question)]
    counts = {code: sum(word in stop_words(code) or word in asking_words(code) for word in words) for code in SMALL_WORDS}
    best = max(counts.values())
    tied = [code for code, count in counts.items() if count == best]
    usual = question_language(question)
    return usual if not best or usual in tied else tied[0]
