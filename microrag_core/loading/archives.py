"""Refuses ZIP containers that unpack to far more than they should, before anything reads them."""

import io
import re
import zipfile
import zlib

from microrag_core.errors import InputError

MAXIMUM_UNPACKED = 400_000_000
MAXIMUM_RATIO = 200
RATIO_MATTERS_ABOVE = 20_000_000
MAXIMUM_MEMBERS = 20_000
MAXIMUM_DEPTH = 3
BLOCK = 1 << 20
ARCHIVE = b"PK\x03\x04"
DOCUMENT_TYPE = re.compile(rb"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
BOMB = "The file unpacks to far more than it should ({}), as a ZIP bomb does; it was not opened."


def check_archive(data: bytes, forbid_document_type: bool = True) -> None:
    """Raise `InputError` where the ZIP `data` is damaged, encrypted, a bomb, or its XML declares a document type.

    Declared sizes are checked first, then every member is unpacked in blocks and counted, archives within archives included.
    Office files must not declare a document type (ECMA-376, part 2): such a declaration only serves entity attacks.
    """
    try:
        unpacked_size(data, MAXIMUM_UNPACKED, 0, forbid_document_type)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError, RuntimeError) as error:
        if "password" in str(error) or "encrypted" in str(error):
            raise InputError("The file is encrypted: it needs a password.") from None
        raise InputError("The file is damaged: its ZIP container cannot be read.") from None


def unpacked_size(data: bytes, allowed: int, depth: int, forbid_document_type: bool) -> int:
    """Return the unpacked bytes of all members, or raise `InputError` once they exceed `allowed`."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        declared = sum(member.file_size for member in members)
        if len(members) > MAXIMUM_MEMBERS:
            raise InputError(BOMB.format(f"{len(members):,} parts"))
        if declared > allowed or (declared > RATIO_MATTERS_ABOVE and declared > MAXIMUM_RATIO * len(data)):
            raise InputError(BOMB.format(f"{declared / 1e6:,.0f} MB from {len(data) / 1e6:,.1f} MB"))
        total = 0
        for member in members:
            total += member_size(archive, member, allowed - total, depth, forbid_document_type)
        return total


def member_size(archive: zipfile.ZipFile, member: zipfile.ZipInfo, allowed: int, depth: int, forbid_document_type: bool) -> int:
    """Return the unpacked bytes of one member, and of the members of the archive that it may be."""
    size = 0
    with archive.open(member) as stream:
        head = stream.read(BLOCK)
        is_xml = member.filename.endswith((".xml", ".rels"))
        if forbid_document_type and is_xml and DOCUMENT_TYPE.search(head.replace(b"\0", b"")):  # UTF-16 too
            raise InputError("The file declares XML entities, which an Office file must not do; it was not opened.")
        parts = [head]
        block = head
        nested = head.startswith(ARCHIVE)
        while block:
            size += len(block)
            if size > allowed:
                raise InputError(BOMB.format(f"more than {MAXIMUM_UNPACKED / 1e6:,.0f} MB"))
            block = stream.read(BLOCK)
            if nested:
                parts.append(block)
    if not nested:
        return size
    if depth >= MAXIMUM_DEPTH:
        raise InputError(BOMB.format(f"archives nested more than {MAXIMUM_DEPTH} deep"))
    return size + unpacked_size(b"".join(parts), allowed - size, depth + 1, False)
