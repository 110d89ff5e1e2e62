"""Keep what a passage names and counts: its names, its numbers with their units, and the clauses that deny something."""

from microrag_core.context.compression import Pick, Task, in_turns
from microrag_core.context.facts import fact_spans


def compress_entities(task: Task) -> list[Pick]:
    """Return the facts of each passage in its order."""
    return in_turns([passage_facts(row, task) for row in task.compressed])


def passage_facts(row: int, task: Task) -> list[Pick]:
    """Return every name, number and denied clause of one passage in its order; one that stands there again is left out."""
    source = task.sources[row]
    picks, seen = [], set()
    for sentence in source.sentences:
        for start, end in fact_spans(sentence.text, source.language, task.ordinary):
            text = sentence.text[start:end]
            if text not in seen:
                seen.add(text)
                picks.append(Pick(row, sentence.start + start, sentence.start + end))
    return picks
