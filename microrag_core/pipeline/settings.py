"""A whole pipeline as settings, and the flat text that names them on the command line, in a link and in a file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any, Self, get_args, get_type_hints

from microrag_core.errors import SettingsError
from microrag_core.settings import (
    ChunkSettings,
    ContextSettings,
    IndexSettings,
    PruneSettings,
    RepetitionSettings,
    RetrieverSettings,
    read_settings,
)

LONGEST_NAME = 60
NO_PRUNING = PruneSettings(method="none")


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """Every stage's settings, and the name that a person gave the whole.

    A pipeline prunes only where it is told so: by itself its method is `none`, unlike that of `PruneSettings`.
    """

    name: str = ""
    prune: PruneSettings = NO_PRUNING
    chunk: ChunkSettings = field(default_factory=ChunkSettings)
    repetition: RepetitionSettings = field(default_factory=RepetitionSettings)
    index: IndexSettings = field(default_factory=IndexSettings)
    retriever: RetrieverSettings = field(default_factory=RetrieverSettings)
    context: ContextSettings = field(default_factory=ContextSettings)

    def __post_init__(self) -> None:
        if len(self.name) > LONGEST_NAME:
            raise SettingsError(f"A pipeline's name has at most {LONGEST_NAME} characters; this one has {len(self.name)}.")

    def values(self) -> dict[str, str | int | float]:
        """Return every setting by its flat name."""
        return {key: getattr(getattr(self, part), name) for key, (part, name) in FLAT.items()}

    def changed(self) -> dict[str, str | int | float]:
        """Return the settings that differ from a plain pipeline's, by their flat names; `prune` always."""
        plain = PipelineSettings().values()
        return {key: value for key, value in self.values().items() if key == "prune" or value != plain[key]}

    def to_text(self) -> str:
        """Return the flat text, such as `prune=soft_coverage,budget=0.3`; `read_pipeline` reads it."""
        return ",".join(f"{key}={quoted(value)}" for key, value in self.changed().items())

    def to_json(self) -> str:
        """Return name and changed settings as the text of a JSON file; `pipeline_from_json` reads it."""
        return json.dumps({"name": self.name, "settings": self.changed()}, indent=2, ensure_ascii=False)

    def with_values(self, values: Mapping[str, Any]) -> Self:
        """Return these settings with some replaced, by their flat names. Raises `SettingsError` for an unknown one."""
        for key in values:
            if key not in FLAT:
                raise SettingsError(f"Unknown setting {key!r} of a pipeline; {suggestion(key)}")
        parts = {}
        for part, kind in PARTS.items():
            own = {FLAT[key][1]: value for key, value in values.items() if FLAT[key][0] == part}
            if own:
                now = {item.name: getattr(getattr(self, part), item.name) for item in fields(kind)}
                parts[part] = read_settings(kind, {**now, **own})
        return replace(self, **parts)


PARTS: dict[str, type[Any]] = {
    name: kind for name, kind in get_type_hints(PipelineSettings).items() if name != "name" and not get_args(kind)
}
FLAT: dict[str, tuple[str, str]] = {
    "prune" if (part, item.name) == ("prune", "method") else item.name: (part, item.name)
    for part, kind in PARTS.items()
    for item in fields(kind)
}
"""Flat name -> part and field. The names are unique but for pruning's `method`, which is called `prune`."""


def suggestion(key: str) -> str:
    """Return what may have been meant by an unknown name."""
    close = get_close_matches(key, FLAT, n=1)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(FLAT)}."


def read_pipeline(text: str, name: str = "", base: PipelineSettings | None = None) -> PipelineSettings:
    """Return the pipeline that a flat text names; what it leaves out comes from the environment, else from the defaults.

    With a `base` it comes from there alone, so that a text means the same on every machine. Values that hold a comma stand in
    double quotes. Raises `SettingsError` for an unknown name, a bad value, or a name twice.
    """
    given: dict[str, str] = {}
    for item in split_items(text):
        key, sign, value = item.partition("=")
        key = key.strip()
        if not sign:
            raise SettingsError(f"{item.strip()!r} is no setting: write name=value, such as retriever=hybrid.")
        if key in given:
            raise SettingsError(f"The setting {key} is given twice.")
        given[key] = unquoted(value.strip())
    return (from_environment(name) if base is None else replace(base, name=name)).with_values(given)


def from_environment(name: str = "") -> PipelineSettings:
    """Return the plain pipeline, with what the environment sets of it; pruning stays off until a pipeline asks for it."""
    parts = {part: read_settings(kind) for part, kind in PARTS.items()}
    parts["prune"] = replace(parts["prune"], method="none")
    return PipelineSettings(name=name, **parts)


def pipeline_from_json(text: str | bytes) -> PipelineSettings:
    """Return the pipeline of a JSON file. Raises `SettingsError` in a sentence for a file that is not one."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise SettingsError("This is no JSON file.") from None
    settings = found.get("settings") if isinstance(found, dict) else None
    if not isinstance(settings, dict) or not isinstance(found.get("name", ""), str):
        raise SettingsError("This file describes no pipeline: it must hold a name and settings.")
    return PipelineSettings(name=found.get("name", "")).with_values(settings)


def split_items(text: str) -> list[str]:
    """Return the parts of a text between commas that stand outside double quotes; blank ones are left out."""
    items = [""]
    inside = False
    for character in text:
        inside ^= character == '"'
        if character == "," and not inside:
            items.append("")
        else:
            items[-1] += character
    return [item for item in items if item.strip()]


def quoted(value: Any) -> str:
    """Return a value as `read_pipeline` reads it."""
    text = str(value)
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if "," in text or '"' in text else text


def unquoted(text: str) -> str:
    """Return a value without the quotes around it."""
    return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else text
