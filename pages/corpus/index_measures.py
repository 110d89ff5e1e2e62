"""What each family of index does with the corpus' own vectors: recall, speed, memory and build time."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from microrag_core.datatypes import Floats, Progress
from microrag_core.indexing.advisor import suggested
from microrag_core.indexing.measure import Measured, measure
from microrag_core.settings import IndexKind, IndexSettings
from pages.corpus.units import Unit
from pages.shared.wording import counted, percent

FAMILIES: tuple[IndexKind, ...] = ("flat", "hnsw", "ivf_flat", "ivf_pq")
NAMES: dict[IndexKind, str] = {
    "flat": "Flat",
    "hnsw": "HNSW",
    "ivf_flat": "IVF-Flat",
    "ivf_pq": "IVF-PQ",
    "qdrant": "Qdrant",
}
QUESTIONS = 100
SEED = 0


@dataclass(frozen=True, eq=False)
class Trial:
    """Each family's measures over `vectors` vectors, asked `questions` questions that are not among them."""

    vectors: int
    questions: int
    results: tuple[tuple[IndexKind, Measured], ...]


def hold_out(unit: Unit, vectors: Floats, sentences: Floats) -> tuple[Floats, Floats]:
    """Return the vectors (n, d) to index and up to a hundred (q, d) to ask, drawn from the vectors of all `sentences`.

    Sentences stand in for questions, which are about as long. Where sentences are indexed themselves, those asked are left out
    of the index, as each would find itself.
    """
    count = min(QUESTIONS, max(1, len(sentences) // 5))
    rows = np.sort(np.random.default_rng(SEED).choice(len(sentences), count, replace=False))
    return np.delete(vectors, rows, axis=0) if unit == "sentences" else vectors, sentences[rows]


def try_all(vectors: Floats, questions: Floats, advised: IndexSettings, on_progress: Progress) -> Trial:
    """Return what every family does with the vectors: the advised one as advised, the others with settings that suit them."""
    results: list[tuple[IndexKind, Measured]] = []
    for done, kind in enumerate(FAMILIES):
        on_progress(f"measuring {NAMES[kind]}", done, len(FAMILIES))
        settings = advised if kind == advised.index else suggested(kind, *vectors.shape)
        results.append((kind, measure(vectors, questions, settings)))
    return Trial(len(vectors), len(questions), tuple(results))


def trial_table(trial: Trial, advised: IndexKind) -> pd.DataFrame:
    """Return a row a family; the advised one is named so. The last column is left out where no setting was lowered."""
    table = pd.DataFrame(
        {
            "Family": [NAMES[kind] + (" (advised)" if kind == advised else "") for kind, _ in trial.results],
            "Recall@10, %": [100 * found.recall_at_10 for _, found in trial.results],
            "Queries a second": [round(found.queries_a_second) for _, found in trial.results],
            "Memory, MB": [found.megabytes for _, found in trial.results],
            "Build, s": [found.build_seconds for _, found in trial.results],
            "Lowered": [" ".join(found.notes) for _, found in trial.results],
        }
    )
    return table if table["Lowered"].any() else table.drop(columns="Lowered")


def in_words(trial: Trial, advised: IndexKind) -> str:
    """Say what the measures mean."""
    results = dict(trial.results)
    exact, chosen = results["flat"], results[advised]
    fastest = max(results, key=lambda kind: results[kind].queries_a_second)
    opening = (
        f"Over {counted(trial.vectors, 'vector')} the exact index answers {exact.queries_a_second:,.0f} questions a second"
        f"{'' if exact.megabytes is None else f' and takes {exact.megabytes:,.1f} MB'}."
    )
    if advised == "flat":
        other = results[fastest]
        if fastest == "flat":
            return f"{opening} None of the others is faster, and all may miss passages: there is nothing to gain."
        times = other.queries_a_second / exact.queries_a_second
        return f"{opening} {NAMES[fastest]} is {times:.1f} times as fast and finds {percent(other.recall_at_10)} of the same."
    times = chosen.queries_a_second / exact.queries_a_second
    speed = f"{times:.1f} times as fast" if times >= 1 else f"{1 / times:.1f} times slower"
    return f"{opening} {NAMES[advised]} is {speed} and finds {percent(chosen.recall_at_10)} of the same."
