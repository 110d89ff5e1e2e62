"""A cross-encoder for natural language inference: a model that reads a sentence and a claim together."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.embedding.load import is_path
from microrag_core.embedding.reading import without_surrogates
from microrag_core.errors import InputError
from microrag_core.settings import expanded

BATCH_PAIRS = 16
KINDS = ("entail", "contra")


class NliModel:
    """Tells whether a claim follows from a sentence, contradicts it, or neither.

    `model` is a name on the Hugging Face hub or a path. Raises `InputError` where it cannot be had, and where it is no model
    with three classes two of which are named after entailment and contradiction.
    """

    def __init__(self, model: str) -> None:
        folder = expanded(model)
        is_folder = os.path.isdir(folder)  # unlike Path.is_dir, no error where the name is too long
        if not is_folder and is_path(model):
            raise InputError(f"Could not load NLI model {model}: there is no such folder.")
        # The libraries raise errors of many kinds for a model that is absent or damaged; all mean the same to the user.
        try:
            self._model, self._entailment, self._contradiction = load_nli(str(folder) if is_folder else model, model)
        except InputError:
            raise
        except Exception as error:
            raise InputError(f"Could not load NLI model {model}: {reason(folder, is_folder)}") from error

    def judge(self, sentences: Sequence[str], claim: str) -> tuple[Floats, Floats]:
        """Return (n,) the probability that each of n sentences entails the claim, and that it contradicts it."""
        if not sentences:
            return np.zeros(0, np.float32), np.zeros(0, np.float32)
        pairs = [(without_surrogates(sentence), without_surrogates(claim)) for sentence in sentences]
        logits = self._model.predict(pairs, batch_size=BATCH_PAIRS, show_progress_bar=False, convert_to_numpy=True)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: Floats = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
        return chances[:, self._entailment], chances[:, self._contradiction]


def load_nli(place: str, model: str) -> tuple[Any, int, int]:
    """Return the sentence-transformers model and its classes of entailment and contradiction."""
    from sentence_transformers import CrossEncoder  # noqa: PLC0415
    from torch.nn import Identity  # noqa: PLC0415
    from transformers import AutoConfig  # noqa: PLC0415

    config = AutoConfig.from_pretrained(place)
    # Of another kind of model the library would make a classifier with random weights.
    if not any(name.endswith("ForSequenceClassification") for name in config.architectures or ()):
        raise InputError(f"Could not load NLI model {model}: that model was not trained to classify pairs of texts.")
    if config.num_labels != 3:
        raise InputError(f"Could not load NLI model {model}: it has {config.num_labels} classes, not three.")
    found = [[int(row) for row, label in config.id2label.items() if str(label).lower().startswith(kind)] for kind in KINDS]
    if any(len(rows) != 1 for rows in found):
        labels = ", ".join(map(str, config.id2label.values()))
        raise InputError(
            f"Could not load NLI model {model}: none of its classes ({labels}) is named entailment or contradiction."
        )
    return CrossEncoder(place, device="cpu", activation_fn=Identity()), found[0][0], found[1][0]


def reason(folder: Path, is_folder: bool) -> str:
    """Say in one sentence why a model could not be loaded."""
    if is_folder:
        return f"the folder {folder.name} holds no complete model."
    return (
        "it is neither a folder on this machine nor a model that could be fetched from the Hugging Face hub; "
        "without one the packaged model judges support."
    )
