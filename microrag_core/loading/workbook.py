"""XLSX: rows as records where a column of a sheet is prose, else the sheets as sections of one document."""

import datetime
import io
from typing import Any

import openpyxl  # type: ignore[import-untyped]

from microrag_core.errors import InputError
from microrag_core.loading.archives import check_archive
from microrag_core.loading.builder import TextBuilder
from microrag_core.loading.loaded import Loaded, TextField, merge
from microrag_core.loading.office_properties import own_title
from microrag_core.loading.records import Record, as_line, choose_field, load_records
from microrag_core.loading.tables import rows_to_records
from microrag_core.settings import LoadSettings

EMPTY = "The workbook is empty: no sheet holds text or numbers."


def load_xlsx(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return the rows of sheets that have a text column as documents, and all other sheets as one document.

    Formulas count with the value that the file keeps for them. Text fields are keyed `source#sheet`.
    """
    check_archive(data)
    sheets = read_sheets(data)
    builder = TextBuilder()
    fields: dict[str, TextField] = {}
    parts: list[Loaded] = []
    known = {name for _, _, records in sheets for record in records for name in record.values}
    if settings.text_field and settings.text_field not in known:
        raise InputError(f"There is no field {settings.text_field!r}; the fields are {', '.join(sorted(known)[:20])}.")
    for name, title, records in sheets:
        place = f"{source}#{name}"
        has_field = any(settings.text_field in record.values for record in records)
        wanted = settings.text_field if has_field else ""
        chosen = choose_field(records, wanted)
        if chosen.field and (has_field or not settings.text_field):
            parts.append(load_records(records, place, wanted))
            continue
        fields[place] = TextField("", chosen.candidates, chosen.records)
        builder.section(name)
        builder.add("\n".join([title, *map(as_line, records)]))
    if not builder.is_empty or not parts:
        document = builder.document(own_title(data, source), source, {}, EMPTY)
        parts.append(Loaded((document,), text_fields=fields))
    return merge(parts)


def read_sheets(data: bytes) -> list[tuple[str, str, list[Record]]]:
    """Return (name, title above the table, records) of each sheet that has rows."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    sheets = []
    for sheet in book.worksheets:
        sheet.reset_dimensions()  # the size that a file declares for a sheet is often wrong
        rows = [[as_cell(value) for value in row] for row in sheet.iter_rows(values_only=True)]
        title, records = rows_to_records(rows)
        if records or title:
            sheets.append((sheet.title, title, records))
    return sheets


def as_cell(value: Any) -> str:
    """Return a cell as text: a date in ISO form, without its time at midnight; a whole number without decimals."""
    if value is None:
        return ""
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ", "seconds")
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
