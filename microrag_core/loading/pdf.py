"""PDF by way of PDFium: paragraphs with their pages, without running headers and footers."""

from collections.abc import Sequence
from itertools import islice
from pathlib import PurePosixPath

import pypdfium2
import pypdfium2.raw

from microrag_core.errors import InputError
from microrag_core.loading.builder import TextBuilder
from microrag_core.loading.cleaning import one_line, sensible_title
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.pdf_lines import Page, read_page
from microrag_core.loading.pdf_margins import without_margins
from microrag_core.loading.pdf_paragraphs import continues, paragraphs
from microrag_core.loading.pdf_words import Vocabulary
from microrag_core.settings import LoadSettings

MOST_BOOKMARKS = 5_000


def load_pdf(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a PDF as one document with a section for each page that has text.

    A section is named by the bookmark that its page falls under, else `Page 3`. The title is that of the file's properties
    where a person wrote it, else its only top bookmark. Pages without text are noted. Raises `InputError` saying why there is
    no text: encrypted, damaged, pictures only, blank.
    """
    document = open_pdf(data, settings.password)
    count = len(document)
    bookmarks = read_bookmarks(document)
    found = []
    for index in range(count):
        try:
            found.append(read_page(document[index]))
        except pypdfium2.PdfiumError:
            found.append(Page((), 0.0))
    if not any(page.lines for page in found):
        raise InputError(why_no_text(found))
    builder = TextBuilder()
    add_pages(builder, without_margins(found), bookmarks)
    if builder.is_empty:  # nothing but what looks like headers: then it is the text
        add_pages(builder, found, bookmarks)
    title = pdf_title(document, bookmarks, PurePosixPath(source.replace("\\", "/")).stem)
    document.close()
    text = builder.document(title, source, {"pages": str(count)}, why_no_text(found))
    return Loaded((text,), notes=note_on_pages(source, found))


def open_pdf(data: bytes, password: str) -> pypdfium2.PdfDocument:
    """Return the opened file, with `password` where one is needed, or raise `InputError` saying why it does not open."""
    for attempt in (None, password.encode("utf-8", "replace").decode()):  # many protected files open without one
        try:
            document = pypdfium2.PdfDocument(data, password=attempt)
        except pypdfium2.PdfiumError as error:
            if error.err_code != pypdfium2.raw.FPDF_ERR_PASSWORD:
                raise InputError("The file is damaged: it cannot be read as PDF.") from None
            continue
        if len(document) == 0:
            raise InputError("The file is damaged: it has no pages.")
        return document
    why = "the given password does not open it" if password else "it needs a password"
    raise InputError(f"The file is encrypted: {why}.")


def read_bookmarks(document: pypdfium2.PdfDocument) -> list[tuple[int, str, int]]:
    """Return (level, title, page index) of the bookmarks that lead to a page."""
    bookmarks = []
    try:
        for item in islice(document.get_toc(), MOST_BOOKMARKS):
            target = item.get_dest()
            page = target.get_index() if target else None
            if page is not None and (title := one_line(item.get_title())):
                bookmarks.append((item.level, title, page))
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        pass  # a broken outline does not spoil the text
    return bookmarks


def add_pages(builder: TextBuilder, pages: Sequence[Page], bookmarks: Sequence[tuple[int, str, int]]) -> None:
    """Add the paragraphs of all pages; one that goes on over the page break stays one."""
    vocabulary = Vocabulary(line for page in pages for line in page.lines)
    last = None
    for index, page in enumerate(pages):
        builder.section(page_name(index, bookmarks), index + 1)
        for number, paragraph in enumerate(paragraphs(page.lines, vocabulary)):
            goes_on = number == 0 and last is not None and continues(last, paragraph)
            builder.add(paragraph.text, " " if goes_on else "\n\n")
            last = paragraph


def page_name(index: int, bookmarks: Sequence[tuple[int, str, int]]) -> str:
    """Return the first bookmark that leads to the page, else the last one before it, else the page's number."""
    here = next((title for _, title, page in bookmarks if page == index), "")
    before = [title for _, title, page in bookmarks if page < index]
    return here or (before[-1] if before else f"Page {index + 1}")


def pdf_title(document: pypdfium2.PdfDocument, bookmarks: Sequence[tuple[int, str, int]], stem: str) -> str:
    """Return the file's own title, "" where it has none that a person wrote."""
    try:
        named = sensible_title(document.get_metadata_value("Title"), stem)
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        named = ""
    top = [title for level, title, _ in bookmarks if level == 0]
    return named or (sensible_title(top[0], stem) if len(top) == 1 else "")


def why_no_text(pages: Sequence[Page]) -> str:
    """Return why none of the pages gave text."""
    count = f"{len(pages)} page{'' if len(pages) == 1 else 's'}"
    if any(page.has_pictures for page in pages):
        return f"No text layer: {count}, scanned or a picture; recognise the text (OCR) first."
    if any(page.has_drawings for page in pages):
        return f"No text: {count}, only drawings."
    return f"No text: {count}, blank."


def note_on_pages(source: str, pages: Sequence[Page]) -> tuple[str, ...]:
    """Return a note on the pages without text, none where all have some."""
    empty = [page for page in pages if not page.lines]
    if not empty:
        return ()
    pictures = sum(page.has_pictures for page in empty)
    return (
        f"{source}: {len(empty)} of {len(pages)} pages gave no text "
        f"({pictures} with pictures that may hold text, {len(empty) - pictures} without).",
    )
