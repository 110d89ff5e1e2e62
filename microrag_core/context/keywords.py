"""Keep a passage's keywords: words that it has often and the other passages seldom (TF-IDF, Salton and Buckley, 1988)."""

import math
from collections import Counter
from collections.abc import Mapping

from microrag_core.context.compression import Compressed, Pick, Task
from microrag_core.context.facts import fact_spans
from microrag_core.context.source import Source
from microrag_core.context.words import split_words

ASKED = 2.0
"""A word of the question counts so much more than another."""


def compress_keywords(task: Task) -> Compressed:
    """Return the `keywords` best words of each passage where they first stand, each with what it must not be parted from."""
    passages = [Counter(content_words(source)) for source in task.sources]
    rarity = {word: math.log((1 + len(passages)) / times) for word, times in Counter(w for p in passages for w in p).items()}
    asked = {word.text.lower() for word in split_words(task.query, task.sources[0].language)} if task.sources else set()
    groups = []
    for row in task.compressed:
        title = {word.text.lower() for word in split_words(task.sources[row].hit.document.title, task.sources[row].language)}
        worth = {
            word: times * rarity[word] * (ASKED if word in asked else 1.0)
            for word, times in passages[row].items()
            if word not in title
        }
        groups.append(places(row, task, worth))
    return Compressed.of_groups(task, groups)


def content_words(source: Source) -> list[str]:
    """Return the words of a passage that are no function words and no bare numbers, in lower case."""
    words = split_words(source.text, source.language)
    return [word.text.lower() for word in words if not word.function and not word.number and len(word.text) > 1]


def places(row: int, task: Task, worth: Mapping[str, float]) -> list[Pick]:
    """Return where the best words first stand; one inside a name, a number or a denied clause brings all of it."""
    source = task.sources[row]
    best = sorted(worth, key=lambda word: -worth[word])[: task.settings.keywords]
    picks: dict[str, Pick] = {}
    for sentence in (source.sentences[place] for place in task.statements[row]):
        facts = fact_spans(sentence.text, source.language, task.ordinary)
        for word in split_words(sentence.text, source.language):
            key = word.text.lower()
            if key in best and key not in picks:
                start, end = next(
                    ((first, last) for first, last in facts if first < word.end and word.start < last), (word.start, word.end)
                )
                picks[key] = Pick(row, sentence.start + start, sentence.start + end)
    return [picks[word] for word in best if word in picks]
