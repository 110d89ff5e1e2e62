"""Records (of JSON, JSONL, CSV, a worksheet) to documents: which field is the text is guessed, shown and can be set."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from microrag_core.datatypes import Document, Skipped, shorten
from microrag_core.errors import InputError
from microrag_core.loading.cleaning import clean_text, one_line
from microrag_core.loading.loaded import Loaded, TextField

TEXT_NAMES = ("text", "body", "content", "contents", "article", "passage")
TITLE_NAMES = ("title", "headline", "subject", "name", "heading")
ID_NAMES = ("_id", "id", "doc_id", "docid", "document_id")
PROSE_LENGTH = 25
GUESS_FROM = 200
ENOUGH = 1_000  # characters of a value that tell whether it is prose
LONGEST_SHOWN = 60  # characters of an id or a name in a message
PROSE = re.compile(r"\S+(?:\s+\S+){3}|[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]{8}")


@dataclass(frozen=True, slots=True)
class Record:
    """A record and where it stands in its source: `place` is a word and a number, such as `line 17`."""

    place: str
    values: Mapping[str, str]


def flatten(value: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return the plain values of a record as text; nested names are joined by a dot, a list of plain values by newlines."""
    flat: dict[str, str] = {}
    for key, item in value.items():
        name = f"{prefix}{key}"
        if isinstance(item, str):
            flat[name] = item
        elif isinstance(item, dict):
            flat.update(flatten(item, f"{name}."))
        elif isinstance(item, list):
            if item and not any(isinstance(part, dict | list) for part in item):
                flat[name] = "\n".join(as_text(part) for part in item)
        elif item is not None:
            flat[name] = as_text(item)
    return flat


def as_text(value: Any) -> str:
    """Return a plain value as text: text as it is, everything else as JSON writes it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def choose_field(records: Sequence[Record], wanted: str) -> TextField:
    """Return which field is the text: `wanted`, else a usual name for it, else the longest that reads as prose, else none.

    Raises `InputError` where `wanted` is in no record.
    """
    sample = records[:GUESS_FROM]
    lengths: Counter[str] = Counter()
    prose: Counter[str] = Counter()
    for record in sample:
        for name, value in record.values.items():
            lengths[name] += len(value)
            prose[name] += bool(PROSE.search(value[:ENOUGH]))
    candidates = tuple(
        name
        for name, _ in lengths.most_common()
        if (prose[name] or name.lower() in TEXT_NAMES) and name.lower() not in ID_NAMES
    )
    if wanted:
        known = dict.fromkeys(name for record in records for name in record.values)
        if wanted not in known:
            shown = ", ".join(shorten(name, LONGEST_SHOWN) for name in islice(known, 20))
            raise InputError(f"There is no field {wanted!r}; the fields are {shown}.")
        return TextField(wanted, tuple(dict.fromkeys((*candidates, wanted))), len(records))
    usual = [name for usual in TEXT_NAMES for name in lengths if name.lower() == usual]
    long = [
        name
        for name in candidates
        if lengths[name] >= PROSE_LENGTH * len(sample) and prose[name] * 2 > len(sample) and name.lower() not in TITLE_NAMES
    ]
    return TextField(next(iter(usual + long), ""), candidates, len(records))


def load_records(records: Sequence[Record], source: str, wanted: str, joined_title: str = "") -> Loaded:
    """Return a document for each record, or one document of all of them, a record a line, where no field is the text.

    A record without text and one that repeats the `_id` of an earlier one are skipped. `joined_title` is the title of the
    one document.
    """
    if not records:
        raise InputError("The file holds no records.")
    text_field = choose_field(records, wanted)
    if not text_field.field:
        text = clean_text("\n".join(map(as_line, records)))
        if not text:
            raise InputError("The file holds no text.")
        return Loaded((Document(joined_title, text, source),), text_fields={source: text_field})
    names = list(dict.fromkeys(name for record in records for name in record.values))
    title_name = first_named(TITLE_NAMES, names, text_field.field)
    id_name = id_field(records, names)
    documents, skipped = [], []
    seen: dict[str, str] = {}
    for record in records:
        place = f"{source}#{record.place}"
        text = clean_text(record.values.get(text_field.field, ""))
        own_id = record.values.get(id_name, "")
        if not text:
            skipped.append(Skipped(place, f"{record.place.capitalize()} has no text in its field {text_field.field!r}."))
        elif own_id and seen.setdefault(own_id, record.place) != record.place:
            shown = shorten(own_id, LONGEST_SHOWN)
            reason = f"{record.place.capitalize()} repeats the {id_name} {shown!r} of {seen[own_id]}; the first is kept."
            skipped.append(Skipped(place, reason))
        else:
            metadata = {
                name: value for name, value in record.values.items() if name not in (text_field.field, title_name, id_name)
            }
            if own_id:
                metadata["_id"] = own_id
            documents.append(Document(one_line(record.values.get(title_name, "")), text, place, (), metadata))
    return Loaded(tuple(documents), tuple(skipped), {source: text_field})


def as_line(record: Record) -> str:
    """Return the whole record on one line, `name: value` joined by semicolons."""
    values = ((one_line(name), one_line(value)) for name, value in record.values.items())
    return "; ".join(f"{name}: {value}" for name, value in values if value)


def first_named(wanted: Iterable[str], names: Sequence[str], but_not: str) -> str:
    """Return the first of `names` that is, but for case, one of `wanted` in their order; "" where there is none."""
    lower = {name.lower(): name for name in reversed(names) if name != but_not}
    return next((lower[name] for name in wanted if name in lower), "")


def id_field(records: Sequence[Record], names: Sequence[str]) -> str:
    """Return the field that holds the records' own ids: `_id`, or another usual name where its values are unique."""
    name = first_named(ID_NAMES, names, "")
    if name.lower() == "_id":
        return name
    values = [record.values[name] for record in records if name in record.values]
    return name if len(set(values)) == len(values) else ""
