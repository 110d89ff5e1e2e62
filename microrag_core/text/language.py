"""A cheap guess at the language of a text: by its script, and among Latin scripts by its commonest small words."""

import re

SAMPLE = 2000

# Sorted so that a script that marks one language (kana) is asked before one that several share (Han).
SCRIPTS = {
    "ja": re.compile("[\u3040-\u30ff]"),
    "zh": re.compile("[\u3400-\u9fff]"),
    "ko": re.compile("[\uac00-\ud7af]"),
    "ar": re.compile("[\u0600-\u06ff]"),
    "he": re.compile("[\u0590-\u05ff]"),
    "ru": re.compile("[\u0400-\u04ff]"),
    "el": re.compile("[\u0370-\u03ff]"),
    "hi": re.compile("[\u0900-\u097f]"),
    "hy": re.compile("[\u0530-\u058f]"),
    "am": re.compile("[\u1200-\u137f]"),
}

SMALL_WORDS = {
    "en": "the of and to is that was for with his",
    "de": "der die und das ist nicht den mit ein auch",
    "fr": "le les et des est dans une qui pas du",
    "es": "el los y las es por con del una que",
    "it": "il di che è gli della per non sono una",
    "pt": "o os e do da não em uma para que",
    "nl": "de het een van en dat niet zijn voor op",
}

WORD_LANGUAGES = {
    word: tuple(code for code, words in SMALL_WORDS.items() if word in words.split())
    for words in SMALL_WORDS.values()
    for word in words.split()
}


def language_of(text: str) -> str:
    """Return a two-letter language code for `text` from a sample of it; "en" where nothing tells.

    A script stands for its most spoken language (Cyrillic for "ru"): enough to choose a splitter's rules, no more than that.
    """
    middle = len(text) // 2
    sample = text if len(text) <= SAMPLE else text[: SAMPLE // 2] + text[middle : middle + SAMPLE // 2]
    if sample.isascii():
        return language_by_words(sample)
    counts = {code: len(pattern.findall(sample)) for code, pattern in SCRIPTS.items()}
    # A Japanese text has more kanji than kana as often as not; a Chinese one has no kana.
    if counts["ja"] * 10 > counts["zh"]:
        counts["ja"] += counts["zh"]
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] * 3 > sum(map(str.isalpha, sample)) else language_by_words(sample)


def language_by_words(sample: str) -> str:
    """Return the language whose small words `sample` holds most often; the first of the table on a tie."""
    counts = dict.fromkeys(SMALL_WORDS, 0)
    for word in sample.lower().split():
        for code in WORD_LANGUAGES.get(word, ()):
            counts[code] += 1
    return max(counts, key=lambda code: counts[code])
