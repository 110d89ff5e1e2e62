"""Does support tell claims that a text bears out from those that it does not?

    python benchmarks/grounding.py [--json] [--fit] [--folder FOLDER]

FOLDER has QAGS, HaluEval QA and FEVER-symmetric, one JSON object a line: context, claim, question, supported. For each set the
area under the ROC curve of the support score against the labels is printed:

- `auc`: each claim scored by weights that were fitted without the fold of texts that it belongs to (five folds, three times;
  the mean of the three). Only QAGS (its rows counting twice) and FEVER-symmetric are ever fitted on, so for HaluEval no claim
  is among those fitted on.
- `auc_shipped`: the weights as they stand in the code, which saw all of QAGS and FEVER-symmetric.
- `auc_other_set`: weights fitted on the other one of the two sets alone; for HaluEval on both.
- `auc_cosine`: the cosine of claim and text, or of claim and most similar sentence where that is better (`cosine_of`).
- `auc_words`: minus the number of words of a claim. HaluEval's right answers are short and its wrong ones are sentences, so
  this says how much of a figure could be length; `auc_same_length` is the support of its claims of four to eight words alone.

`contradicted` counts the claims said to be contradicted, `contradicted_right` those of them that are labelled unsupported.
Which six signals there are was decided by looking at the figures of these sets, so all of them flatter a little.
The sets' tokenisation ("did n't", "10, 000", "-LRB-") is undone first, for all scores alike. `--fit` prints the weights for
`microrag_core/grounding/weights.py`, and thresholds: from the first on four in five claims are supported, below the second
three in four are not, were half of all claims supported.
"""

import sys
from pathlib import Path

# The root takes the place of this folder on the path, where `select.py` would hide the standard library's `select`.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import argparse
import json
import os
import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.stats import rankdata

from microrag_core.embedding import Encoder, load_encoder
from microrag_core.grounding.matching import Match
from microrag_core.grounding.signals import Signals, measure_signals
from microrag_core.grounding.statement import read_statements
from microrag_core.grounding.support import judge, read_claim
from microrag_core.text.sentences import split_sentences

FOLDER = Path(os.environ.get("MICRORAG_DATA", Path(sys.path[0]).parent / "shared" / "data")) / "grounding"
SETS = ("qags", "halueval_qa", "fever_symmetric")
FITTED_ON = {"qags": 2.0, "fever_symmetric": 1.0}
FOLDS, REPEATS = 5, 3
PENALTY = 0.02
"""Of the squared weights of standardised signals, per set."""
SIGNS = Signals(weakest=1, missing=1, together=1, number=-1, name=-1, turned=-1)
TOKENS = (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("``", '"'), ("''", '"'))

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LabelledSet:
    """For n claims: signals (n, 6), signs (-1 where an answer is only "no"), shipped scores, labels, lengths, verdicts.

    `cosines` are those with the text and with its most similar sentence, `texts` the number of each claim's text.
    """

    signals: Numbers
    signs: Numbers
    shipped: Numbers
    cosines: dict[str, Numbers]
    labels: Numbers
    lengths: Numbers
    texts: Numbers
    contradicted: Numbers


@dataclass(frozen=True)
class Fit:
    """Weights (6,) of the signals as they are, and what is added to their sum."""

    weights: Numbers
    intercept: float

    def scores(self, data: "LabelledSet") -> Numbers:
        """Return (n,) the log odds of support; those of the opposite where an answer is only "no"."""
        return data.signs * (data.signals @ self.weights + self.intercept)


def natural(text: str) -> str:
    """Return the text as it was before it was cut into tokens."""
    for token, sign in TOKENS:
        text = text.replace(token, sign)
    text = re.sub(r"(?<=\d)([.,]) (?=\d)", r"\1", text)
    text = re.sub(r" (n't|'s|'re|'ve|'ll|'d|'m|')(?=[\s.,;:!?]|$)", r"\1", text)
    text = re.sub(r"([(\[$£]) (?=\S)", r"\1", text)
    return re.sub(r" ([.,;:!?)\]%])", r"\1", text)


