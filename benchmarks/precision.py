"""How far bf16 vectors agree with fp32 ones, and how fast each is.

    python benchmarks/precision.py [FOLDER] [--sentences N] [--json]

FOLDER holds a `corpus.jsonl` (the news by default). Its first N different sentences are encoded in both precisions, in turn.
Reported: the cosine of each sentence's two vectors (mean, 1st percentile, minimum), the overlap of its ten nearest others
under either, and the seconds.
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
from collections import Counter
from typing import Any

import faiss
import numpy as np

import microrag_core
from microrag_core.datatypes import Floats
from microrag_core.embedding import load_encoder
from microrag_core.embedding.precision import multiplies_bf16
from microrag_core.settings import EncoderSettings
from microrag_core.text.sentences import split_sentences

DEFAULT_FOLDER = Path(os.environ.get("MICRORAG_DATA", Path(sys.path[0]).parent / "shared" / "data")) / "news"
NEAREST = 10
BLOCK = 250


def first_sentences(folder: Path, n: int) -> list[str]:
    """Return the first n different sentences of a folder's documents."""
    documents = microrag_core.load_paths([folder]).documents
    return list(dict.fromkeys(sentence.text for document in documents for sentence in split_sentences(document.text)))[:n]


def nearest(vectors: Floats) -> np.ndarray:
    """Return (n, 10) the rows of each vector's nearest others."""
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    found = index.search(vectors, NEAREST + 1)[1]
    return np.array([[row for row in rows if row != own][:NEAREST] for own, rows in enumerate(found)])


def measure(texts: list[str]) -> dict[str, Any]:
    """Return agreement and times."""
    encoders = {name: load_encoder(EncoderSettings(precision=name, cache_megabytes=0)) for name in ("fp32", "bf16")}
    parts: dict[str, list[Floats]] = {name: [] for name in encoders}
    seconds, processor = Counter[str](), Counter[str]()
    for encoder in encoders.values():
        encoder.encode(texts[:BLOCK])
    for start in range(0, len(texts), BLOCK):
        for name, encoder in encoders.items():
            wall, work = time.perf_counter(), time.process_time()
            parts[name].append(encoder.encode(texts[start : start + BLOCK]))
            seconds[name] += time.perf_counter() - wall
            processor[name] += time.process_time() - work
    exact, half = (np.concatenate(parts[name]) for name in ("fp32", "bf16"))
    cosines = np.sum(exact * half, axis=1, dtype=np.float64)
    overlap = [len(set(one) & set(two)) / NEAREST for one, two in zip(nearest(exact), nearest(half), strict=True)]
    return {
        "sentences": len(texts),
        "bf16_in_hardware": multiplies_bf16(),
        "cosine_mean": float(cosines.mean()),
        "cosine_1_percent": float(np.quantile(cosines, 0.01)),
        "cosine_minimum": float(cosines.min()),
        "recall@10": float(np.mean(overlap)),
        "seconds": dict(seconds),
        "processor_seconds": dict(processor),
        "speed_ratio": processor["fp32"] / processor["bf16"],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare bf16 vectors with fp32 ones.")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help="documents whose sentences are encoded")
    parser.add_argument("--sentences", type=int, default=2000, help="how many sentences (2000)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    texts = first_sentences(arguments.folder, arguments.sentences)
    if len(texts) <= NEAREST:
        print(f"{arguments.folder} has {len(texts)} sentences; more than {NEAREST} are needed.", file=sys.stderr)
        return 2
    found = measure(texts)
    if arguments.json:
        print(json.dumps(found))
        return 0
    print(f"{found['sentences']} sentences; bf16 is {'' if found['bf16_in_hardware'] else 'not '}multiplied in hardware here")
    print(f"cosine of bf16 and fp32: mean {found['cosine_mean']:.6f}, 1 % below {found['cosine_1_percent']:.6f}, ", end="")
    print(f"minimum {found['cosine_minimum']:.6f}; the ten nearest are the same to {100 * found['recall@10']:.1f} %")
    for name, spent in found["seconds"].items():
        print(f"{name}: {spent:.2f} s, processor {found['processor_seconds'][name]:.2f} s")
    print(f"bf16 is {found['speed_ratio']:.2f} times as fast (processor time)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
