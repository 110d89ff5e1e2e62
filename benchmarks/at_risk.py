"""How similar two sentences of one document usually are, and how many pruned sentences are at risk by which threshold.

    python benchmarks/at_risk.py PATH... [--json]

A threshold under which a pruned sentence counts as at risk should lie where sentences stop being merely about one thing. The
default is the cosine that nine in ten pairs of sentences of one document do not reach.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where `select.py` would hide the standard library's `select`.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import json
from typing import Any

import numpy as np

from microrag_core import Corpus, load_paths

PERCENTILES = (50, 75, 90, 95, 99)
THRESHOLDS = (0.3, 0.35, 0.4, 0.45, 0.5, 0.6)


def measure(paths: list[Path]) -> dict[str, Any]:
    """Return percentiles of the cosine of two sentences of a document, and the share of pruned sentences at risk."""
    corpus = Corpus.build(load_paths(paths).documents)
    cosines, covers = [], []
    for pruned in corpus.all_pruned():
        vectors = corpus.parts[pruned.document.id].vectors
        cosines.append((vectors @ vectors.T)[np.triu_indices(len(vectors), 1)])
        covers.append(pruned.selection.cover_similarity[~pruned.selection.kept])
    pairs, cover = np.concatenate(cosines), np.concatenate(covers)
    return {
        "documents": len(corpus),
        "pairs": len(pairs),
        "pruned": len(cover),
        "cosine_percentiles": {str(p): round(float(np.percentile(pairs, p)), 2) for p in PERCENTILES},
        "at_risk_share": {str(t): round(float((cover < t).mean()), 2) for t in THRESHOLDS},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Where sentences of one document stop saying the same.")
    parser.add_argument("paths", nargs="+", type=Path, help="documents")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    found = measure(arguments.paths)
    if arguments.json:
        print(json.dumps(found))
        return 0
    print(f"{found['documents']:,} documents, {found['pairs']:,} pairs of sentences, {found['pruned']:,} pruned sentences")
    print("percentile of the cosine of a pair: " + ", ".join(f"{p} {c}" for p, c in found["cosine_percentiles"].items()))
    print("at risk below: " + ", ".join(f"{t} {share:.0%}" for t, share in found["at_risk_share"].items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
