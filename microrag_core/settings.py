"""Settings: frozen, validated where they are made, and read from the command line, else the environment, else the default."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from platformdirs import user_data_path

from microrag_core.errors import SettingsError

PruneMethod = Literal["none", "coverage", "soft_coverage", "centrality", "mmr", "clusters", "lead", "random"]
BudgetUnit = Literal["sentences", "tokens"]
Precision = Literal["auto", "fp32", "bf16"]

DAY = 86_400
"""Seconds: the longest that reading a file may be given."""

SettingsType = TypeVar("SettingsType")


def home() -> Path:
    """Return the folder that holds the caches and all else that is kept: `MICRORAG_HOME`, else the user's data folder."""
    chosen = os.environ.get("MICRORAG_HOME", "").strip()
    return expanded(chosen) if chosen else user_data_path("microrag", appauthor=False)


def expanded(path: str) -> Path:
    """Return a path with `~` as the home folder; as it stands where there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


@dataclass(frozen=True, slots=True)
class PruneSettings:
    """How sentences are selected.

    `budget` is the fraction of sentences (or tokens) to keep, above 0 and up to 1. `neighbors` counts the sentence itself
    (at least 1) and is lowered to the number of sentences. `minimum_similarity` drops weaker edges of the graph (0 to 1).
    A pruned sentence whose best kept sentence is less similar than `at_risk_below` (0 to 1) is at risk. `seed` is for
    `random` and `clusters`.
    """

    method: PruneMethod = "soft_coverage"
    budget: float = 0.5
    budget_unit: BudgetUnit = "sentences"
    neighbors: int = 5
    minimum_similarity: float = 0.0
    at_risk_below: float = 0.4
    seed: int = 0

    def __post_init__(self) -> None:
        check_fields(self)
        require(0 < self.budget <= 1, "budget", self.budget, "above 0 and up to 1")
        require(self.neighbors >= 1, "neighbors", self.neighbors, "1 or more")
        require(0 <= self.minimum_similarity <= 1, "minimum_similarity", self.minimum_similarity, "between 0 and 1")
        require(0 <= self.at_risk_below <= 1, "at_risk_below", self.at_risk_below, "between 0 and 1")
        require(self.seed >= 0, "seed", self.seed, "0 or more")


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """Which model embeds and how.

    `model` is `default` (the packaged all-MiniLM-L6-v2), or any sentence-transformers name or path. `precision` `auto` takes
    bf16 where the processor multiplies it in hardware, else fp32. `cache_megabytes` bounds the cache on disk; 0 is no cache.
    """

    model: str = "default"
    precision: Precision = "auto"
    cache_megabytes: int = 512

    def __post_init__(self) -> None:
        check_fields(self)
        require(bool(self.model.strip()), "model", self.model, "a name or a path")
        require(self.cache_megabytes >= 0, "cache_megabytes", self.cache_megabytes, "0 or more")


@dataclass(frozen=True, slots=True)
class LoadSettings:
    """What is read from files.

    `maximum_megabytes` refuses larger files unread. `text_field` names the field of JSON, JSONL and CSV records that holds the
    text; empty means guess. `password` opens encrypted PDFs. `timeout_seconds` (up to a day) ends a reading that does not.
    """

    maximum_megabytes: float = 100.0
    text_field: str = ""
    password: str = ""
    timeout_seconds: float = 60.0

    def __post_init__(self) -> None:
        check_fields(self)
        require(self.maximum_megabytes > 0, "maximum_megabytes", self.maximum_megabytes, "above 0")
        require(0 < self.timeout_seconds <= DAY, "timeout_seconds", self.timeout_seconds, f"above 0 and up to {DAY}, a day")


def read_settings(kind: type[SettingsType], given: Mapping[str, Any] | None = None) -> SettingsType:
    """Build `kind` from `given` values, else `MICRORAG_<FIELD>` of the environment, else its defaults.

    A value of `None` counts as not given. Text is converted to the field's type. Raises `SettingsError` for an unknown name,
    for text that is no number, and for a value out of range.
    """
    types = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    given = {name: value for name, value in (given or {}).items() if value is not None}
    if unknown := sorted(set(given) - set(names)):
        raise SettingsError(f"Unknown setting {unknown[0]!r}; known are {', '.join(names)}.")
    values = {}
    for name in names:
        if name in given:
            values[name] = convert(name, given[name], types[name])
        elif text := os.environ.get(f"MICRORAG_{name.upper()}", "").strip():
            values[name] = convert(f"MICRORAG_{name.upper()}", text, types[name])
    return kind(**values)


def convert(name: str, value: Any, kind: Any) -> Any:
    """Return `value` as `kind`, or raise `SettingsError`; only text is converted."""
    if not isinstance(value, str) or kind not in (int, float):
        return value
    try:
        return kind(value)
    except ValueError:
        raise SettingsError(f"{name} is {value!r}; it must be {'a whole number' if kind is int else 'a number'}.") from None


def check_fields(settings: Any) -> None:
    """Refuse fields whose value is not of the declared type, and choices that are not among the declared ones."""
    for name, kind in get_type_hints(type(settings)).items():
        value = getattr(settings, name)
        if choices := get_args(kind):
            require(value in choices, name, value, "one of " + ", ".join(choices))
        elif kind is float:
            require(isinstance(value, int | float) and not isinstance(value, bool), name, value, "a number")
        elif kind is int:
            require(isinstance(value, int) and not isinstance(value, bool), name, value, "a whole number")
        else:
            require(isinstance(value, kind), name, value, f"of type {kind.__name__}")


def require(holds: bool, name: str, value: Any, what: str) -> None:
    """Raise `SettingsError` naming the setting and its value unless `holds`."""
    if not holds:
        raise SettingsError(f"{name} is {value!r}; it must be {what}.")