def read_set(file: Path, encoder: Encoder) -> LabelledSet:
    """Return what is needed of a set."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    contexts = [natural(row["context"]) for row in rows]
    claims = [natural(row["claim"]) for row in rows]
    split = {text: [sentence.text for sentence in split_sentences(text)] for text in dict.fromkeys(contexts)}
    asked = [read_claim(claim, row["question"]) for claim, row in zip(claims, rows, strict=True)]
    texts = list(dict.fromkeys([*(text for parts in split.values() for text in parts), *(text for text, _ in asked)]))
    known = dict(zip(texts, read_statements(texts, encoder), strict=True))
    matches = [
        [Match(known[claim], known[sentence]) for sentence in split[text]]
        for (claim, _), text in zip(asked, contexts, strict=True)
    ]
    judged = [judge(found, known[claim]) for found, (claim, _) in zip(matches, asked, strict=True)]
    signs = np.array([-1.0 if turned else 1.0 for _, turned in asked])
    places = {text: place for place, text in enumerate(split)}
    return LabelledSet(
        signals=np.array([astuple(measure_signals(found)) for found in matches]),
        signs=signs,
        shipped=np.array([1 - j.score if sign < 0 else j.score for j, sign in zip(judged, signs, strict=True)]),
        cosines=cosines_of(claims, contexts, split, encoder),
        labels=np.array([float(row["supported"]) for row in rows]),
        lengths=np.array([float(len(claim.split())) for claim in claims]),
        texts=np.array([float(places[text]) for text in contexts]),
        contradicted=np.array([float(j.contradicted) for j in judged]),
    )


def cosines_of(
    claims: Sequence[str], contexts: Sequence[str], split: dict[str, list[str]], encoder: Encoder
) -> dict[str, Numbers]:
    """Return for each claim its cosine with its text, and with the most similar sentence of it."""
    texts = list(dict.fromkeys([*claims, *split, *(sentence for parts in split.values() for sentence in parts)]))
    vectors = dict(zip(texts, encoder.encode(texts), strict=True))
    pairs = list(zip(claims, contexts, strict=True))
    return {
        "text": np.array([float(vectors[claim] @ vectors[text]) for claim, text in pairs]),
        "sentence": np.array([max(float(vectors[claim] @ vectors[part]) for part in split[text]) for claim, text in pairs]),
    }


def area(labels: Numbers, scores: Numbers) -> float:
    """Return the area under the ROC curve: the chance that a supported claim has a higher score than an unsupported one."""
    ranks = rankdata(scores)
    positives = labels.sum()
    total = ranks[labels == 1].sum() - positives * (positives + 1) / 2
    return float(total / (positives * (len(labels) - positives)))


def fit(sets: Sequence[tuple[Numbers, Numbers, float]]) -> Fit:
    """Return a logistic regression on (signals, labels, weight of the set), with weights of the given signs.

    Each set has an intercept of its own, which takes up how many of its claims are supported. The result's intercept is their
    mean, less the log odds of the labels: its score is that of a set of which half is supported.
    """
    every = np.vstack([signals for signals, _, _ in sets])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-9
    labels = np.concatenate([labels for _, labels, _ in sets])
    which = np.repeat(np.arange(len(sets)), [len(labels) for _, labels, _ in sets])
    design = np.hstack([(every - mean) / spread, np.eye(len(sets))[which]])
    rows = np.concatenate([np.full(len(labels), weight / len(labels)) for _, labels, weight in sets])
    shrunk = np.arange(design.shape[1]) < len(mean)

    def loss(values: Numbers) -> tuple[float, Numbers]:
        sums = design @ values
        error = rows * (1 / (1 + np.exp(-sums)) - labels)
        total = (rows * (np.logaddexp(0, sums) - labels * sums)).sum() + PENALTY * (values[shrunk] ** 2).sum()
        return float(total), design.T @ error + 2 * PENALTY * values * shrunk

    bounds = [(0, None) if sign > 0 else (None, 0) for sign in astuple(SIGNS)] + [(None, None)] * len(sets)
    found = minimize(loss, np.zeros(design.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds).x
    weights = found[shrunk] / spread
    odds = [float(np.log(labels.mean() / (1 - labels.mean()))) for _, labels, _ in sets]
    return Fit(weights, float((found[~shrunk] - odds).mean() - mean @ weights))


def folds(data: LabelledSet, seed: int) -> Numbers:
    """Return (n,) the fold of each claim; claims on one text are in one fold."""
    order = np.random.RandomState(seed).permutation(int(data.texts.max()) + 1) % FOLDS
    return order[data.texts.astype(int)].astype(float)


def out_of_fold(sets: dict[str, LabelledSet], seed: int) -> dict[str, Numbers]:
    """Return for each set the scores of its claims by weights that were fitted without their fold."""
    parts = {name: folds(data, seed) for name, data in sets.items()}
    scores = {name: np.zeros(len(data.labels)) for name, data in sets.items()}
    for fold in range(FOLDS):
        left = {name: parts[name] != fold for name in FITTED_ON}
        found = fit([(sets[n].signals[left[n]], sets[n].labels[left[n]], weight) for n, weight in FITTED_ON.items()])
        for name, data in sets.items():
            scores[name][parts[name] == fold] = found.scores(data)[parts[name] == fold]
    return scores


def fit_on(sets: dict[str, LabelledSet], names: Sequence[str]) -> Fit:
    return fit([(sets[name].signals, sets[name].labels, FITTED_ON[name]) for name in names])


def measure(sets: dict[str, LabelledSet]) -> dict[str, Any]:
    """Return the figures of each set."""
    repeats = [out_of_fold(sets, seed) for seed in range(REPEATS)]
    result = {}
    for name, data in sets.items():
        cosine_of = max(data.cosines, key=lambda kind, data=data: area(data.labels, data.cosines[kind]))
        others = [other for other in FITTED_ON if other != name]
        figures = {
            "rows": len(data.labels),
            "supported": int(data.labels.sum()),
            "auc": float(np.mean([area(data.labels, scores[name]) for scores in repeats])),
            "auc_shipped": area(data.labels, data.shipped),
            "auc_other_set": area(data.labels, fit_on(sets, others).scores(data)),
            "auc_cosine": area(data.labels, data.cosines[cosine_of]),
            "cosine_of": cosine_of,
            "auc_words": area(data.labels, -data.lengths),
            "contradicted": int(data.contradicted.sum()),
            "contradicted_right": int((data.contradicted * (1 - data.labels)).sum()),
        }
        middle = (data.lengths >= 4) & (data.lengths <= 8)
        if name == "halueval_qa":
            figures["auc_same_length"] = area(data.labels[middle], data.shipped[middle])
        result[name] = figures
    return result


def thresholds(sets: dict[str, LabelledSet], found: Fit) -> dict[str, float]:
    """Return from which score on four in five claims are supported, and below which three in four are not.

    Counted as if half of all claims were supported.
    """
    chances = {name: 1 / (1 + np.exp(-found.scores(sets[name]))) for name in FITTED_ON}

    def reaching(score: float, label: int) -> float:
        """Return the share of the claims with a label that reach a score, the mean of the sets."""
        return float(np.mean([(chances[name][sets[name].labels == label] >= score).mean() for name in FITTED_ON]))

    grid = [round(0.05 + step / 100, 2) for step in range(91)]
    right, wrong = ({score: reaching(score, label) for score in grid} for label in (1, 0))
    above = [score for score in grid if right[score] >= 4 * wrong[score]]
    below = [score for score in grid if 1 - wrong[score] >= 3 * (1 - right[score]) and wrong[score] < 1]
    return {"supported_from": min(above, default=1.0), "partly_from": max(below, default=0.0)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the support of claims against labels.")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder with the three sets")
    parser.add_argument("--fit", action="store_true", help="fit the weights anew and print them")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arguments = parser.parse_args()
    if missing := [name for name in SETS if not (arguments.folder / f"{name}.jsonl").is_file()]:
        print(f"{arguments.folder} has no {missing[0]}.jsonl: set MICRORAG_DATA or give --folder.", file=sys.stderr)
        return 2
    encoder = load_encoder()
    sets = {name: read_set(arguments.folder / f"{name}.jsonl", encoder) for name in SETS}
    if arguments.fit:
        found = fit_on(sets, list(FITTED_ON))
        weights = dict(zip(Signals.__slots__, (round(float(weight), 3) for weight in found.weights), strict=True))
        print(json.dumps({"weights": weights, "intercept": round(found.intercept, 3), **thresholds(sets, found)}))
        return 0
    result = measure(sets)
    if arguments.json:
        print(json.dumps(result))
        return 0
    for name, figures in result.items():
        print(f"{name}: {figures['rows']} claims, {figures['supported']} supported")
        for key, value in figures.items():
            print(f"  {key:18} {value:.3f}" if isinstance(value, float) else f"  {key:18} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
