"""Pseudo-relevance feedback: words that the first results share, taken as words of what is looked for."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from microrag_core.indexing.word_forms import WordForms
from microrag_core.indexing.words import split_words
from microrag_core.text.language import language_of

TERMS = 8


def feedback_terms(question: str, texts: Sequence[str], count: int = TERMS) -> list[str]:
    """Return the `count` words, not in the question, with the largest share of the texts, the largest first.

    It is the relevance model of Lavrenko and Croft (2001) as RM3 uses it (Abdul-Jaleel et al. 2004): P(w) = sum over the texts
    of P(w | text) P(text), with the texts in order of rank and P(text) falling as 1 / rank. Forms of a word are one word,
    named by the commonest of them; stop words, numbers and words of one letter are left out. A word in one text alone is
    taken only where no more are shared: it tells of that text, not of the topic.
    """
    shares: dict[str, float] = defaultdict(float)
    spread: Counter[str] = Counter()
    written: dict[str, Counter[str]] = defaultdict(Counter)
    asked: set[str] = set()
    for rank, text in enumerate(texts, 1):
        forms = WordForms(language_of(text))
        asked.update(forms.of(question, single_characters=False))
        stems = [(stem, word) for word in split_words(text, single_characters=False) for stem in stem_of(word, forms)]
        for stem, word in stems:
            shares[stem] += 1 / len(stems) / rank
            written[stem][word] += 1
        spread.update({stem for stem, _ in stems})
    asked.update(split_words(question, single_characters=False))
    new = [stem for stem in shares if stem not in asked and not written[stem].keys() & asked]
    best = sorted(new, key=lambda stem: (spread[stem] < 2, -shares[stem], stem))
    return [written[stem].most_common(1)[0][0] for stem in best[:count]]


def stem_of(word: str, forms: WordForms) -> list[str]:
    """Return the stem of a word in a list, or nothing for a stop word, a number and a single letter."""
    if len(word) < 2 or any(character.isdigit() for character in word):
        return []
    return forms.of(word, single_characters=False)
