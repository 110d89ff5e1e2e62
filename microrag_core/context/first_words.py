"""Keep the first words of each passage: news and encyclopedias say the main thing first."""

from microrag_core.context.compression import Compressed, Pick, Task
from microrag_core.context.facts import fact_spans
from microrag_core.context.source import Source
from microrag_core.context.words import split_words


def compress_first_words(task: Task) -> Compressed:
    """Return the first `first_words` words of each passage, one pick a sentence."""
    return Compressed.of_groups(task, [first_picks(row, task.sources[row], task) for row in task.compressed])


def first_picks(row: int, source: Source, task: Task) -> list[Pick]:
    """Return the beginning of a passage; where it would end inside a name, a number or a denied clause, that is finished."""
    picks: list[Pick] = []
    left = task.settings.first_words
    for sentence in (source.sentences[place] for place in task.statements[row]):
        words = split_words(sentence.text, source.language)
        if len(words) <= left:
            picks.append(Pick(row, sentence.start, sentence.end))
        elif left:
            end = words[left - 1].end
            for first, last in fact_spans(sentence.text, source.language, task.ordinary):
                end = last if first < end < last else end
            picks.append(Pick(row, sentence.start, sentence.start + end))
        left -= min(left, len(words))
        if not left:
            break
    return picks
