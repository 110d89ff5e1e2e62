"""What a file is: by its first bytes, which do not lie, then by its extension, then by whether it reads as text."""

import io
import zipfile
from typing import Literal

from microrag_core.errors import InputError

Kind = Literal[
    "text", "markdown", "html", "pdf", "docx", "pptx", "xlsx", "csv", "json", "jsonl", "epub", "notebook", "mail", "rtf"
]

KIND_OF_EXTENSION: dict[str, Kind] = {
    **dict.fromkeys(("txt", "text", "log"), "text"),
    **dict.fromkeys(("md", "markdown", "mdown", "mkd"), "markdown"),
    **dict.fromkeys(("html", "htm", "xhtml"), "html"),
    **dict.fromkeys(("csv", "tsv"), "csv"),
    **dict.fromkeys(("jsonl", "ndjson"), "jsonl"),
    "json": "json",
    "ipynb": "notebook",
    "eml": "mail",
    "pdf": "pdf",
    "docx": "docx",
    "pptx": "pptx",
    "xlsx": "xlsx",
    "epub": "epub",
    "rtf": "rtf",
}
NEEDS_SIGNATURE = frozenset(("pdf", "docx", "pptx", "xlsx", "epub", "rtf"))
OFFICE_PARTS: dict[str, Kind] = {"word/document.xml": "docx", "ppt/presentation.xml": "pptx", "xl/workbook.xml": "xlsx"}
SIGNATURES = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    *((b"BZh%d1AY&SY" % level, "a bzip2 archive") for level in range(1, 10)),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (b"SQLite format 3\0", "a database"),
    (b"PAR1\x15", "a Parquet table"),
    *((b"ID3%c\0" % version, "a sound file") for version in (2, 3, 4)),
    (b"OggS\0", "a sound file"),
)
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def extension(name: str) -> str:
    """Return the extension of a file name in lower case, without the dot; "" where there is none."""
    base = name.replace("\\", "/").rsplit("/", 1)[-1]
    return base.rsplit(".", 1)[-1].lower() if "." in base.lstrip(".") else ""


def detect_kind(name: str, data: bytes) -> Kind:
    """Return what `data`, found under `name`, is.

    Raises `InputError` with the reason where it is empty, a kind that is not read, or not what its extension says.
    """
    if not data:
        raise InputError("The file is empty (0 bytes).")
    if is_pdf(name, data):
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return kind_in_zip(data)
    if data.lstrip()[:5] == rb"{\rtf":
        return "rtf"
    if data.startswith(OLD_OFFICE):
        raise InputError(why_old_office(data))
    for signature, what in SIGNATURES:
        if data.startswith(signature):
            raise InputError(f"The content is {what}, which is not a supported format.")
    kind = KIND_OF_EXTENSION.get(extension(name))
    if kind in NEEDS_SIGNATURE:
        raise InputError(f"The file is damaged or is not {kind.upper()}: it does not begin as such a file does.")
    return kind or kind_of_text(data)


def is_pdf(name: str, data: bytes) -> bool:
    """Whether `data` is a PDF: its sign is among the first 1,024 bytes, but at the start in what is named a text."""
    if KIND_OF_EXTENSION.get(extension(name), "pdf") in NEEDS_SIGNATURE:
        return b"%PDF-" in data[:1024]
    return data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"%PDF-")


def kind_of_text(data: bytes) -> Kind:
    """Return HTML where the first bytes say so, else text."""
    start = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return "html" if start.startswith((b"<!doctype html", b"<html")) else "text"


def kind_in_zip(data: bytes) -> Kind:
    """Return which document format a ZIP archive holds."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        raise InputError("The file is damaged: its ZIP container cannot be read.") from None
    for part, kind in OFFICE_PARTS.items():
        if part in names:
            return kind
    if "META-INF/container.xml" in names:
        return "epub"
    raise InputError("The content is a ZIP archive without a supported document; unpack it and load its files.")


def why_old_office(data: bytes) -> str:
    """Return why an OLE2 container is not read: an encrypted Office file or one of the formats before 2007."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return (
            "The file is encrypted: it needs a password. Remove the password in the program that made it, then load it again."
        )
    return "The file is in an Office format from before 2007; save it as DOCX, PPTX or XLSX."
