"""Files and folders to documents."""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from microrag_core.datatypes import Progress, Skipped
from microrag_core.errors import InputError
from microrag_core.loading.cleaning import one_line
from microrag_core.loading.dispatch import DEFAULTS, load_source, refuse_large
from microrag_core.loading.loaded import Loaded, merge
from microrag_core.settings import LoadSettings

CORPUS = "corpus.jsonl"


def load_paths(paths: Sequence[str | Path], settings: LoadSettings = DEFAULTS, on_progress: Progress | None = None) -> Loaded:
    """Load files and folders; what gives no document is in `skipped` with the reason, a path that does not exist too.

    Folders are read in sorted order with all folders in them, hidden files left out. From one that holds a `corpus.jsonl`
    only that is loaded: the queries and judgements beside it are no documents. The source of a document is the path as it was
    given, and within a folder the path from that folder's name on. `on_progress` is called before each file and at the end.
    """
    files = [item for path in paths for item in find_files(path)]
    parts = []
    for done, (path, source) in enumerate(files):
        if on_progress:
            on_progress(f"Loading {source}", done, len(files))
        parts.append(load_file(path, source, settings) if isinstance(path, Path) else Loaded(skipped=(path,)))
    if on_progress:
        on_progress("Loaded", len(files), len(files))
    return merge(parts)


def find_files(path: str | Path) -> Iterator[tuple[Path | Skipped, str]]:
    """Yield (file, or why there is none; source) for a file, or for each file of a folder."""
    if not str(path):
        yield Skipped('""', "The path is empty."), '""'
        return
    path = Path(path)
    source = readable(path)
    try:
        if not path.is_dir():
            yield path, source
            return
        name = readable(Path(path.resolve().name or path))
    except OSError as error:
        yield Skipped(source, why(error)), source
        return
    found = False
    for item, inner in walk(path, name):
        found = True
        yield item, inner
    if not found:
        yield Skipped(source, "The folder holds no files."), source


def walk(folder: Path, name: str) -> Iterator[tuple[Path | Skipped, str]]:
    """Yield the files of a folder in sorted order; a folder reached twice, by a symbolic link, is read once."""
    seen: set[tuple[int, int]] = set()
    waiting = [(folder, name)]  # a stack, since folders may be nested deeper than Python recurses
    while waiting:
        path, source = waiting.pop()
        try:
            status = path.stat()
            if not stat.S_ISDIR(status.st_mode):
                yield path, source
            elif (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                waiting += [(entry, f"{source}/{readable(Path(entry.name))}") for entry in reversed(entries_of(path))]
        except OSError as error:
            yield Skipped(source, why(error)), source


def entries_of(folder: Path) -> list[Path]:
    """Return what is in a folder, sorted, without hidden entries; its `corpus.jsonl` alone where it has one."""
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith((".", "~$")))
    return [entry for entry in entries if entry.name == CORPUS and entry.is_file()] or entries


def load_file(path: Path, source: str, settings: LoadSettings) -> Loaded:
    """Load one file; its size is looked at before it is read."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise InputError("This is not a regular file.")
        refuse_large(status.st_size, settings)
        return load_source(source, path.read_bytes(), settings)
    except OSError as error:
        return Loaded(skipped=(Skipped(source, why(error)),))
    except InputError as error:
        return Loaded(skipped=(Skipped(source, str(error)),))


def why(error: OSError) -> str:
    """Return why a path cannot be read."""
    if isinstance(error, FileNotFoundError):
        return "This path does not exist."
    if isinstance(error, PermissionError):
        return "This path may not be read: permission denied."
    return f"This path cannot be read: {(error.strerror or 'unknown error').lower()}."


def readable(path: Path) -> str:
    """Return a path as text that can be written, whatever bytes its name holds."""
    return one_line(os.fsencode(path).decode("utf-8", "replace"))
