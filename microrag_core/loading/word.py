"""DOCX by way of mammoth, which makes headings, lists and tables HTML and leaves comments and deleted text out."""

import io
from typing import Any

import lxml.html  # type: ignore[import-untyped]
import mammoth  # type: ignore[import-untyped]

from microrag_core.errors import InputError
from microrag_core.loading.archives import check_archive
from microrag_core.loading.builder import TextBuilder
from microrag_core.loading.cleaning import one_line
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.office_properties import own_title
from microrag_core.loading.page_furniture import drop
from microrag_core.loading.web_page import add_element
from microrag_core.settings import LoadSettings

STYLES = "p[style-name='Title'] => h1:fresh"


def load_docx(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a Word file as one document with a section for each heading.

    The title is that of the file's properties where a person wrote it, else the first heading of level 1.
    """
    check_archive(data)
    pictures = mammoth.images.img_element(no_picture)
    html = mammoth.convert_to_html(io.BytesIO(data), style_map=STYLES, convert_image=pictures).value
    if not html.strip():
        raise InputError("The document holds no text.")
    root = lxml.html.document_fromstring(f"<html><body>{html}</body></html>")
    for link in list(root.iter("a")):
        if link.text_content().strip() == "↑":  # from a footnote back to its place
            drop(link)
    heading = next((one_line(found.text_content()) for found in root.iter("h1")), "")
    builder = TextBuilder()
    add_element(builder, root)
    title = own_title(data, source) or heading
    return Loaded((builder.document(title, source, {}, "The document holds no text; it may hold only pictures."),))


def no_picture(image: Any) -> dict[str, str]:
    """Keep pictures out of the HTML."""
    return {}
