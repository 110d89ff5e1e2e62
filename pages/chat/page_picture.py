"""The picture of a PDF's page with a sentence marked on it, drawn by a child process that a bad file cannot take along."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from microrag_core.datatypes import Document
from pages.chat.draw_page import NOT_FOUND
from pages.shared import cache

SCRIPT = Path(__file__).with_name("draw_page.py")
SECONDS = 20


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A PNG, and what is to be said of it; where there is no picture, `data` is empty and `said` says why."""

    data: bytes
    said: str


def page_at(document: Document, place: int) -> int | None:
    """Return the page, from 1, of a character of a document; None where it has no pages."""
    pages = [section.page for section in document.sections if section.start <= place < section.end and section.page]
    return pages[-1] if pages else None


def is_pdf(document: Document) -> bool:
    """Tell whether a document was read from a PDF, whose pages can be drawn."""
    return document.source.lower().endswith(".pdf")


def page_picture(document: Document, page: int, sentence: str) -> PagePicture:
    """Return the picture of a page, from 1, with `sentence` marked; the last few are drawn once."""
    original = cache.originals().get(document.id)
    if original is None:
        return PagePicture(b"", "The file is not held any more: upload it again on the page Corpus to see its page here.")
    found: PagePicture = cache.computed(
        "page_picture", (document.id, page, sentence), lambda: draw(original.data, original.password, page, sentence)
    )
    return found


def draw(data: bytes, password: str, page: int, sentence: str) -> PagePicture:
    """Draw a page in a child process."""
    request = json.dumps({"page": page - 1, "sentence": sentence, "password": password, "seconds": SECONDS})
    try:
        done = subprocess.run(
            [sys.executable, "-P", str(SCRIPT)],
            input=request.encode() + b"\n" + data,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return PagePicture(b"", f"The page was not drawn within {SECONDS} seconds.")
    if done.returncode == NOT_FOUND:
        return PagePicture(done.stdout, f"Page {page}. The sentence could not be found on its picture.")
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return PagePicture(b"", said or "The page cannot be drawn: the file is damaged or made to do harm.")
    return PagePicture(done.stdout, f"Page {page} with the sentence marked.")
