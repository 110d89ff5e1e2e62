"""Conditions on documents: `lang=en; source=*.pdf; year>=2020`, each on a field of the metadata, the title or the source."""

import operator
import re
from dataclasses import dataclass

from microrag_core.datatypes import Document
from microrag_core.errors import SettingsError

OWN_FIELDS = ("title", "source")
EXAMPLE = "lang=en;source=*.pdf;year>=2020"

PARTS = re.compile(r'(?:[^;"]|"[^"]*")+')
CONDITION = re.compile(r'([^=!<>~"]*?)\s*(!=|<=|>=|=|<|>|~)\s*("[^"]*"|[^"=!<>~][^"]*)')
DATE = re.compile(r"\d{4}(-\d{2}(-\d{2}([T ].*)?)?)?")
ORDERS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


@dataclass(frozen=True)
class Condition:
    """`field` of a document compared with `value` by one of = != < <= > >= ~. Upper and lower case are the same.

    `=` and `!=` take `*` for any characters and `?` for one; `~` is "contains". The others compare numbers as numbers, dates
    (2024, 2024-05 or 2024-05-31, to the shorter one's precision) as dates, and texts by the alphabet; a number and a text do
    not compare. A document without the field meets `!=` alone.
    """

    field: str
    operator: str
    value: str

    def holds(self, document: Document) -> bool:
        """Tell whether a document meets the condition."""
        found = field_of(document, self.field)
        if found is None:
            return self.operator == "!="
        if self.operator == "~":
            return self.value.casefold() in found.casefold()
        if self.operator in ORDERS:
            order = compare(found, self.value)
            return order is not None and ORDERS[self.operator](order, 0)
        return is_like(found.casefold().strip(), self.value.casefold()) == (self.operator == "=")


def is_like(text: str, wanted: str) -> bool:
    """Tell whether a text is `wanted`, in which `*` stands for any characters and `?` for one.

    Each piece between two stars is looked for where it first occurs, so the time is bounded however many stars there are.
    """
    first, *others = [re.compile(re.escape(piece).replace(r"\?", "."), re.DOTALL) for piece in wanted.split("*")]
    if not others:
        return first.fullmatch(text) is not None
    found = first.match(text)
    for piece in others[:-1]:
        found = found and piece.search(text, found.end())
    # A piece is as long as what it stands for; the last one must end the text.
    last = len(wanted) - wanted.rfind("*") - 1
    return found is not None and found.end() <= len(text) - last and others[-1].match(text, len(text) - last) is not None


def parse_filters(text: str) -> tuple[Condition, ...]:
    """Return the conditions in `text`, joined by `;`; none for a blank text.

    A value that holds a `;` or begins with one of = ! < > ~ stands in double quotes. Raises
    `SettingsError` for what is no condition.
    """
    if PARTS.sub("", text).strip(";"):
        raise SettingsError(f"filters is {text!r}; a double quote in it is not closed.")
    return tuple(parse_condition(part.strip()) for part in PARTS.findall(text) if part.strip())


def parse_condition(text: str) -> Condition:
    """Return one condition. Raises `SettingsError`."""
    match = CONDITION.fullmatch(text)
    if not match or not match[1] or not match[3].strip('"').strip():
        raise SettingsError(f"{text!r} in filters is no condition; write a field, one of = != < <= > >= ~, a value: {EXAMPLE}.")
    return Condition(match[1].strip(), match[2], match[3].strip('"').strip())


def field_of(document: Document, field: str) -> str | None:
    """Return a document's value of a field, however the field's name is capitalised; None where it has none."""
    wanted = field.casefold()
    if wanted in OWN_FIELDS:
        return document.title if wanted == "title" else document.source
    return next((str(value) for name, value in document.metadata.items() if name.casefold() == wanted), None)


def compare(found: str, wanted: str) -> int | None:
    """Return below 0, 0 or above 0 as `found` comes before, with or after `wanted`; None where the two do not compare."""
    left, right = number(found), number(wanted)
    if left is not None and right is not None:
        return (left > right) - (left < right)
    first, second = found.casefold().strip(), wanted.casefold().strip()
    if DATE.fullmatch(first) and DATE.fullmatch(second):
        length = min(len(first), len(second))
        first, second = first[:length], second[:length]
    elif first[:1].isdigit() != second[:1].isdigit():
        return None
    return (first > second) - (first < second)


def number(text: str) -> float | None:
    """Return a text as a number, None where it is none."""
    try:
        return float(text)
    except ValueError:
        return None
