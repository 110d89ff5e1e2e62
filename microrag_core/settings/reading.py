"""Settings are read from the command line, else the environment, else the default, and checked where they are made."""

import os
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar, get_args, get_type_hints

from microrag_core.errors import SettingsError

SettingsType = TypeVar("SettingsType")


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


def require_counts(settings: Any, *names: str) -> None:
    """Refuse fields that are not 1 or more."""
    for name in names:
        require(getattr(settings, name) >= 1, name, getattr(settings, name), "1 or more")


def require_shares(settings: Any, *names: str) -> None:
    """Refuse fields that are not between 0 and 1."""
    for name in names:
        require(0 <= getattr(settings, name) <= 1, name, getattr(settings, name), "between 0 and 1")


def require(holds: bool, name: str, value: Any, what: str) -> None:
    """Raise `SettingsError` naming the setting and its value unless `holds`."""
    if not holds:
        raise SettingsError(f"{name} is {value!r}; it must be {what}.")
