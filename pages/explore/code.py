"""The Python and the command line that repeat what the page shows of one document."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import fields

from microrag_core.datatypes import Document, Pins
from microrag_core.settings import PruneSettings

UNSAVED = "document.txt"


def path_of(document: Document) -> str:
    """Return the file to load, as far as it is known: without a place inside it, and a stand-in for text that has no file."""
    record = re.fullmatch(r"(.+\.\w+)#[^#/\\]*", document.source)
    return (record[1] if record else document.source) or UNSAVED


def chosen_settings(settings: PruneSettings) -> Mapping[str, str | int | float]:
    """Return the settings that are not the defaults, and always method and budget."""
    default = PruneSettings()
    values = {item.name: getattr(settings, item.name) for item in fields(PruneSettings)}
    return {name: value for name, value in values.items() if name in ("method", "budget") or value != getattr(default, name)}


def as_python(document: Document, settings: PruneSettings, pins: Pins, model: str) -> str:
    """Return a script that loads the document's file and prunes it as the page does, pins included."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in chosen_settings(settings).items())
    names = ["Corpus", "PruneSettings", "load_paths"]
    encoder = ""
    if model != "default":
        names = ["Corpus", "EncoderSettings", "PruneSettings", "load_encoder", "load_paths"]
        encoder = f"load_encoder(EncoderSettings(model={model!r})), "
    lines = [
        f"from microrag_core import {', '.join(names)}",
        "",
        f"documents = load_paths([{path_of(document)!r}]).documents",
        f"corpus = Corpus.build(documents, {encoder}settings=PruneSettings({arguments}))",
    ]
    if pins:
        numbered = ", ".join(f"{row}: {keep}" for row, keep in sorted(pins.items()))
        lines.append(f"corpus = corpus.with_pins({document.id!r}, {{{numbered}}})  # row: True keeps it, False prunes it")
    lines += [f"pruned = corpus.pruned({document.id!r})", "print(pruned.text)"]
    return "\n".join(lines)


def as_command(document: Document, settings: PruneSettings, pins: Pins, model: str) -> str:
    """Return the command that prunes the document's file with the same settings."""
    words = ["python", "-m", "microrag_core", "prune", path_of(document)]
    for name, value in chosen_settings(settings).items():
        words += [f"--{name.replace('_', '-')}", str(value)]
    if model != "default":
        words += ["--model", model]
    words += ["--out", "pruned"]
    note = "# Pins are not on the command line: use the Python above.\n" if pins else ""
    return note + shlex.join(words)
