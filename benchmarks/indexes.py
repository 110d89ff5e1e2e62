"""How well, how fast and in how much memory each family of index answers, and whether the advisor chooses the best.

    python benchmarks/indexes.py [--sizes 10000 200000] [--queries 200] [--json]

Vectors are those of the sentences of the labelled sets (SciFact, HotpotQA, CNN/DailyMail, SQuAD) in ../shared/data or
$MICRORAG_DATA, asked with the sets' own questions. Beyond their number, further ones are mixtures of two sentences, 50 to 90
percent of the one, with noise of a length of 0.3. Without the sets both are random in groups. Questions are asked one at a
time, which FAISS answers with one thread; a question counts with the shortest of its times. Ratios hold within one run.

The best choice is the family with the most questions a second among those that find 95 percent of the ten best and fit the
memory; where none finds so many, the one that finds most. The advisor's is good when it is that or within a tenth of it. Three
memories are tried: no bound, a twentieth more than the vectors themselves take, and a sixth of it.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where `select.py` would hide the standard library's.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import json
import os
from dataclasses import asdict
from typing import Any

import numpy as np

import microrag_core
from microrag_core.datatypes import Floats
from microrag_core.indexing.advisor import RECALL, advise, suggested
from microrag_core.indexing.measure import Measured, measure
from microrag_core.settings import EncoderSettings, IndexSettings
from microrag_core.text.sentences import split_sentences

ROOT = Path(__file__).resolve().parent.parent
DIMENSION = 384
SETS = ("scifact", "hotpotqa", "news", "squad")
FAMILIES = ("flat", "hnsw", "ivf_flat", "ivf_pq")
WITHIN = 0.9
NOISE = 0.3


def unit(rows: np.ndarray) -> Floats:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def texts_of(path: Path) -> list[str]:
    return [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def real_vectors(data: Path, queries: int) -> tuple[Floats, Floats]:
    """Return the vectors of the sets' different sentences, shuffled, and of some of their questions."""
    rng = np.random.default_rng(0)
    documents = [text for name in SETS for text in texts_of(data / name / "corpus.jsonl")]
    sentences = list(dict.fromkeys(sentence.text for text in documents for sentence in split_sentences(text)))
    questions = list(dict.fromkeys(text for name in SETS for text in texts_of(data / name / "queries.jsonl")))
    questions = [questions[row] for row in rng.permutation(len(questions))[:queries]]
    # Room for all of them: the packaged model takes minutes for so many, and they serve again.
    encoder = microrag_core.load_encoder(EncoderSettings(cache_megabytes=1000))
    return rng.permutation(encoder.encode(sentences, say)), encoder.encode(questions)


def say(step: str, done: int, count: int) -> None:
    print(f"\r{step} {done:,} of {count:,}", end="" if done < count else "\n", file=sys.stderr)


