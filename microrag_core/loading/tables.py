"""Rows of cells to records: where the header is, what separates the cells of a CSV file."""

import csv
import io
import sys
from collections import Counter
from collections.abc import Sequence

from microrag_core.errors import InputError
from microrag_core.loading.cleaning import one_line
from microrag_core.loading.encoding import decode_text
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.records import Record, load_records
from microrag_core.settings import LoadSettings

SEPARATORS = ",;\t|"
NO_SEPARATOR = "\x1f"  # a control character, which no cell holds


def load_csv(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return the rows of a CSV or TSV file as documents, or the table as one document where no column is prose."""
    text = decode_text(data).replace("\0", "")
    if not text.strip():
        raise InputError("The file holds only white space.")
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator(text)))
    except csv.Error as error:
        raise InputError(f"The file is damaged: {error}.") from None
    title, records = rows_to_records(rows)
    return load_records(records, source, settings.text_field, title)


def separator(text: str) -> str:
    """Return what separates the cells: the character that cuts the most rows into the same number of cells, above one.

    Where most rows have but one cell whatever the mark, the file is one column, and commas are part of its text.
    """
    sample = io.StringIO(text[:50_000], newline="").read().splitlines(keepends=True)[:50]

    def score(mark: str) -> float:
        try:
            widths = Counter(len(row) for row in csv.reader(sample, delimiter=mark) if row)
        except csv.Error:
            return 0.0
        width, rows = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
        return rows + width / 1000 if width > 1 else 0.0

    best = max(SEPARATORS, key=score)
    return best if score(best) else NO_SEPARATOR


def rows_to_records(rows: Sequence[Sequence[str]]) -> tuple[str, list[Record]]:
    """Return the table's title and its rows as records.

    Rows above the header that fill one cell of several are the title. The header is the first row with distinct names and no
    numbers; without one the columns are called `column 1` and so on. Row numbers count from 1 as in a spreadsheet.
    """
    numbered = [(number, [cell.strip() for cell in row]) for number, row in enumerate(rows, 1) if any(map(str.strip, row))]
    width = max((len(row) for _, row in numbered), default=0)
    titles = []
    while width > 1 and len(numbered) > 1 and sum(map(bool, numbered[0][1])) == 1:
        titles.append(one_line(" ".join(numbered.pop(0)[1])))
    if not numbered:
        return "", []
    names = [one_line(cell) for cell in numbered[0][1]]
    if is_header(names) and len(numbered) > 1:
        numbered.pop(0)
    else:
        names = []
    names = [name or f"column {index}" for index, name in enumerate(names, 1)]
    names += [f"column {index}" for index in range(len(names) + 1, width + 1)]
    records = [Record(f"row {number}", dict(zip(names, row, strict=False))) for number, row in numbered]
    return " ".join(titles), records


def is_header(names: Sequence[str]) -> bool:
    """Whether the cells of a row can be column names: distinct where filled, short, and none a number."""
    filled = [name for name in names if name]
    numbers = sum(name.replace(".", "").replace(",", "").replace("-", "").replace("%", "").isdigit() for name in filled)
    return len(set(filled)) == len(filled) > 0 and numbers == 0 and max(map(len, filled)) <= 100
