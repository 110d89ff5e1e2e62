"""Keep the sentences of each passage that are most similar to the question."""

import numpy as np

from microrag_core.context.compression import Compressed, Task


def compress_sentences(task: Task) -> Compressed:
    """Return up to `kept_sentences` of each passage by the cosine of sentence and question, the most similar of all first."""
    rows = [(row, place) for row in task.compressed for place in task.statements[row]]
    if not rows or not task.query.strip():
        return Compressed.of_sentences(task, rows)
    vectors = task.encoder.encode([task.query, *(task.sources[row].sentences[place].text for row, place in rows)])
    order = np.argsort(-(vectors[1:] @ vectors[0]), kind="stable").tolist()
    return Compressed.of_sentences(task, [rows[place] for place in order])
