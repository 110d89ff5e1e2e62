"""What one pipeline reaches on one labelled set."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from microrag_core.corpus import Corpus, timed
from microrag_core.datatypes import Floats, Progress
from microrag_core.evaluation.answers import holds_answer
from microrag_core.evaluation.beir import LabelledSet, Question
from microrag_core.evaluation.intervals import bootstrap_interval
from microrag_core.evaluation.metrics import ndcg, precision, recall, reciprocal_rank
from microrag_core.pipeline import Found, Pipeline, PipelineSettings

DEPTH = 10
"""The k of every measure at k."""
DEEPER = 4
"""How many times as far is looked where the passages found are of too few documents."""
MEASURES = (f"ndcg@{DEPTH}", f"recall@{DEPTH}", f"precision@{DEPTH}", f"mrr@{DEPTH}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question: the documents found, best first, by their `record_id`, and what the ranking and the context are worth.

    `measures` are keyed as in `MEASURES`. `answer_found` is None where the question has no answer that a text can hold.
    """

    question: Question
    ranking: tuple[str, ...]
    measures: Mapping[str, float]
    context_tokens: int
    answer_found: bool | None


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a pipeline reached: question by question, and as means in `row`.

    `kept_fraction` is the share of all sentences that is indexed, `index_vectors` how many vectors a search is compared with
    (none for `bm25`). `seconds` has the stages `prepare` (what earlier pipelines over the same corpus made is not made again),
    `encode`, `retrieve`, `rerank`, `context` and their `total`. `notes` say what did not go as set.
    """

    settings: PipelineSettings
    outcomes: tuple[Outcome, ...]
    kept_fraction: float
    index_vectors: int
    seconds: Mapping[str, float]
    notes: tuple[str, ...]

    def mean(self, measure: str) -> float:
        """Return the mean of one of `MEASURES` over the questions."""
        return float(np.mean([outcome.measures[measure] for outcome in self.outcomes]))

    @cached_property
    def ndcg_interval(self) -> tuple[float, float]:
        """The 95 % bootstrap interval of the mean nDCG."""
        return bootstrap_interval([outcome.measures[MEASURES[0]] for outcome in self.outcomes])

    @property
    def context_tokens(self) -> float:
        """Mean tokens (cl100k_base) of the context for a question."""
        return float(np.mean([outcome.context_tokens for outcome in self.outcomes]))

    @property
    def answers(self) -> list[bool]:
        """For each question with a countable answer whether its context holds it."""
        return [outcome.answer_found for outcome in self.outcomes if outcome.answer_found is not None]

    @property
    def answer_recall(self) -> float | None:
        """Share of those questions whose context holds the answer; None where the set has no answers."""
        return float(np.mean(self.answers)) if self.answers else None

    def row(self) -> dict[str, Any]:
        """Return the means as a record, rounded."""
        recall_of_answers = self.answer_recall
        return {
            "config": self.settings.to_text(),
            "queries": len(self.outcomes),
            **{name: round(self.mean(name), 4) for name in MEASURES},
            f"{MEASURES[0]}_interval": [round(end, 4) for end in self.ndcg_interval],
            "kept_fraction": round(self.kept_fraction, 4),
            "index_vectors": self.index_vectors,
            "context_tokens": round(self.context_tokens, 1),
            "answer_recall": None if recall_of_answers is None else round(recall_of_answers, 4),
            "answered_queries": len(self.answers),
            "seconds": {name: round(value, 3) for name, value in self.seconds.items()},
            "notes": list(self.notes),
        }


def evaluate(
    corpus: Corpus, labelled: LabelledSet, settings: PipelineSettings, on_progress: Progress | None = None
) -> Evaluation:
    """Ask a pipeline over `corpus`, which holds the documents of `labelled`, all questions of that set.

    Documents are ranked by their best passage, at least ten deep whatever the pipeline's `top_k`; the context is made of the
    `top_k` passages. Pipelines over one corpus share its vectors and indexes. Raises `MicroRagError` as a pipeline does.
    """
    start = time.perf_counter()
    pipeline = Pipeline(corpus, settings)
    pipeline.prepare(on_progress)
    seconds = Counter({"prepare": time.perf_counter() - start})
    with timed(seconds, "encode"):
        vectors = question_vectors(corpus, labelled)
    outcomes, notes = [], dict[str, None]()
    for done, (question, vector) in enumerate(zip(labelled.questions, vectors, strict=True)):
        if on_progress:
            on_progress("asking", done, len(labelled.questions))
        found = find(pipeline, question.text, vector)
        seconds.update({name: found.seconds[name] for name in ("retrieve", "rerank")})
        notes.update(dict.fromkeys(found.notes))
        with timed(seconds, "context"):
            context = pipeline.context(question.text, found.hits)
        ranking = ranked_documents(corpus, found)[:DEPTH]
        measures = measured(ranking, labelled.judgements[question.id])
        held = holds_answer(question.answers, context.text)
        outcomes.append(Outcome(question, ranking, measures, context.tokens, held))
    if on_progress:
        on_progress("asking", len(outcomes), len(outcomes))
    stages = {name: seconds[name] for name in ("prepare", "encode", "retrieve", "rerank", "context")}
    kept, vectors_held = sizes(pipeline)
    total = {**stages, "total": sum(stages.values())}
    return Evaluation(settings, tuple(outcomes), kept, vectors_held, total, tuple(notes))


def question_vectors(corpus: Corpus, labelled: LabelledSet) -> Floats:
    """Return the unit vectors (n, d) of the questions, encoded together and once for all pipelines over a corpus."""
    texts = tuple(question.text for question in labelled.questions)
    return corpus.once(("question vectors", texts), lambda: corpus.encoder.encode(texts))


def find(pipeline: Pipeline, query: str, vector: Floats) -> Found:
    """Return what a pipeline finds, looking deeper until the ranking has ten documents or all passages are in it."""
    found = pipeline.find(query, DEPTH, vector)
    depth = len(found.ranking)
    while len({document for _, document in found.ranking}) < DEPTH and len(found.ranking) >= depth:
        depth = DEEPER * max(depth, DEPTH)
        found = pipeline.find(query, depth, vector)
    return found


def ranked_documents(corpus: Corpus, found: Found) -> tuple[str, ...]:
    """Return the documents of a ranking of passages by their `record_id`, each at its best passage."""
    return tuple(corpus.parts[key].document.record_id for key in dict.fromkeys(document for _, document in found.ranking))


def measured(ranking: tuple[str, ...], judged: Mapping[str, int]) -> dict[str, float]:
    """Return every measure of a ranking of documents."""
    gains = [judged.get(key, 0) for key in ranking]
    values = (
        ndcg(gains, judged.values(), DEPTH),
        recall(gains, judged.values(), DEPTH),
        precision(gains, DEPTH),
        reciprocal_rank(gains, DEPTH),
    )
    return dict(zip(MEASURES, values, strict=True))


def sizes(pipeline: Pipeline) -> tuple[float, int]:
    """Return the share of the sentences that a pipeline has, and how many vectors a search of it is compared with."""
    total = kept = 0
    for key, part in pipeline.corpus.parts.items():
        marks = pipeline.kept(key)
        total += len(part.sentences)
        kept += len(part.sentences) if marks is None else int(marks.sum())
    passages = len(pipeline.collection)
    retriever = pipeline.settings.retriever.retriever
    vectors = {"bm25": 0, "sentences": passages + kept}.get(retriever, passages)
    return (kept / total if total else 1.0), vectors
