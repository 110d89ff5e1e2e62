"""Articles of CNN/DailyMail (See et al., 2017) through the optional package `datasets`."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from microrag_core.datatypes import Document, Progress, Skipped
from microrag_core.errors import InputError, MissingDependencyError
from microrag_core.loading.cleaning import clean_text
from microrag_core.loading.loaded import Loaded, merge

CNN_DAILYMAIL = "abisee/cnn_dailymail"
VERSION = "3.0.0"
SHORTEST = 1_000
LONGEST = 8_000
INSTALL = 'The package "datasets" is not installed; install it with: pip install "microrag-explorer[hub]"'
FORMATS = {".jsonl": "json", ".json": "json", ".parquet": "parquet", ".csv": "csv"}


def load_cnn_dailymail(
    count: int = 1000,
    path_or_name: str | Path = CNN_DAILYMAIL,
    split: str = "train",
    on_progress: Progress | None = None,
) -> Loaded:
    """Load the first `count` articles of the hub's set, or of a local copy (JSONL, JSON, Parquet or CSV, or a folder of them).

    Articles under 1,000 characters are skipped, over 8,000 are cut there, and both are counted in `notes`. Rows are streamed,
    so no more is fetched than is read. Raises `MissingDependencyError` without `datasets`, `InputError` where the set cannot
    be loaded or its rows have no field `article` or `text`.
    """
    if count < 1:
        raise InputError(f"The number of articles is {count}; it must be 1 or more.")
    documents: list[Document] = []
    skipped: list[Skipped] = []
    cut = 0
    rows = read_rows(path_or_name, split)
    name = Path(path_or_name).name if Path(path_or_name).exists() else str(path_or_name)
    for number in range(1, count + 1):
        if on_progress:
            on_progress("Loading articles", number - 1, count)
        row = next(rows, None)
        if row is None:
            break
        text, source = article(row), f"{name}#row {number}"
        cut += len(text) > LONGEST
        if len(text) < SHORTEST:
            skipped.append(Skipped(source, f"The article has {len(text):,} characters, under {SHORTEST:,}."))
        else:
            documents.append(Document("", text[:LONGEST].rstrip(), source, (), own_fields(row)))
    if on_progress:
        on_progress("Loaded", count, count)
    note = (
        f"{name}: {len(skipped):,} articles under {SHORTEST:,} characters were skipped, "
        f"{cut:,} over {LONGEST:,} were cut there."
    )
    return merge([Loaded(tuple(documents), tuple(skipped), notes=(note,))])


def read_rows(path_or_name: str | Path, split: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a set of the hub or of a local copy; any failure of `datasets` becomes an `InputError`."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    try:
        import datasets  # noqa: PLC0415  (an optional extra)
    except ImportError:
        raise MissingDependencyError(INSTALL) from None
    path = Path(path_or_name)
    try:
        if path.exists():
            files = sorted(file for file in path.iterdir() if file.suffix in FORMATS) if path.is_dir() else [path]
            if not files or files[0].suffix not in FORMATS:
                raise InputError(f"{path} holds no JSONL, JSON, Parquet or CSV file.")
            same = [str(file) for file in files if file.suffix == files[0].suffix]
            yield from datasets.load_dataset(FORMATS[files[0].suffix], data_files=same, split="train", streaming=True)
        else:
            yield from datasets.load_dataset(str(path_or_name), VERSION, split=split, streaming=True)
    except InputError:
        raise
    except Exception as error:  # the hub client raises errors of its own, of the net and of the files alike
        first_line = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(f"{path_or_name} could not be loaded: {first_line}") from None


def article(row: dict[str, Any]) -> str:
    """Return the text of a row."""
    text = row.get("article", row.get("text"))
    if not isinstance(text, str):
        raise InputError(f"The rows have no field 'article' or 'text' but {', '.join(map(repr, row))}.")
    return clean_text(text)


def own_fields(row: dict[str, Any]) -> dict[str, str]:
    """Return the row's id as `_id` and its reference summary as `highlights`."""
    fields = {"_id": row.get("id", row.get("_id")), "highlights": row.get("highlights")}
    return {name: str(value) for name, value in fields.items() if value is not None}
