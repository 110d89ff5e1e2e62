"""The properties that an Office file carries (ECMA-376, part 2: docProps/core.xml)."""

import io
import zipfile
from pathlib import PurePosixPath

from lxml import etree  # type: ignore[import-untyped]

from microrag_core.loading.cleaning import sensible_title

TITLE = "{http://purl.org/dc/elements/1.1/}title"


def safe_xml(data: bytes, recover: bool = False) -> etree._Element:
    """Return the root of an XML text; entities are not resolved and nothing is fetched. Raises `etree.XMLSyntaxError`."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=recover)
    return etree.fromstring(data, parser)


def own_title(data: bytes, source: str) -> str:
    """Return the title in the properties of an Office file where a person wrote it, else ""."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            root = safe_xml(archive.read("docProps/core.xml"))
    except (KeyError, etree.XMLSyntaxError, zipfile.BadZipFile):
        return ""
    return sensible_title(root.findtext(TITLE) or "", PurePosixPath(source.replace("\\", "/")).stem)
