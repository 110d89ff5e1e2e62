"""Re-ranking by a cross-encoder (Nogueira and Cho 2019): a model that reads the question and a passage together."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from microrag_core.datatypes import Ranked
from microrag_core.embedding.load import is_path
from microrag_core.embedding.reading import without_surrogates
from microrag_core.errors import InputError
from microrag_core.settings import expanded

BATCH_PAIRS = 16
"""Pairs of about equal length that are read at once."""


class CrossEncoderReranker:
    """Orders passages by what a cross-encoder says of question and passage.

    `model` is a name on the Hugging Face hub or a path. The weights are loaded here, so that one that cannot be had is known
    before any document is read: raises `InputError` for it, and for a model that is no cross-encoder with one score a pair.
    """

    def __init__(self, model: str) -> None:
        folder = expanded(model)
        is_folder = os.path.isdir(folder)  # unlike Path.is_dir, no error where the name is too long
        if not is_folder and is_path(model):
            raise InputError(f"Could not load cross-encoder {model}: there is no such folder.")
        place = str(folder) if is_folder else model
        # The libraries raise errors of many kinds for a model that is absent or damaged; all mean the same to the user.
        try:
            self._model = load_cross_encoder(place)
        except InputError:
            raise
        except Exception as error:
            raise InputError(f"Could not load cross-encoder {model}: {reason(folder, is_folder)}") from error

    def rerank(self, query: str, candidates: Ranked, texts: Sequence[str]) -> Ranked:
        """Return the candidates ordered anew with the model's own score of each, the best first, ties as they stood.

        `texts` (n) are what is read of each candidate; the model cuts what is too long for it. Raises `InputError` when the
        question is blank.
        """
        if not query.strip():
            raise InputError("The question is empty: type some words to search for.")
        if not candidates:
            return []
        asked = without_surrogates(query)
        pairs = [(asked, without_surrogates(text)) for (_, _), text in zip(candidates, texts, strict=True)]
        scores = self._model.predict(pairs, batch_size=BATCH_PAIRS, show_progress_bar=False).tolist()
        found = [(key, float(score)) for (key, _), score in zip(candidates, scores, strict=True)]
        return sorted(found, key=lambda item: -item[1])


def load_cross_encoder(place: str) -> Any:
    """Return the sentence-transformers model of a name or a folder; its configuration is looked at before its weights."""
    from sentence_transformers import CrossEncoder  # noqa: PLC0415
    from transformers import AutoConfig  # noqa: PLC0415

    config = AutoConfig.from_pretrained(place)
    # Of another kind of model the library would make a cross-encoder with random weights.
    if not any(name.endswith("ForSequenceClassification") for name in config.architectures or ()):
        raise InputError(f"Could not load cross-encoder {place}: that model was not trained to score pairs of texts.")
    if config.num_labels != 1:
        raise InputError(f"Could not load cross-encoder {place}: it gives {config.num_labels} scores a pair, not one.")
    return CrossEncoder(place, device="cpu")


def reason(folder: Path, is_folder: bool) -> str:
    """Say in one sentence why a model could not be loaded."""
    if is_folder:
        return f"the folder {folder.name} holds no complete model."
    return (
        "it is neither a folder on this machine nor a model that could be fetched from the Hugging Face hub; "
        "rerank=late_interaction needs no other model."
    )
