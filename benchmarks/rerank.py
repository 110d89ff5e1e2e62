"""How long does late interaction take over the first passages found?

    python benchmarks/rerank.py [FOLDER] [--passages N] [--documents N] [--questions N] [--json]

FOLDER has documents and questions in the BEIR layout (SciFact where it is there, else the sample). Each question is encoded, N
passages (30) are found by their one vector, and they are ordered anew: cold, when their token vectors must be made; when those
are on disk; and when they are in memory. The question's own token vectors are made each time. Reported are medians over the
questions in milliseconds.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where `select.py` would hide the standard library's `select`.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import json
import os
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from microrag_core import load_paths
from microrag_core.datatypes import Floats
from microrag_core.embedding import CachedEncoder, Encoder
from microrag_core.embedding.load import load_model
from microrag_core.embedding.store import VectorStore
from microrag_core.retrieval.late_interaction import LateInteraction, token_scores
from microrag_core.settings import EncoderSettings

SCIFACT = Path(os.environ.get("MICRORAG_DATA", Path(sys.path[0]).parent / "shared" / "data")) / "scifact"
DEFAULT_FOLDER = SCIFACT if SCIFACT.is_dir() else Path(sys.path[0]) / "sample"
ROOM = 1_000_000_000

Seconds = dict[str, list[float]]


def timed(seconds: Seconds, name: str, work: Callable[[], Any]) -> Any:
    """Return what `work` returns and note how long it took."""
    start = time.perf_counter()
    result = work()
    seconds[name].append(time.perf_counter() - start)
    return result


def cached(model: Encoder, file: Path) -> CachedEncoder:
    """Return the model with token vectors in `file`, and nothing in memory yet."""
    return CachedEncoder(model, VectorStore(file.with_suffix(".vectors"), ROOM), VectorStore(file, ROOM))


def measure_question(model: Encoder, query: str, found: list[str], cosines: Floats, seconds: Seconds) -> int:
    """Time the ordering anew of the passages `found` for one question, and return how many tokens they have."""
    candidates = [(str(row), float(cosine)) for row, cosine in enumerate(cosines)]
    query_tokens = timed(seconds, "query_tokens", lambda: model.encode_tokens([query]))[0]

    def rerank(encoder: Encoder) -> Any:
        return LateInteraction(encoder).rerank(query, candidates, found, cosines)

    with tempfile.TemporaryDirectory() as folder:
        first, second = Path(folder, "first.sqlite"), Path(folder, "second.sqlite")
        cold = timed(seconds, "cold", lambda: rerank(cached(model, Path(folder, "cold.sqlite"))))
        ready = cached(model, first)
        tokens = ready.encode_tokens(found)
        # A copy without the question, whose token vectors the next line keeps.
        shutil.copy(first, second)
        if (log := first.with_name(first.name + "-wal")).exists():
            shutil.copy(log, second.with_name(second.name + "-wal"))
        in_memory = timed(seconds, "cached_in_memory", lambda: rerank(ready))
        on_disk = timed(seconds, "cached_on_disk", lambda: rerank(cached(model, second)))
        timed(seconds, "scoring", lambda: token_scores(query_tokens, tokens))
    if not cold == in_memory == on_disk:
        raise AssertionError("a cached ranking differs from the one made cold")
    return sum(len(item.vectors) for item in tokens)


def measure(folder: Path, passages: int, documents: int, questions: int) -> dict[str, Any]:
    """Return the medians over the questions."""
    texts = [document.embedded_text() for document in load_paths([folder]).documents[:documents]]
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()[: questions + 1]
    model = load_model(EncoderSettings())
    vectors = model.encode(texts)
    seconds: Seconds = defaultdict(list)
    tokens = []
    for number, query in enumerate(json.loads(line)["text"] for line in lines):
        # The first question warms up the libraries and is not counted.
        spent = seconds if number else defaultdict(list)
        cosines = vectors @ timed(spent, "query_vector", lambda query=query: model.encode([query]))[0]
        rows = np.argsort(-cosines, kind="stable")[:passages]
        tokens.append(measure_question(model, query, [texts[row] for row in rows], cosines[rows], spent))
    return {
        "model": model.name,
        "documents": len(texts),
        "passages": min(passages, len(texts)),
        "tokens": median(tokens[1:]),
        "questions": len(lines) - 1,
        "milliseconds": {name: 1000 * median(values) for name, values in seconds.items()},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Time re-ranking by late interaction.")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help="a BEIR folder")
    parser.add_argument("--passages", type=int, default=30, help="how many are ordered anew (30)")
    parser.add_argument("--documents", type=int, default=500, help="how many of the documents are searched (500)")
    parser.add_argument("--questions", type=int, default=20, help="how many are asked (20)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    found = measure(arguments.folder, arguments.passages, arguments.documents, arguments.questions)
    if arguments.json:
        print(json.dumps(found))
        return 0
    print(f"{found['passages']} of {found['documents']:,} passages, {found['tokens']:,.0f} tokens; median of ", end="")
    print(f"{found['questions']} questions, milliseconds:")
    for name, value in found["milliseconds"].items():
        print(f"{name.replace('_', ' '):18} {value:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
