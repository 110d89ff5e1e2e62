"""JSON, JSON Lines (a BEIR corpus among them) and Jupyter notebooks."""

import json
from collections.abc import Sequence
from typing import Any

from microrag_core.datatypes import Skipped
from microrag_core.errors import InputError
from microrag_core.loading.builder import TextBuilder
from microrag_core.loading.cleaning import clean_text, one_line
from microrag_core.loading.encoding import decode_text
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.plain import as_sections, find_headings, without_comments
from microrag_core.loading.records import Record, choose_field, flatten, load_records
from microrag_core.settings import LoadSettings

ONLY_SPACE = "The file holds only white space."
TOO_DEEP = "The JSON is nested too deeply."


def load_jsonl(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return each line's record as a document; a line that is no JSON object is skipped with its number."""
    text = decode_text(data)
    if not text.strip():
        raise InputError(ONLY_SPACE)
    records, skipped = read_lines(text, source)
    if not records:
        whole = parsed(text)
        if whole is None:
            raise InputError(f"No line is a JSON object; {skipped[0].reason[0].lower()}{skipped[0].reason[1:]}")
        return load_value(whole, source, settings)
    loaded = load_records(records, source, settings.text_field)
    return Loaded(loaded.documents, (*skipped, *loaded.skipped), loaded.text_fields)


def load_json(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return the records of a JSON file as documents: a list, a list within an object, or the object itself."""
    text = decode_text(data)
    if not text.strip():
        raise InputError(ONLY_SPACE)
    try:
        value = json.loads(text)
    except ValueError as error:
        if "\n" in text.strip() and read_lines(text, source)[0]:
            return load_jsonl(data, source, settings)
        raise InputError(f"The file is not valid JSON: {why(error)}.") from None
    except RecursionError:
        raise InputError(TOO_DEEP) from None
    return load_value(value, source, settings)


def read_lines(text: str, source: str) -> tuple[list[Record], list[Skipped]]:
    """Return the JSON objects of the lines (text alone counts as one with a field `text`) and the lines that are none."""
    records, skipped = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        place = f"line {number}"
        try:
            value = json.loads(line)
            flat = flatten(value) if isinstance(value, dict) else {}
        except ValueError as error:
            skipped.append(Skipped(f"{source}#{place}", f"Line {number} is not valid JSON: {why(error)}."))
            continue
        except RecursionError:
            skipped.append(Skipped(f"{source}#{place}", f"Line {number} is nested too deeply."))
            continue
        if isinstance(value, dict):
            records.append(Record(place, flat))
        elif isinstance(value, str):
            records.append(Record(place, {"text": value}))
        else:
            skipped.append(Skipped(f"{source}#{place}", f"Line {number} is not a JSON object."))
    return records, skipped


def why(error: ValueError) -> str:
    """Return what is wrong with the JSON and where."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[0].lower()}{error.msg[1:]} at line {error.lineno}, column {error.colno}"
    return "a number is too long"


def parsed(text: str) -> Any:
    """Return the value of a whole JSON text, None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def load_value(value: Any, source: str, settings: LoadSettings) -> Loaded:
    """Return the records in a JSON value as documents."""
    try:
        rows = find_rows(value)
        records = [
            Record(f"record {number}", flatten(row) if isinstance(row, dict) else {"text": row})
            for number, row in enumerate(rows, 1)
            if isinstance(row, dict | str)
        ]
    except RecursionError:
        raise InputError(TOO_DEEP) from None
    is_whole = len(rows) == 1 and rows[0] is value and isinstance(value, dict)
    if is_whole and not choose_field(records, settings.text_field).field:
        lines = [Record(f"field {name}", {name: text}) for name, text in records[0].values.items()]
        return load_records(lines, source, "")
    return load_records(records, source, settings.text_field)


def find_rows(value: Any, depth: int = 0) -> Sequence[Any]:
    """Return the records in a JSON value: itself where it is a list, the longest list of objects within it, else [value]."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return [value] if isinstance(value, str) else []
    inner = [find_rows(item, depth + 1) for item in value.values() if isinstance(item, dict | list)] if depth < 3 else []
    lists = [rows for rows in inner if len(rows) > 1 and all(isinstance(row, dict) for row in rows)]
    return max(lists, key=len, default=[value])


def load_notebook(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a notebook's Markdown and code cells as one document; outputs are left out. Headings are sections."""
    value = parsed(decode_text(data))
    if not isinstance(value, dict) or not isinstance(value.get("cells"), list):
        raise InputError("The file is damaged: it is not a Jupyter notebook.")
    builder = TextBuilder()
    metadata = value.get("metadata")
    title = str(metadata.get("title", "")) if isinstance(metadata, dict) else ""
    for cell in value["cells"]:
        if not isinstance(cell, dict):
            continue
        content = cell.get("source", "")
        content = "".join(map(str, content)) if isinstance(content, list) else str(content)
        if cell.get("cell_type") == "markdown":
            title = add_markdown(builder, content, title)
        elif cell.get("cell_type") == "code":
            builder.add(content)
    document = builder.document(one_line(title), source, {}, f"The notebook holds no text in its {len(value['cells'])} cells.")
    return Loaded((document,))


def add_markdown(builder: TextBuilder, content: str, title: str) -> str:
    """Add a Markdown cell, a section for each heading; return `title`, else the first heading of level 1."""
    content = clean_text(without_comments(content))
    headings = find_headings(content)
    builder.add(content[: headings[0][2]] if headings else content)
    for section in as_sections(headings, len(content)):
        builder.section(section.title)
        builder.add(content[section.start : section.end])
    return title or next((heading for level, heading, _ in headings if level == 1), "")
