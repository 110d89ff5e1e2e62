"""Keep the sentences of each passage that are most similar to the question."""

import numpy as np

from microrag_core.context.compression import Pick, Task


def compress_sentences(task: Task) -> list[Pick]:
    """Return up to `kept_sentences` of each passage by the cosine of sentence and question, the most similar of all first."""
    rows = [(row, sentence) for row in task.compressed for sentence in task.sources[row].sentences]
    if not rows:
        return []
    vectors = task.encoder.encode([task.query, *(sentence.text for _, sentence in rows)])
    similarity = vectors[1:] @ vectors[0]
    picks: list[Pick] = []
    taken = dict.fromkeys(task.compressed, 0)
    for place in np.argsort(-similarity, kind="stable").tolist():
        row, sentence = rows[place]
        if taken[row] < task.settings.kept_sentences:
            taken[row] += 1
            picks.append(Pick(row, sentence.start, sentence.end))
    return picks
