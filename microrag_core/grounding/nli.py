"""A cross-encoder for natural language inference: a model that reads a sentence and a claim together."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.embedding.pair_model import BATCH_PAIRS, load_pair_model
from microrag_core.embedding.reading import without_surrogates

KINDS = ("entail", "contra")


class NliModel:
    """Tells whether a claim follows from a sentence, contradicts it, or neither.

    `model` is a name on the Hugging Face hub or a path. Raises `InputError` where it cannot be had, and where it is no model
    with three classes two of which are named after entailment and contradiction.
    """

    def __init__(self, model: str) -> None:
        from torch.nn import Identity  # noqa: PLC0415

        instead = "without one the packaged model judges support"
        self._model, config = load_pair_model(model, "NLI model", "classify", instead, why_no_nli, activation_fn=Identity())
        self._entailment, self._contradiction = (rows[0] for rows in classes(config))

    def judge(self, sentences: Sequence[str], claim: str) -> tuple[Floats, Floats]:
        """Return (n,) the probability that each of n sentences entails the claim, and that it contradicts it."""
        if not sentences:
            return np.zeros(0, np.float32), np.zeros(0, np.float32)
        pairs = [(without_surrogates(sentence), without_surrogates(claim)) for sentence in sentences]
        logits = self._model.predict(pairs, batch_size=BATCH_PAIRS, show_progress_bar=False, convert_to_numpy=True)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: Floats = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
        return chances[:, self._entailment], chances[:, self._contradiction]


def classes(config: Any) -> list[list[int]]:
    """Return the rows of the classes named after entailment, and of those named after contradiction."""
    return [[int(row) for row, label in config.id2label.items() if str(label).lower().startswith(kind)] for kind in KINDS]


def why_no_nli(config: Any) -> str:
    """Say why a model is none for natural language inference, empty where it is one."""
    if config.num_labels != 3:
        return f"it has {config.num_labels} classes, not three"
    if any(len(rows) != 1 for rows in classes(config)):
        labels = ", ".join(map(str, config.id2label.values()))
        return f"none of its classes ({labels}) is named entailment or contradiction"
    return ""
