"""Keep what a passage names and counts: its names, its numbers with their units, and the clauses that deny something."""

from microrag_core.context.compression import Compressed, Pick, Task
from microrag_core.context.facts import fact_spans


def compress_entities(task: Task) -> Compressed:
    """Return the facts of each passage in its order."""
    return Compressed.of_groups(task, [passage_facts(row, task) for row in task.compressed])


def passage_facts(row: int, task: Task) -> list[Pick]:
    """Return the facts of one passage; what stands there again is left out."""
    picks, seen = [], set()
    for place in task.statements[row]:
        for pick in sentence_facts(row, place, task):
            text = task.sources[row].text[pick.start : pick.end]
            if text not in seen:
                seen.add(text)
                picks.append(pick)
    return picks


def sentence_facts(row: int, place: int, task: Task) -> list[Pick]:
    """Return every name, number with its unit, and denied clause of one sentence in its order."""
    source = task.sources[row]
    sentence = source.sentences[place]
    spans = fact_spans(sentence.text, source.language, task.ordinary)
    return [Pick(row, sentence.start + start, sentence.start + end) for start, end in spans]
