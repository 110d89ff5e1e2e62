"""The whole build (naive, sentences, pruned) against the steps of the original notebook, on the same articles in one run.

    python benchmarks/build.py PATH [--blocks N] [--documents N] [--threads N] [--precision P] [--json]

The notebook's steps: for each document a call of sentence-transformers' `encode` (batch 32, fp32), a FAISS index, greedy
coverage at 5 neighbours and budget 0.5; then one call each for all whole and all pruned documents, and two indexes. Ours:
`Corpus` at its defaults, first with an empty cache, then with the cache that the first run filled; so ours embeds longer pruned
texts (about half of the sentences, not a third). Both sides load their model beforehand and get the same sentences.
The articles go to both sides in blocks, in turn, so that whatever else the machine does meets both alike.
Seconds on the clock decide; the processor's seconds, of all threads together, stand beside them.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where `select.py` would hide the standard library's `select`.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr
from typing import Any

import faiss
import numpy as np
import torch

import microrag_core
from microrag_core.comparison import naive_and_pruned
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.embedding import Encoder, load_encoder
from microrag_core.embedding.load import packaged_folder
from microrag_core.pipeline import Pipeline
from microrag_core.settings import EncoderSettings
from microrag_core.text.sentences import split_sentences

NEIGHBORS, BUDGET, BATCH = 5, 0.5, 32
Clock = dict[str, float]


def greedy_coverage(rows: np.ndarray, similarities: np.ndarray) -> list[int]:
    """Return the notebook's picks: the largest summed similarity of uncovered neighbours, until the budget or no gain."""
    covered: set[int] = set()
    picks: list[int] = []
    for _ in range(max(1, int(BUDGET * len(rows)))):
        gains = [
            sum(similarity for row, similarity in zip(*pair, strict=True) if row not in covered) if place not in picks else 0.0
            for place, pair in enumerate(zip(rows.tolist(), similarities.tolist(), strict=True))
        ]
        best = max(range(len(gains)), key=gains.__getitem__)
        if gains[best] <= 1e-8:
            break
        picks.append(best)
        covered.update(rows[best].tolist())
    return sorted(picks)


def notebook_build(documents: list[Document], sentences: list[list[str]], model: Any) -> None:
    """Do the notebook's steps."""

    def encode(texts: list[str]) -> np.ndarray:
        return model.encode(texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)

    pruned = []
    for group in sentences:
        vectors = encode(group)
        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(vectors)
        similarities, rows = index.search(vectors, min(NEIGHBORS, len(group)))
        pruned.append(" ".join(group[row] for row in greedy_coverage(rows, similarities)))
    for texts in ([document.embedded_text() for document in documents], pruned):
        vectors = encode(texts)
        faiss.IndexFlatIP(vectors.shape[1]).add(vectors)


def our_build(documents: list[Document], encoder: Encoder) -> dict[str, float]:
    """Build both sides of a corpus and return the seconds of each stage."""
    corpus = Corpus.build(documents, encoder)
    for settings in naive_and_pruned(corpus):
        Pipeline(corpus, settings).prepare()
    return corpus.seconds


def timed(clock: Clock, work: Callable[[], Any]) -> Any:
    """Run `work` and add its seconds, on the clock and of the processor, to `clock`."""
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    clock["seconds"] += time.perf_counter() - wall
    clock["processor_seconds"] += time.process_time() - processor
    return result


def load_notebook_model() -> Any:
    """Return the notebook's model, in fp32, without its progress bar."""
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415

    with Path(os.devnull).open("w") as nowhere, redirect_stderr(nowhere):
        model = SentenceTransformer(str(packaged_folder()), device="cpu")
    model.encode(["warm up"])
    return model


def measure(documents: list[Document], blocks: int, settings: EncoderSettings) -> dict[str, Any]:
    """Return the clocks of the three builds, the stages of ours, and the ratios."""
    model, encoder = load_notebook_model(), load_encoder(settings)
    load_encoder(EncoderSettings(precision=settings.precision, cache_megabytes=0)).encode(["warm up"])
    clocks = {name: Counter[str]() for name in ("notebook", "cold", "warm")}
    stages = {name: Counter[str]() for name in ("cold", "warm")}
    for start in range(blocks):
        block = documents[start::blocks]
        texts = [[sentence.text for sentence in split_sentences(document.text)] for document in block]
        timed(clocks["notebook"], lambda block=block, texts=texts: notebook_build(block, texts, model))
        for name in ("cold", "warm"):
            stages[name].update(timed(clocks[name], lambda block=block: our_build(block, encoder)))
    return {
        "documents": len(documents),
        "threads": torch.get_num_threads(),
        "encoder": encoder.name,
        "load_average": round(os.getloadavg()[0], 1),
        **{name: dict(clock) for name, clock in clocks.items()},
        "stages": {name: dict(parts) for name, parts in stages.items()},
        "ratio_cold": clocks["notebook"]["seconds"] / clocks["cold"]["seconds"],
        "ratio_warm": clocks["notebook"]["seconds"] / clocks["warm"]["seconds"],
        "processor_ratio_cold": clocks["notebook"]["processor_seconds"] / clocks["cold"]["processor_seconds"],
        "processor_ratio_warm": clocks["notebook"]["processor_seconds"] / clocks["warm"]["processor_seconds"],
        "encoding_share_cold": stages["cold"]["embed"] / clocks["cold"]["seconds"],
        "encoding_share_warm": stages["warm"]["embed"] / clocks["warm"]["seconds"],
    }


def report(found: dict[str, Any]) -> None:
    """Print the result as text."""
    print(f"{found['documents']} documents, {found['threads']} threads, load average {found['load_average']}")
    print(f"{'':28}{'seconds':>10}{'processor':>11}{'as fast':>9}{'encoding':>10}")
    for name, title in (("notebook", "the notebook's steps"), ("cold", "ours, empty cache"), ("warm", "ours, full cache")):
        clock = found[name]
        line = f"{title:28}{clock['seconds']:10.2f}{clock['processor_seconds']:11.2f}"
        if name != "notebook":
            line += f"{found[f'ratio_{name}']:8.1f}x{100 * found[f'encoding_share_{name}']:9.0f}%"
        print(line)
    for name, parts in found["stages"].items():
        print(f"{name}: " + ", ".join(f"{part} {seconds:.2f} s" for part, seconds in parts.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the build against the notebook's steps.")
    parser.add_argument("path", type=Path, help="a folder or file of documents")
    parser.add_argument("--blocks", type=int, default=4, help="in how many turns the two sides take the articles (4)")
    parser.add_argument("--documents", type=int, help="take only the first so many")
    parser.add_argument("--threads", type=int, help="threads of both sides (by default as many as torch takes)")
    parser.add_argument("--precision", default="auto", choices=("auto", "fp32", "bf16"), help="precision of our side (auto)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    documents = list(microrag_core.load_paths([arguments.path]).documents)[: arguments.documents]
    if not documents:
        print(f"No documents in {arguments.path}.", file=sys.stderr)
        return 2
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MICRORAG_HOME"] = folder
        found = measure(documents, max(1, arguments.blocks), EncoderSettings(precision=arguments.precision))
    print(json.dumps(found)) if arguments.json else report(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
