"""One source of bytes to documents: which reader, and what its failure means. Readers that run foreign code run elsewhere."""

from collections.abc import Callable

from microrag_core.datatypes import Document, Skipped
from microrag_core.errors import InputError
from microrag_core.loading.cleaning import clean_text, one_line
from microrag_core.loading.json_files import load_json, load_jsonl, load_notebook
from microrag_core.loading.kinds import Kind, detect_kind
from microrag_core.loading.loaded import Loaded, merge
from microrag_core.loading.plain import load_markdown, load_plain
from microrag_core.loading.tables import load_csv
from microrag_core.loading.worker_pool import run_in_worker
from microrag_core.settings import LoadSettings

Reader = Callable[[bytes, str, LoadSettings], Loaded]

DEFAULTS = LoadSettings()
READERS: dict[Kind, Reader] = {
    "text": load_plain,
    "markdown": load_markdown,
    "csv": load_csv,
    "json": load_json,
    "jsonl": load_jsonl,
    "notebook": load_notebook,
}


def load_bytes(name: str, data: bytes, settings: LoadSettings = DEFAULTS) -> Loaded:
    """Load an uploaded file; `name` is only ever looked at for its extension and shown, never used as a path."""
    return load_source(base_name(name), data, settings)


def load_text(text: str, title: str = "", source: str = "pasted text") -> Loaded:
    """Load a text that a person typed or pasted."""
    cleaned = clean_text(text)
    if not cleaned:
        return Loaded(skipped=(Skipped(source, "The text is empty."),))
    return Loaded((Document(one_line(title), cleaned, source),))


def load_source(source: str, data: bytes, settings: LoadSettings) -> Loaded:
    """Return what `data` holds; where it gives no text, why, as skipped."""
    try:
        refuse_large(len(data), settings)
        kind = detect_kind(source, data)
        loaded = READERS[kind](data, source, settings) if kind in READERS else run_in_worker(kind, source, data, settings)
    except InputError as error:
        return Loaded(skipped=(Skipped(source, str(error)),))
    return merge([loaded])


def refuse_large(size: int, settings: LoadSettings) -> None:
    """Raise `InputError` where `size`, in bytes, is above the limit."""
    if size > settings.maximum_megabytes * 1e6:
        raise InputError(
            f"The file is too large: {size / 1e6:,.1f} MB; the limit is {settings.maximum_megabytes:,g} MB (maximum_megabytes)."
        )


def base_name(name: str) -> str:
    """Return the last part of a file name, without control characters; `unnamed` where nothing is left."""
    return one_line(name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]) or "unnamed"
