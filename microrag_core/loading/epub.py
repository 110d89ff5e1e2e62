"""EPUB: the parts of the book in reading order, without its own table of contents."""

import io
import posixpath
import zipfile
from urllib.parse import unquote

from lxml import etree  # type: ignore[import-untyped]

from microrag_core.errors import InputError
from microrag_core.loading.archives import check_archive
from microrag_core.loading.builder import TextBuilder
from microrag_core.loading.cleaning import one_line
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.office_properties import safe_xml
from microrag_core.loading.page_furniture import remove_unreadable
from microrag_core.loading.web_page import add_element, parse_html
from microrag_core.settings import LoadSettings

CONTAINER = "META-INF/container.xml"
DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
PAGES = ("application/xhtml+xml", "text/html")


def load_epub(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a book as one document: title, author and language as the book names them, sections at its headings."""
    check_archive(data, forbid_document_type=False)
    builder = TextBuilder()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if "META-INF/rights.xml" in archive.namelist():
            raise InputError("The book is copy-protected (DRM) and cannot be read.")
        package_name, package = read_package(archive)
        pages = reading_order(package, package_name)
        present = set(archive.namelist())
        for name in pages:
            if name in present:
                add_part(builder, archive.read(name))
    named = {key: one_line(package.findtext(f".//{DUBLIN_CORE}{key}") or "") for key in ("title", "creator", "language")}
    metadata = {new: named[key] for key, new in (("creator", "author"), ("language", "language")) if named[key]}
    missing = len(set(pages) - present)
    notes = (f"{source}: {missing} of {len(pages)} parts are missing from the file.",) if missing else ()
    return Loaded((builder.document(named["title"], source, metadata, "The book holds no text."),), notes=notes)


def read_package(archive: zipfile.ZipFile) -> tuple[str, etree._Element]:
    """Return the name and the root of the book's package file (EPUB 3.3, section 5)."""
    found = safe_xml(archive.read(CONTAINER)).find(".//{*}rootfile")
    if found is None:
        raise InputError("The file is damaged: it does not say where its book is.")
    name = found.get("full-path", "")
    return name, safe_xml(archive.read(name))


def reading_order(package: etree._Element, package_name: str) -> list[str]:
    """Return the names of the book's pages, each once, in the order of its spine, the navigation page left out."""
    folder = posixpath.dirname(package_name)
    items = {item.get("id"): item for item in package.iterfind(".//{*}manifest/{*}item")}
    pages = [items[ref.get("idref")] for ref in package.iterfind(".//{*}spine/{*}itemref") if ref.get("idref") in items]
    names = (
        posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
        for item in pages
        if item.get("media-type") in PAGES and "nav" not in (item.get("properties") or "").split()
    )
    return list(dict.fromkeys(names))


def add_part(builder: TextBuilder, page: bytes) -> None:
    """Add a page of the book; an empty one adds nothing."""
    if page.strip():
        root = parse_html(page)
        remove_unreadable(root)
        add_element(builder, root)
