"""Do extractive answers hold what was asked, and are questions without an answer refused?

    python benchmarks/answers.py [FOLDER] [--questions N] [--seed S] [--json]

FOLDER has SQuAD 2.0 in the BEIR layout, with `answer` and `answerable` for every question; beside it stands `hotpotqa`, whose
questions are foreign to it. Of the questions N (600; 0: all), drawn by the seed, are asked of each pipeline, and all
foreign ones. Reported are

- held: of the answerable questions, the share whose quoted sentences hold the answer (compared as SQuAD compares answers),
  over all of them, the refused ones counted as misses; `passages` is the share whose passages do, which is the most that can
  be quoted;
- refused: the share of the answerable, unanswerable and foreign questions that are refused, and of the foreign ones where the
  threshold is set to refuse just 5 % of the answerable ones, by the refusal score, and by the best cosine alone;
- auc: the area under the ROC curve of answerable against unanswerable questions, by the refusal score, and by the best cosine.

The weights of the refusal score were fitted on the questions of this set; `microrag_core/answering/doubts.py` says what they
reach on articles that they were not fitted on.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where `select.py` would hide the standard library's `select`.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import json
import os
import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from microrag_core import load_paths
from microrag_core.answering.calibration import Calibration, calibrate
from microrag_core.answering.extractive import ExtractiveAnswerer
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Answer, Context, Floats
from microrag_core.evaluation.answers import holds_answer
from microrag_core.pipeline import Pipeline, read_pipeline

DATA = Path(os.environ.get("MICRORAG_DATA", Path(sys.path[0]).parent / "shared" / "data"))
PIPELINES = {
    "naive": "prune=none",
    "pruned": "prune=soft_coverage,budget=0.5",
    "hybrid": "prune=none,retriever=hybrid,rerank=late_interaction",
    "mixed": "prune=none,retriever=hybrid,rerank=late_interaction,context=mixed",
}
ALLOWED = 0.05
"""The share of answerable questions that may be refused."""


@dataclass(frozen=True)
class Asked:
    """A question, its kind (answerable, unanswerable, foreign) and its answer."""

    text: str
    kind: str
    answer: str


@dataclass(frozen=True)
class Outcome:
    """What came of a question: the answer, its refusal score, the best cosine, whether the quotations and the passages hold
    it."""

    asked: Asked
    answer: Answer
    score: float
    cosine: float
    held: bool | None
    reachable: bool | None


def read_questions(folder: Path, number: int, seed: int) -> list[Asked]:
    """Return the drawn questions in their order, and all foreign ones."""
    records = [json.loads(line) for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = np.random.default_rng(seed).permutation(len(records))[: number or None]
    own = [
        Asked(records[row]["text"], "answerable" if records[row]["answerable"] else "unanswerable", records[row]["answer"])
        for row in sorted(rows.tolist())
    ]
    lines = (folder.parent / "hotpotqa" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    return own + [Asked(json.loads(line)["text"], "foreign", "") for line in lines]


def ask(pipeline: Pipeline, calibration: Calibration, questions: list[Asked]) -> list[Outcome]:
    """Ask all questions."""
    sentences = {key: part.sentences for key, part in pipeline.corpus.parts.items()}
    answerer = ExtractiveAnswerer(pipeline.corpus.encoder, calibration, sentences=lambda document: sentences[document.id])
    collection = pipeline.collection
    outcomes = []
    for asked, found in zip(questions, pipeline.find_many([asked.text for asked in questions]), strict=True):
        context = pipeline.context(asked.text, found.hits)
        answer, answerability = answerer.judged_answer(asked.text, context)
        cosine = float((collection.vectors @ found.vector).max())
        known = asked.kind == "answerable"
        held = not answer.refused and bool(holds_answer([asked.answer], answer.text)) if known else None
        outcomes.append(Outcome(asked, answer, answerability.score, cosine, held, reachable(asked, context) if known else None))
    return outcomes


def reachable(asked: Asked, context: Context) -> bool:
    """Tell whether one of the passages, as the context has it, holds the answer."""
    return any(holds_answer([asked.answer], passage.text) for passage in context.passages)


def summary(outcomes: list[Outcome], seconds: float) -> dict[str, Any]:
    """Return the figures of one pipeline."""
    by_kind = {kind: [one for one in outcomes if one.asked.kind == kind] for kind in ("answerable", "unanswerable", "foreign")}
    scores = {kind: np.array([one.score for one in group], np.float32) for kind, group in by_kind.items()}
    cosines = {kind: np.array([one.cosine for one in group], np.float32) for kind, group in by_kind.items()}
    quoted = [one.answer.text.count(" [") for one in by_kind["answerable"] if not one.answer.refused]
    return {
        "held": share(one.held for one in by_kind["answerable"]),
        "passages": share(one.reachable for one in by_kind["answerable"]),
        "sentences": float(np.mean(quoted)),
        "refused": {kind: share(one.answer.refused for one in group) for kind, group in by_kind.items()},
        "foreign_refused_at_5": {"score": at_allowed(scores), "cosine": at_allowed(cosines)},
        "auc": {
            "score": area(scores["answerable"], scores["unanswerable"]),
            "cosine": area(cosines["answerable"], cosines["unanswerable"]),
        },
        "seconds_per_question": seconds / len(outcomes),
    }


def share(marks: Any) -> float:
    """Return the share that is true."""
    return float(np.mean([bool(mark) for mark in marks]))


def at_allowed(scores: dict[str, Floats]) -> float:
    """Return the share of the foreign questions below the score that 5 % of the answerable ones are below."""
    return float(np.mean(scores["foreign"] < np.quantile(scores["answerable"], ALLOWED)))


def area(positive: Floats, negative: Floats) -> float:
    """Return the chance that a positive has a higher score than a negative, equal ones counted half."""
    ordered = np.sort(negative)
    below, up_to = np.searchsorted(ordered, positive, "left"), np.searchsorted(ordered, positive, "right")
    return float(np.mean(below + up_to) / (2 * len(negative)))


def measure(folder: Path, number: int, seed: int) -> dict[str, Any]:
    """Return the figures of all pipelines."""
    questions = read_questions(folder, number, seed)
    corpus = Corpus.build(load_paths([folder]).documents)
    result: dict[str, Any] = {
        "documents": len(corpus),
        "questions": {kind: sum(one.kind == kind for one in questions) for kind in ("answerable", "unanswerable", "foreign")},
        "pipelines": {},
    }
    for name, text in PIPELINES.items():
        pipeline = Pipeline(corpus, read_pipeline(text))
        calibration = calibrate(pipeline.collection, corpus.encoder, lambda document: corpus.parts[document.id].sentences)
        start = time.perf_counter()
        outcomes = ask(pipeline, calibration, questions)
        figures = summary(outcomes, time.perf_counter() - start)
        result["pipelines"][name] = {"settings": text, "levels": asdict(calibration), **figures}
        print(f"{name} is done", file=sys.stderr)
    return result


def show(result: dict[str, Any]) -> None:
    """Print the figures as a table."""
    counts = ", ".join(f"{count:,} {kind}" for kind, count in result["questions"].items())
    print(f"{result['documents']} documents; questions: {counts}")
    header = f"{'pipeline':8} {'held':>6} {'passages':>8} {'sentences':>9}   refused: "
    print(f"{header}{'answerable':>10} {'unansw.':>8} {'foreign':>8}", end="")
    print(f" {'at 5 %':>7} {'cosine':>7}   {'AUC':>5} {'cosine':>7}")
    for name, row in result["pipelines"].items():
        refused, foreign, auc = row["refused"], row["foreign_refused_at_5"], row["auc"]
        print(f"{name:8} {row['held']:6.1%} {row['passages']:8.1%} {row['sentences']:9.1f}            ", end="")
        print(f"{refused['answerable']:10.1%} {refused['unanswerable']:8.1%} {refused['foreign']:8.1%}", end=" ")
        print(f"{foreign['score']:7.1%} {foreign['cosine']:7.1%}   {auc['score']:5.3f} {auc['cosine']:7.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure extractive answers and refusals.")
    parser.add_argument("folder", nargs="?", type=Path, default=DATA / "squad", help="SQuAD 2.0 in the BEIR layout")
    parser.add_argument("--questions", type=int, default=600, help="how many are drawn (600; 0: all)")
    parser.add_argument("--seed", type=int, default=0, help="which are drawn (0)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        print(f"There is no folder {arguments.folder}: set MICRORAG_DATA, or name one.", file=sys.stderr)
        return 2
    result = measure(arguments.folder, arguments.questions, arguments.seed)
    if arguments.json:
        print(json.dumps(result))
    else:
        show(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
