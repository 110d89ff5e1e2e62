"""Models that read two texts together (cross-encoders), loaded from a folder or by a name."""

import os
from collections.abc import Callable
from typing import Any

from microrag_core.embedding.load import is_path
from microrag_core.errors import InputError
from microrag_core.settings import expanded

BATCH_PAIRS = 16
"""Pairs of about equal length that are read at once."""


def load_pair_model(
    model: str, called: str, task: str, instead: str, why_not: Callable[[Any], str], **options: Any
) -> tuple[Any, Any]:
    """Return the sentence-transformers cross-encoder and its configuration, which is looked at before the weights.

    `model` is a name on the Hugging Face hub or a path, `called` what it is in messages, `task` what it does with pairs
    of texts, and `instead` what works without it.
    `why_not(configuration)` says why a model is not of the kind that is wanted, empty where it is. `options` are those of the
    library's class. Raises `InputError` where the model cannot be had.
    """
    folder = expanded(model)
    is_folder = os.path.isdir(folder)  # unlike Path.is_dir, no error where the name is too long
    if not is_folder and is_path(model):
        raise InputError(f"Could not load {called} {model}: there is no such folder.")
    # The libraries raise errors of many kinds for a model that is absent or damaged; all mean the same to the user.
    try:
        from sentence_transformers import CrossEncoder  # noqa: PLC0415
        from transformers import AutoConfig  # noqa: PLC0415

        config = AutoConfig.from_pretrained(str(folder) if is_folder else model)
        # Of another kind of model the library would make one with random weights.
        trained = any(name.endswith("ForSequenceClassification") for name in config.architectures or ())
        if reason := why_not(config) if trained else f"that model was not trained to {task} pairs of texts":
            raise InputError(f"Could not load {called} {model}: {reason}.")
        return CrossEncoder(str(folder) if is_folder else model, device="cpu", **options), config
    except InputError:
        raise
    except Exception as error:
        absent = "it is neither a folder on this machine nor a model that could be fetched from the Hugging Face hub"
        reason = f"the folder {folder.name} holds no complete model" if is_folder else f"{absent}; {instead}"
        raise InputError(f"Could not load {called} {model}: {reason}.") from error
