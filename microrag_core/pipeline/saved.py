"""Pipelines by name on disk: a JSON file each below `home()`, so that they outlast the session and can be copied."""

import hashlib
import os
from pathlib import Path

from microrag_core.errors import InputError, SettingsError
from microrag_core.pipeline.settings import PipelineSettings, pipeline_from_json
from microrag_core.settings import home

SUFFIX = ".pipeline.json"


def save(pipeline: PipelineSettings, folder: Path | None = None) -> Path:
    """Write a pipeline under its name, in the place of one of that name, and return the file.

    Raises `SettingsError` without a name and `InputError` where the folder cannot be written.
    """
    if not pipeline.name.strip():
        raise SettingsError("The pipeline has no name: give it one to save it.")
    path = file_of(pipeline.name, folder)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(pipeline.to_json(), encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise InputError(f"Cannot save the pipeline in {path.parent}: {(error.strerror or str(error)).lower()}.") from None
    return path


def saved(folder: Path | None = None) -> list[PipelineSettings]:
    """Return the saved pipelines by name; a file that holds none is passed over."""
    found = []
    for path in sorted((folder or default_folder()).glob(f"*{SUFFIX}")):
        try:
            found.append(pipeline_from_json(path.read_bytes()))
        except (OSError, SettingsError):
            continue
    return sorted(found, key=lambda pipeline: pipeline.name.casefold())


def delete(name: str, folder: Path | None = None) -> None:
    """Remove the pipeline of a name; one that is not there is passed over."""
    file_of(name, folder).unlink(missing_ok=True)


def default_folder() -> Path:
    """Return where pipelines are saved unless another folder is named."""
    return home() / "pipelines"


def file_of(name: str, folder: Path | None) -> Path:
    """Return the file of a name. A digest stands for the name, which may hold what no file name can."""
    return (folder or default_folder()) / (hashlib.sha256(name.strip().encode()).hexdigest()[:16] + SUFFIX)
