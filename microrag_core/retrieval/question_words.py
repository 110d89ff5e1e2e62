"""Words that make a text a question and say nothing of what it is about, beside the stop words of its language."""

from functools import cache

from microrag_core.indexing.word_forms import STOP_WORDS
from microrag_core.indexing.words import WORD
from microrag_core.text.language import SMALL_WORDS, language_of

ASKING = {
    "en": "who whom whose what which when where why how many much tell explain describe name list please",
    "de": "wer wen wem wessen was welche welcher welches welchen welchem wann wo woher wohin warum wieso weshalb wie wieviel",
    "fr": "qui que quoi quel quelle quels quelles quand où pourquoi comment combien est-ce",
    "es": "quién quiénes qué cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas",
    "it": "chi che cosa quale quali quando dove perché come quanto quanta quanti quante",
    "pt": "quem que qual quais quando onde como quanto quanta quantos quantas porquê",
    "nl": "wie wat welke welk wanneer waar waarom hoe hoeveel",
    "ru": "кто что какой какая какое какие когда где куда почему зачем как сколько чей",
    "ar": "من ما ماذا متى أين لماذا كيف كم أي هل",
}

PARTICLES = {
    "zh": "为什么 為什麼 什么时候 什麼時候 是什么 是什麼 什么 什麼 哪一个 哪个 哪些 哪里 哪裡 哪位 哪 何时 何時 "
    "怎么样 怎么 怎麼 怎样 多少 是谁 谁 誰 吗 嗎 呢 的 是 了 在",
    "ja": "ですか ますか ました でした ください とは なぜ どうして どのように どの どこ いつ だれ 誰 何 "
    "は を が の に で と か",
}
"""In scripts without spaces these stand within the text."""


def question_language(question: str) -> str:
    """Return a two-letter code: by the script, in Latin letters the language most of whose small and asking words are there.

    "How do hosts treat strangers who ask?" has one small word of Portuguese ("do"), and three of English. Of several languages
    alike the one that `language_of` guesses is meant.
    """
    guess = language_of(question)
    if guess not in SMALL_WORDS:
        return guess
    words = [word.casefold() for word in WORD.findall(question)]
    counts = {code: sum(word in stop_words(code) or word in asking_words(code) for word in words) for code in SMALL_WORDS}
    best = max(counts.values())
    return guess if counts[guess] == best else max(counts, key=lambda code: counts[code])


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the small words of a language, in lower case."""
    return frozenset(word.casefold() for word in STOP_WORDS.get(language, ()))


@cache
def asking_words(language: str) -> frozenset[str]:
    """Return the words that ask in a language, in lower case."""
    return frozenset(ASKING.get(language, "").split())


@cache
def particles(language: str) -> tuple[str, ...]:
    """Return what is cut out of a question in a script without spaces, the longest first, as they hold shorter ones."""
    return tuple(sorted(PARTICLES.get(language, "").split(), key=len, reverse=True))
