"""HTML to text: a page as people read it, headings as sections, tables as rows, without what surrounds the content."""

import re
from typing import Any

import lxml.html  # type: ignore[import-untyped]
from lxml import etree

from microrag_core.errors import InputError
from microrag_core.loading.builder import TextBuilder
from microrag_core.loading.cleaning import one_line, sensible_title
from microrag_core.loading.encoding import decode_text
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.page_furniture import flatten_rows, names, remove_furniture, remove_unreadable, visible_length
from microrag_core.settings import LoadSettings

BLOCKS = names(
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 "
    "h6 header hgroup hr html legend li main ol p pre section summary table tbody td tfoot th thead tr ul"
)
TIGHT = frozenset(("li", "tr", "dt", "dd"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
DECLARED = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w:.-]+)|<\?xml[^>]{0,100}encoding=[\"']([\w.-]+)", re.I)
SWALLOWING = re.compile(r"<(?:title|script|style|textarea|iframe|noscript)\b[^<>]*/>", re.IGNORECASE)
LINE_BREAK = "\x1e"
LEAST_SHARE = 0.25


def load_html(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a page as one document; its title is the first `h1` where <title> begins with it, else <title>, else `h1`."""
    root = parse_html(data)
    builder = TextBuilder()
    title = page_title(root)
    add_page(builder, root)
    return Loaded((builder.document(title, source, {}, "The page holds no text."),))


def parse_html(data: bytes) -> Any:
    """Return the root element of a page. Raises `InputError` where there is none."""
    found = DECLARED.search(data[:4096])
    text = decode_text(data, (found[1] or found[2]).decode("ascii", "ignore") if found else "")
    # An XHTML element that closes itself would, read as HTML, swallow the rest of the page.
    text = SWALLOWING.sub("", text.replace("\0", "").lstrip("\ufeff \t\r\n"))
    if not text:
        raise InputError("The file holds only white space.")
    parser = lxml.html.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = lxml.html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        raise InputError("The page holds no text.") from None
    if parser.error_log.filter_types([etree.ErrorTypes.ERR_RESOURCE_LIMIT]):  # what comes after is lost
        raise InputError("The page is nested too deeply to be read.")
    return root


def page_title(root: Any) -> str:
    """Return the page's own title."""
    named = one_line(root.findtext(".//title") or "")
    heading = next((one_line(found.text_content()) for found in root.iter("h1")), "")
    return heading if heading and (not named or named.startswith(heading)) else sensible_title(named)


def add_page(builder: TextBuilder, root: Any) -> None:
    """Add a page's main text; where taking off the furniture would leave less than a quarter of the text, all of it."""
    remove_unreadable(root)
    whole = lxml.html.tostring(root)
    before = visible_length(root)
    main = remove_furniture(root)
    if visible_length(main) < LEAST_SHARE * before:
        main = lxml.html.document_fromstring(whole)
    add_element(builder, main)


def add_element(builder: TextBuilder, root: Any) -> None:
    """Add the text of `root`, block by block in document order. It walks without recursion, so depth does not matter."""
    flatten_rows(root)
    writer = BlockWriter(builder)
    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag = element.tag if isinstance(element.tag, str) else ""
        if tag in BLOCKS:
            writer.boundary(tag in TIGHT)
        if event == "start":
            if tag in HEADINGS and (heading := one_line(element.text_content())):
                builder.section(heading)
            writer.preformatted += tag == "pre"
            writer.write(LINE_BREAK if tag == "br" else element.text)
        else:
            writer.preformatted -= tag == "pre"
            writer.write(element.tail if element is not root else "")
    writer.boundary(False)


class BlockWriter:
    """Gathers the text between two block boundaries and hands it to a builder as one block."""

    def __init__(self, builder: TextBuilder) -> None:
        self.preformatted = 0
        self._builder = builder
        self._line: list[str] = []
        self._tight = True

    def write(self, text: str | None) -> None:
        """Append inline text."""
        if text:
            self._line.append(text if self.preformatted else text.replace("\n", " "))

    def boundary(self, tight: bool) -> None:
        """End the block; the next one follows on a new line when all boundaries between are tight, else after a blank line."""
        raw = "".join(self._line)
        self._line.clear()
        block = raw.replace(LINE_BREAK, "\n") if self.preformatted else tidy(raw)
        if block.strip():
            self._builder.add(block, "\n" if self._tight else "\n\n")
            self._tight = True
        self._tight = self._tight and tight


def tidy(raw: str) -> str:
    """Return inline text with single spaces; a line break is a new line, two or more of them a blank line."""
    lines = [" ".join(line.split(None)) for line in raw.replace("\n", " ").split(LINE_BREAK)]
    return "\n".join(lines)
