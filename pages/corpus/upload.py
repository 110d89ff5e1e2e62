"""Uploaded files: several at once, with the guessed text field of records to look at and change before they are added."""

from collections.abc import Sequence

import streamlit as st
from streamlit.typing import UploadedFile

from microrag_core import LoadSettings, MicroRagError, load_bytes
from microrag_core.datatypes import Progress
from microrag_core.loading import Loaded, merge
from microrag_core.settings import read_settings
from pages.corpus import taking
from pages.shared import cache, state
from pages.shared.markup import as_markdown
from pages.shared.wording import counted

RECORDS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv")


def draw() -> None:
    """Draw the field for files; it empties once they were added, so that no file comes back by itself."""
    turn = state.recall("upload_turn", 0)
    files = st.file_uploader(
        "Files",
        accept_multiple_files=True,
        key=f"upload_{turn}",
        help="Text, Markdown, HTML, PDF, DOCX, PPTX, XLSX, CSV, JSON, JSONL, EPUB, notebooks, EML and RTF.",
    )
    with st.expander("More"):
        password = st.text_input("Password", type="password", key=f"upload_password_{turn}", help="For encrypted PDFs.")
    fields = {file.file_id: choose_field(file, turn) for file in files if file.name.lower().endswith(RECORDS)}
    label = f"Add {counted(len(files), 'file')}" if files else "Add files"
    pressed = st.button(label, disabled=not files, type="primary", icon=":material/upload_file:")
    if pressed and taking.take_in(lambda progress: read(files, fields, password, progress)):
        state.remember("upload_turn", turn + 1)
        state.remember("upload_previews", {})
        st.rerun()


def read(files: Sequence[UploadedFile], fields: dict[str, str], password: str, progress: Progress) -> Loaded:
    """Return what all files give; one that cannot be used is skipped with its reason."""
    parts = []
    for done, file in enumerate(files):
        progress("reading", done, len(files))
        given = {"text_field": fields.get(file.file_id) or None, "password": password or None}
        loaded = load_bytes(file.name, file.getvalue(), read_settings(LoadSettings, given))
        hold_original(file, loaded, password)
        parts.append(loaded)
    return merge(parts)


def hold_original(file: UploadedFile, loaded: Loaded, password: str) -> None:
    """Hold on to a PDF, so that an answer that cites it can show the page."""
    if file.name.lower().endswith(".pdf"):
        for document in loaded.documents:
            cache.originals().put(document.id, cache.Original(file.getvalue(), password))


def choose_field(file: UploadedFile, turn: int) -> str:
    """Draw the choice of the field of a file of records that holds the text, the guessed one first; return it."""
    previews = state.recall("upload_previews", {})
    if file.file_id not in previews:
        previews[file.file_id] = guess(file)
        state.remember("upload_previews", previews)
    guessed, candidates, records = previews[file.file_id]
    if not candidates:
        return ""
    name = as_markdown(file.name)
    return st.selectbox(
        f"Text field of {name}",
        list(dict.fromkeys([guessed, *candidates])),
        format_func=lambda field: (field or "none: each record is a line") + (" (guessed)" if field == guessed else ""),
        key=f"field_{turn}_{file.file_id}",
        help=f"{counted(records, 'record')}. Each becomes a document with this field as its text; without one all form one.",
    )


def guess(file: UploadedFile) -> tuple[str, tuple[str, ...], int]:
    """Return which field of a file of records reads like text, which could, and how many records there are."""
    try:
        found = load_bytes(file.name, file.getvalue()).text_fields
    except MicroRagError:
        return "", (), 0  # the reason is shown when the file is added
    field = next(iter(found.values()), None)
    return (field.field, field.candidates, field.records) if field else ("", (), 0)
