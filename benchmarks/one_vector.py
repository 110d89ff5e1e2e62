"""Does one vector of the kept sentences find a document better than one of the whole text?

    python benchmarks/one_vector.py [FOLDER] [--methods M...] [--budget B] [--json]

FOLDER is a labelled set in the BEIR layout (SciFact unless given). A document has one vector a side, and the ranking is exact.
nDCG@10 is computed with the judgements as gains (Järvelin and Kekäläinen 2002), the mean over the judged questions.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where `select.py` would hide the standard library's `select`.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import csv
import json
import os
from typing import Any

import numpy as np

from microrag_core import Corpus, PruneSettings, load_paths
from microrag_core.corpus import Side

DEFAULT_FOLDER = Path(os.environ.get("MICRORAG_DATA", Path(sys.path[0]).parent / "shared" / "data")) / "scifact"
DEPTH = 10


def read_judgements(folder: Path) -> tuple[dict[str, str], dict[str, dict[str, int]]]:
    """Return the judged questions (id -> text) and their judgements (question id -> document id -> gain)."""
    judgements: dict[str, dict[str, int]] = {}
    with (folder / "qrels" / "test.tsv").open(encoding="utf-8") as file:
        for question, document, gain in list(csv.reader(file, delimiter="\t"))[1:]:
            judgements.setdefault(question, {})[document] = int(gain)
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    questions = {record["_id"]: record["text"] for record in map(json.loads, lines) if record["_id"] in judgements}
    return questions, judgements


def ndcg(gains: list[int], judged: list[int]) -> float:
    """Return nDCG of a ranking whose results have `gains`, given all judged gains of the question."""

    def dcg(values: list[int]) -> float:
        return float(sum(value / np.log2(rank + 1) for rank, value in enumerate(values[:DEPTH], 1)))

    return dcg(gains) / dcg(sorted(judged, reverse=True))


def mean_ndcg(corpus: Corpus, side: Side, questions: dict[str, str], judgements: dict[str, dict[str, int]]) -> float:
    """Return the mean nDCG@10 of one side."""
    ids, vectors = corpus.document_vectors(side)
    names = [corpus.parts[key].document.record_id for key in ids]
    rankings = np.argsort(-(corpus.encoder.encode(list(questions.values())) @ vectors.T), axis=1, kind="stable")[:, :DEPTH]
    values = []
    for key, ranking in zip(questions, rankings, strict=True):
        judged = judgements[key]
        values.append(ndcg([judged.get(names[row], 0) for row in ranking], list(judged.values())))
    return float(np.mean(values))


def main() -> int:
    parser = argparse.ArgumentParser(description="Rank documents by one vector of the whole and of the kept text.")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help="a BEIR folder")
    parser.add_argument("--methods", nargs="+", default=["soft_coverage", "coverage", "random"], help="which to try")
    parser.add_argument("--budget", type=float, default=0.5, help="share of the sentences kept (0.5)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    questions, judgements = read_judgements(arguments.folder)
    corpus = Corpus.build(load_paths([arguments.folder]).documents)
    rows: list[dict[str, Any]] = [
        {"side": "whole documents", "kept_fraction": 1.0, "ndcg@10": mean_ndcg(corpus, "naive", questions, judgements)}
    ]
    for method in arguments.methods:
        pruned = corpus.with_settings(PruneSettings(method=method, budget=arguments.budget))
        kept = pruned.totals().kept_fraction
        rows.append({"side": method, "kept_fraction": kept, "ndcg@10": mean_ndcg(pruned, "pruned", questions, judgements)})
    if arguments.json:
        print(json.dumps({"documents": len(corpus), "questions": len(questions), "rows": rows}))
        return 0
    print(f"{len(corpus):,} documents, {len(questions):,} questions")
    for row in rows:
        print(f"{row['side']:16} kept {row['kept_fraction']:6.1%}   nDCG@10 {row['ndcg@10']:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
