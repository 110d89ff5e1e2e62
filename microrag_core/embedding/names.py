"""Names that change when a model does."""

import hashlib
from pathlib import Path

DIGITS = 16


def files_digest(folder: Path) -> str:
    """Return 16 hexadecimal digits over the JSON and weight files of a model folder: what it is, not where it is."""
    digest = hashlib.sha256()
    files = [path for path in folder.rglob("*") if path.suffix in (".json", ".safetensors")]
    for path in sorted(files):
        digest.update(path.relative_to(folder).as_posix().encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:DIGITS]
