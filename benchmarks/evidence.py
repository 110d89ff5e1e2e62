"""How many of the sentences that bear out or refute a claim survive each method.

    python benchmarks/evidence.py [FOLDER] [--budget B] [--seeds N] [--json]

FOLDER holds SciFact with `claim_evidence.jsonl`: claims, the sentences of an abstract, and which of them are the evidence. The
abstracts are split and embedded as always. A piece of evidence is kept when at least half of its characters are in kept
sentences. Methods that draw are run with several seeds. Random is the line to beat.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where `select.py` would hide the standard library's `select`.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import json
import os
from dataclasses import dataclass

import numpy as np

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document, PrunedDocument
from microrag_core.pruning import METHODS, USES_SEED
from microrag_core.settings import PruneMethod, PruneSettings

DEFAULT_FOLDER = Path(os.environ.get("MICRORAG_DATA", Path(sys.path[0]).parent / "shared" / "data")) / "scifact"


@dataclass(frozen=True)
class Evidence:
    """Abstracts by id, and the character spans (start, end) of the evidence in each; every sentence counts once."""

    documents: dict[str, Document]
    spans: dict[str, set[tuple[int, int]]]

    @property
    def count(self) -> int:
        """Number of sentences that are evidence."""
        return sum(map(len, self.spans.values()))


def read_evidence(path: Path) -> Evidence:
    """Read the claims that have evidence."""
    documents: dict[str, Document] = {}
    spans: dict[str, set[tuple[int, int]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        rows = {row for group in record["evidence_sentence_sets"] for row in group}
        if not rows:
            continue
        sentences = [sentence.strip() for sentence in record["sentences"]]
        ends = np.cumsum([len(sentence) + 1 for sentence in sentences]) - 1
        document = Document(record["title"], " ".join(sentences))
        documents[document.id] = document
        spans.setdefault(document.id, set()).update((int(ends[row]) - len(sentences[row]), int(ends[row])) for row in rows)
    return Evidence(documents, spans)


def kept_evidence(pruned: PrunedDocument, spans: set[tuple[int, int]]) -> int:
    """Count the spans of which at least half the characters are in kept sentences."""
    inside = np.zeros(len(pruned.document.text), np.bool_)
    for sentence, kept in zip(pruned.sentences, pruned.selection.kept, strict=True):
        inside[sentence.start : sentence.end] = kept
    return sum(bool(inside[start:end].mean() >= 0.5) for start, end in spans)


def measure(corpus: Corpus, evidence: Evidence, method: PruneMethod, budget: float, seeds: int) -> dict[str, float | str]:
    """Return the share of evidence kept, that of sentences and of tokens, over all seeds where the method draws."""
    shares, sentences, tokens = [], [], []
    for seed in range(seeds if method in USES_SEED else 1):
        pruned = corpus.with_settings(PruneSettings(method=method, budget=budget, seed=seed)).all_pruned()
        shares.append(sum(kept_evidence(one, evidence.spans[one.document.id]) for one in pruned) / evidence.count)
        sentences.append(sum(one.kept_count for one in pruned) / sum(len(one.sentences) for one in pruned))
        tokens.append(sum(one.tokens_after for one in pruned) / sum(one.tokens_before for one in pruned))
    means = {"evidence_kept": shares, "sentences_kept": sentences, "tokens_kept": tokens}
    return {"method": method, **{name: float(np.mean(values)) for name, values in means.items()}}


def main() -> int:
    parser = argparse.ArgumentParser(description="Share of evidence sentences that each selection keeps.")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help="SciFact with claim_evidence.jsonl")
    parser.add_argument("--budget", type=float, default=0.5, help="fraction of the sentences to keep (0.5)")
    parser.add_argument("--seeds", type=int, default=5, help="runs of the methods that draw (5)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    path = arguments.folder / "claim_evidence.jsonl"
    if not path.is_file():
        print(f"There is no {path}.", file=sys.stderr)
        return 2
    evidence = read_evidence(path)
    print(f"Embedding {len(evidence.documents)} abstracts …", file=sys.stderr)
    corpus = Corpus.build(evidence.documents.values())
    rows = [measure(corpus, evidence, method, arguments.budget, arguments.seeds) for method in METHODS if method != "none"]
    if arguments.json:
        print(json.dumps({"documents": len(corpus), "evidence": evidence.count, "budget": arguments.budget, "rows": rows}))
        return 0
    print(f"{len(corpus)} abstracts, {evidence.count} evidence sentences, budget {arguments.budget}")
    print(f"{'method':14}{'evidence kept':>16}{'sentences kept':>16}{'tokens kept':>14}")
    for row in rows:
        print(f"{row['method']:14}{row['evidence_kept']:16.1%}{row['sentences_kept']:16.1%}{row['tokens_kept']:14.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
