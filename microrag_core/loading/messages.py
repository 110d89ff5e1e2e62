"""What goes between this process and a worker: a length, then JSON. A worker that reads hostile files is not trusted, so
nothing that could run code (a pickle) is read from it."""

import json
import struct
from dataclasses import asdict
from typing import IO, Any

from microrag_core.datatypes import Document, Section, Skipped
from microrag_core.loading.loaded import Loaded, TextField

HEADER = struct.Struct(">Q")


def read_exactly(stream: IO[bytes], size: int) -> bytes:
    """Return `size` bytes; raises `EOFError` where the stream ends before."""
    data = stream.read(size)
    if len(data) < size:
        raise EOFError(f"{len(data)} of {size} bytes")
    return data


def loaded_to_json(loaded: Loaded) -> bytes:
    """Return a `Loaded` as JSON."""
    value = {
        "documents": [
            {
                "title": document.title,
                "text": document.text,
                "source": document.source,
                "sections": [[section.title, section.start, section.end, section.page] for section in document.sections],
                "metadata": dict(document.metadata),
            }
            for document in loaded.documents
        ],
        "skipped": [[item.source, item.reason] for item in loaded.skipped],
        "text_fields": {source: asdict(text_field) for source, text_field in loaded.text_fields.items()},
        "notes": list(loaded.notes),
    }
    return json.dumps(value).encode()


def loaded_from_json(value: dict[str, Any]) -> Loaded:
    """Return the `Loaded` that `loaded_to_json` wrote."""
    documents = tuple(
        Document(
            item["title"], item["text"], item["source"], tuple(Section(*part) for part in item["sections"]), item["metadata"]
        )
        for item in value["documents"]
    )
    fields = {
        source: TextField(item["field"], tuple(item["candidates"]), item["records"])
        for source, item in value["text_fields"].items()
    }
    return Loaded(documents, tuple(Skipped(*item) for item in value["skipped"]), fields, tuple(value["notes"]))
