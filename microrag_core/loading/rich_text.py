"""RTF by way of striprtf."""

import re

from striprtf.striprtf import rtf_to_text

from microrag_core.datatypes import Document
from microrag_core.errors import InputError
from microrag_core.loading.cleaning import clean_text, sensible_title
from microrag_core.loading.loaded import Loaded
from microrag_core.settings import LoadSettings

TITLE = re.compile(r"\{\\title\s([^{}]*)\}")
TABLE_ROW = re.compile(r"^(.*)\|[ \t]*$", re.MULTILINE)  # striprtf ends every cell with a bar


def load_rtf(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return an RTF file as one document; its title is the one in the file's information where a person wrote it."""
    raw = data.decode("latin-1")
    text = as_text(raw)
    titled = TITLE.search(raw[:20_000])
    title = sensible_title(as_text(rf"{{\rtf1 {titled[1]}}}")) if titled else ""
    text = clean_text(TABLE_ROW.sub(lambda row: " | ".join(row[1].split("|")), text))
    if not text:
        raise InputError("The file holds no text.")
    return Loaded((Document(title, text, source),))


def as_text(rtf: str) -> str:
    """Return the text of RTF; characters that its code page lacks become U+FFFD."""
    return str(rtf_to_text(rtf, errors="replace"))  # type: ignore[no-untyped-call]
