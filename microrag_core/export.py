"""Pruned documents as files: JSON lines, a ZIP of texts, Parquet; each together with the settings that made them."""

import io
import json
import os
import re
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from microrag_core.corpus import Corpus
from microrag_core.datatypes import PrunedDocument
from microrag_core.errors import InputError

Record = dict[str, Any]


def record(pruned: PrunedDocument) -> Record:
    """Return one document as a record: ids, title, source, kept text, and for each sentence its span, mark and cover.

    `covered_by` is the row of the kept sentence most similar to it, `similarity` their cosine; `null` where nothing is kept.
    """
    selection = pruned.selection
    sentences = [
        {
            "start": sentence.start,
            "end": sentence.end,
            "kept": bool(selection.kept[row]),
            "covered_by": int(selection.covered_by[row]) if selection.covered_by[row] >= 0 else None,
            "similarity": round(float(selection.cover_similarity[row]), 4),
            "pinned": bool(selection.pinned[row]),
        }
        for row, sentence in enumerate(pruned.sentences)
    ]
    document = pruned.document
    return {
        "_id": document.record_id,
        "title": document.title,
        "source": document.source,
        "text": pruned.text,
        "sentences": sentences,
    }


def made_by(corpus: Corpus) -> Record:
    """Return the settings that made a corpus: model, pruning and, by document id, the pinned sentences."""
    pins = {key: {str(row): keep for row, keep in sorted(rows.items())} for key, rows in corpus.pins.items()}
    return {"model": corpus.encoder.name, "prune": asdict(corpus.settings), "pins": pins}


def to_jsonl(records: Iterable[Record]) -> bytes:
    """Return records as UTF-8 JSON lines."""
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in records).encode("utf-8", "replace")


def to_zip(corpus: Corpus) -> bytes:
    """Return a ZIP of one text file a document, `settings.json`, and `documents.json` that says which file is which."""
    buffer = io.BytesIO()
    names = {}
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, pruned in enumerate(corpus.all_pruned(), 1):
            name = f"{number:04d}-{file_stem(pruned.document.label)}.txt"
            names[name] = {"_id": pruned.document.record_id, "title": pruned.document.label, "source": pruned.document.source}
            archive.writestr(name, pruned.text.encode("utf-8", "replace"))
        archive.writestr("documents.json", json.dumps(names, ensure_ascii=False, indent=2).encode("utf-8", "replace"))
        archive.writestr("settings.json", json.dumps(made_by(corpus), indent=2))
    return buffer.getvalue()


def to_parquet(corpus: Corpus) -> bytes:
    """Return the records as a Parquet table whose metadata field `microrag` holds the settings as JSON."""
    schema = pa.schema(
        {
            "_id": pa.string(),
            "title": pa.string(),
            "source": pa.string(),
            "text": pa.string(),
            "sentences": pa.list_(
                pa.struct(
                    {
                        "start": pa.int64(),
                        "end": pa.int64(),
                        "kept": pa.bool_(),
                        "covered_by": pa.int32(),
                        "similarity": pa.float32(),
                        "pinned": pa.bool_(),
                    }
                )
            ),
        },
        metadata={"microrag": json.dumps(made_by(corpus))},
    )
    records = json.loads(b"[" + b",".join(to_jsonl(map(record, corpus.all_pruned())).splitlines()) + b"]")
    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(records, schema=schema), buffer)
    return buffer.getvalue()


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files` (name -> content) into `folder`, each whole or not at all. Raises `InputError` when that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            handle, draft = tempfile.mkstemp(dir=folder, prefix=f".{name}-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                os.chmod(draft, 0o644)
                os.replace(draft, folder / name)
            except BaseException:
                Path(draft).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise InputError(f"Cannot write to {folder}: {error.strerror or error}.") from None


def file_stem(label: str) -> str:
    """Return a short file name made of the letters and digits of `label`, safe on every system."""
    return re.sub(r"[^\w]+", "-", label).strip("-_").lower()[:60] or "document"
