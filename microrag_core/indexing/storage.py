"""An index on disk: one file, written whole or not at all, and refused when a byte of it is not as written."""

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from microrag_core.errors import InputError, SettingsError
from microrag_core.indexing.base import VectorIndex
from microrag_core.indexing.make import FAMILIES
from microrag_core.settings import IndexSettings

FILE = "index.microrag"
MARK = b"MICRORAG-INDEX-1\n"
DIGEST = hashlib.sha256().digest_size
LENGTH = 8
"""Bytes of the number that says how long the description is."""


def save_index(index: VectorIndex, folder: Path) -> Path:
    """Write an index into `folder`, made when it is not there, in place of the one in it, and return the file.

    The file is a mark, the SHA-256 of all that follows, and a description (kind, settings, ids) before the bytes of FAISS. For
    Qdrant, which holds the vectors itself, the description names the collection, which is kept from now on.
    Raises `InputError` when it cannot be written; a file written before then stays.
    """
    own, data = index.saved()
    described = {
        "kind": index.kind,
        "dimension": index.dimension,
        "settings": asdict(index.settings),
        "ids": index.ids,
        "labels": index.labels.tolist(),
        "next_label": index.next_label,
        **own,
    }
    text = json.dumps(described).encode("ascii")
    length = len(text).to_bytes(LENGTH, "big")
    digest = hashlib.sha256(length)
    digest.update(text)
    digest.update(data)
    path = Path(folder) / FILE
    write_whole(path, [MARK, digest.digest(), length, text, data])
    return path


def write_whole(path: Path, pieces: list[bytes]) -> None:
    """Write the pieces to `path` by way of a temporary file beside it. Raises `InputError` when that fails."""
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name + ".", delete=False) as file:
            temporary = file.name
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(f"The index cannot be written to {path}: {error.strerror or error}.") from None
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def load_index(folder: Path) -> VectorIndex:
    """Return the index that was saved in `folder`. Raises `InputError` when there is none, or when it is damaged."""
    path = Path(folder) / FILE
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"No index was saved in {folder}.") from None
    except OSError as error:
        raise InputError(f"The index {path} cannot be read: {error.strerror or error}.") from None
    start = len(MARK) + DIGEST
    if not content.startswith(MARK) or hashlib.sha256(memoryview(content)[start:]).digest() != content[len(MARK) : start]:
        raise InputError(f"The index {path} is damaged, or was written by another version: make it anew.")
    end = start + LENGTH + int.from_bytes(content[start : start + LENGTH], "big")
    described = json.loads(content[start + LENGTH : end])
    try:
        settings = IndexSettings(**described["settings"])
    except (TypeError, SettingsError):
        raise InputError(f"The index {path} was written by another version: make it anew.") from None
    if described["kind"] in FAMILIES:
        return FAMILIES[described["kind"]].restored(described, content[end:], settings)
    from microrag_core.indexing.qdrant import QdrantIndex  # noqa: PLC0415 - an optional part

    return QdrantIndex.restored(described, settings)
