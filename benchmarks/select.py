"""How long each method takes to select sentences, and how that grows with the length of the document.

    python benchmarks/select.py [FILE] [--json]

Times are the best of some runs, in milliseconds, for the selection alone, with all that it computes from the vectors; the
graph and the search for who covers whom are timed apart. Vectors are random, in groups of like ones as in a document. With
FILE, a long text such as a book, the sentences of that are selected from too.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where this file would hide the standard library's `select`.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import microrag_core
from microrag_core.datatypes import Floats
from microrag_core.pruning import METHODS, best_cover, build_graph
from microrag_core.pruning.problem import make_problem
from microrag_core.settings import PruneSettings
from microrag_core.text.sentences import split_sentences

SIZES = (100, 1000, 5000)
DIMENSIONS = 384


def grouped_vectors(n: int) -> Floats:
    """Return n unit rows in groups of about eight like ones, which lean to one common direction."""
    rng = np.random.default_rng(n)
    centres = rng.normal(size=(n // 8, DIMENSIONS))
    rows = (
        centres[rng.integers(0, len(centres), n)] + 0.9 * rng.normal(size=(n, DIMENSIONS)) + 0.7 * rng.normal(size=DIMENSIONS)
    )
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def sentence_vectors(path: Path, n: int) -> Floats:
    """Return the vectors of up to n sentences of a file."""
    loaded = microrag_core.load_paths([path])
    texts = [sentence.text for document in loaded.documents for sentence in split_sentences(document.text)]
    return microrag_core.load_encoder().encode(texts[:n])


def milliseconds(work: Callable[[], Any], runs: int) -> float:
    """Return the time of the fastest of some runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return 1000 * best


def measure(vectors: Floats) -> dict[str, float]:
    """Return milliseconds for each method at its defaults, for the graph and for the covers."""
    n = len(vectors)
    runs = 7 if n <= 1000 else 2
    graph = build_graph(vectors)
    kept = np.arange(n) % 2 == 0
    times = {
        "(graph)": milliseconds(lambda: build_graph(vectors), runs),
        "(covers)": milliseconds(lambda: best_cover(vectors, kept), runs),
    }
    for name, method in METHODS.items():
        problem = make_problem(vectors, graph, np.full(n, 20, np.int32), PruneSettings(method=name), {})
        times[name] = milliseconds(lambda select=method.select, problem=problem: select(problem), runs)
    return times


def report(title: str, by_size: dict[int, dict[str, float]]) -> None:
    """Print a table; the last column is the power of n by which the time grows between the two largest sizes."""
    sizes = list(by_size)
    print(f"\n{title}: milliseconds\n{'':14}" + "".join(f"{f'n = {n}':>12}" for n in sizes) + f"{'growth':>12}")
    for name in by_size[sizes[0]]:
        row = [by_size[n][name] for n in sizes]
        growth = f"n^{growth_power(by_size, name):.1f}" if len(sizes) > 1 else ""
        print(f"{name:14}" + "".join(f"{value:12.1f}" for value in row) + f"{growth:>12}")


def growth_power(by_size: dict[int, dict[str, float]], name: str) -> float:
    """Return p such that the time grows as n^p between the two largest sizes."""
    small, large = list(by_size)[-2:]
    return float(np.log(by_size[large][name] / by_size[small][name]) / np.log(large / small))


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the selection of sentences.")
    parser.add_argument("file", nargs="?", type=Path, help="a long text whose sentences are selected from too")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    results = {"random": {n: measure(grouped_vectors(n)) for n in SIZES}}
    if arguments.file:
        vectors = sentence_vectors(arguments.file, max(SIZES))
        results[arguments.file.name] = {n: measure(vectors[:n]) for n in sorted({min(n, len(vectors)) for n in SIZES})}
    if arguments.json:
        powers = {
            title: {name: growth_power(by_size, name) for name in METHODS}
            for title, by_size in results.items()
            if len(by_size) > 1
        }
        print(json.dumps({"milliseconds": results, "growth_power": powers}))
        return 0
    for title, by_size in results.items():
        report(title, by_size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