def made_up_vectors(count: int, queries: int) -> tuple[Floats, Floats]:
    """Return random unit rows in groups of about eight like ones, and others of the same groups."""
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(count // 8, DIMENSION))
    rows = centres[rng.integers(0, len(centres), count + queries)] + 0.9 * rng.normal(size=(count + queries, DIMENSION))
    return unit(rows[:count]), unit(rows[count:])


def grown(vectors: Floats, count: int) -> Floats:
    """Return `count` rows: the first of `vectors`, then mixtures of two of them with noise."""
    if count <= len(vectors):
        return vectors[:count]
    rng = np.random.default_rng(count)
    more = count - len(vectors)
    one, other = (vectors[rng.integers(0, len(vectors), more)] for _ in range(2))
    share = rng.uniform(0.5, 0.9, (more, 1)).astype(np.float32)
    noise = rng.normal(scale=NOISE / np.sqrt(DIMENSION), size=(more, DIMENSION))
    return np.concatenate([vectors, unit(share * one + (1 - share) * other + noise)])


def memories(count: int) -> dict[str, float | None]:
    vectors = 4 * DIMENSION * count / 1e6
    return {"no bound": None, "1.05 x the vectors": 1.05 * vectors, "a sixth of the vectors": vectors / 6}


def described(settings: IndexSettings) -> str:
    own = {"hnsw": ["ef_search"], "ivf_flat": ["nlist", "nprobe"], "ivf_pq": ["nlist", "nprobe", "pq_parts"]}
    return " ".join([settings.index, *(f"{name}={getattr(settings, name)}" for name in own.get(settings.index, []))])


def candidates(count: int) -> list[IndexSettings]:
    """Return each family at its defaults and as the advisor would set it, and what it advises for each memory."""
    found = [IndexSettings(index="flat"), IndexSettings(index="ivf_pq")]
    found += [make for kind in ("hnsw", "ivf_flat") for make in (IndexSettings(index=kind), suggested(kind, count, DIMENSION))]
    found += [advise(count, DIMENSION, memory).settings for memory in memories(count).values()]
    return sorted(dict.fromkeys(found), key=lambda settings: FAMILIES.index(settings.index))


def best_of(measured: dict[str, Measured], memory: float | None) -> tuple[str, str]:
    """Return the best choice for a memory and what it is best by."""
    fitting = {name: one for name, one in measured.items() if memory is None or (one.megabytes or 0) <= memory}
    good = [name for name, one in fitting.items() if one.recall_at_10 >= RECALL]
    if good:
        return max(good, key=lambda name: measured[name].queries_a_second), "queries_a_second"
    return max(fitting, key=lambda name: measured[name].recall_at_10), "recall_at_10"


def judged(count: int, measured: dict[str, Measured]) -> list[dict[str, Any]]:
    """Return for each memory that anything fits the advice, the best, and how near the one is to the other."""
    rows = []
    for name, memory in memories(count).items():
        if all(memory is not None and (one.megabytes or 0) > memory for one in measured.values()):
            continue  # Of few vectors a sixth is less than the patterns that they are compressed by.
        advice = advise(count, DIMENSION, memory)
        best, by = best_of(measured, memory)
        chosen = measured[described(advice.settings)]
        ratio = getattr(chosen, by) / getattr(measured[best], by)
        enough = chosen.recall_at_10 >= RECALL or by == "recall_at_10"
        fits = memory is None or (chosen.megabytes or 0) <= memory
        rows.append({
            "memory": name, "advice": described(advice.settings), "reason": advice.reason, "best": best, "by": by,
            "ratio": ratio, "good": enough and fits and ratio >= WITHIN,
        })  # fmt: skip
    return rows


def report(count: int, real: int, measured: dict[str, Measured], rows: list[dict[str, Any]]) -> None:
    print(f"\n{count:,} vectors of {DIMENSION}, {min(count, real):,} of them of sentences")
    print(f"{'':40}{'recall@10':>10}{'queries/s':>11}{'to flat':>9}{'build s':>9}{'MB':>8}")
    for name, one in measured.items():
        ratio = one.queries_a_second / measured["flat"].queries_a_second
        print(
            f"{name:40}{one.recall_at_10:10.3f}{one.queries_a_second:11,.0f}{ratio:9.1f}{one.build_seconds:9.1f}"
            f"{one.megabytes or 0:8.1f}"
        )
        for note in one.notes:
            print(f"    {note}")
    for row in rows:
        print(f"memory {row['memory']}: advised {row['advice']}; best by {row['by']} {row['best']}; {row['ratio']:.2f} of it"
              f" ({'good' if row['good'] else 'NOT GOOD'})\n    {row['reason']}")  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the families of index and the advisor.")
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 200_000], help="how many vectors")
    parser.add_argument("--queries", type=int, default=200, help="how many questions")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    data = Path(os.environ.get("MICRORAG_DATA", ROOT.parent / "shared" / "data"))
    is_real = data.is_dir()
    vectors, queries = (
        real_vectors(data, arguments.queries) if is_real else made_up_vectors(max(arguments.sizes), arguments.queries)
    )
    result = {}
    for count in arguments.sizes:
        rows = grown(vectors, count)
        measured = {}
        for settings in candidates(count):
            print(f"measuring {described(settings)} of {count:,}", file=sys.stderr)
            measured[described(settings)] = measure(rows, queries, settings)
        verdicts = judged(count, measured)
        result[count] = {"measured": {name: asdict(one) for name, one in measured.items()}, "advice": verdicts}
        if not arguments.json:
            report(count, len(vectors) if is_real else 0, measured, verdicts)
    if arguments.json:
        print(json.dumps({"sentences": len(vectors) if is_real else 0, "sizes": result}))
    return 0 if all(row["good"] for one in result.values() for row in one["advice"]) else 1


if __name__ == "__main__":
    sys.exit(main())
