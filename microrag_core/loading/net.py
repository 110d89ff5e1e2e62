"""From the net, on a user's machine: a Project Gutenberg book, or another text by its address."""

import re
import time
import urllib.error
import urllib.request
from email.message import Message
from http.client import HTTPException
from typing import IO
from urllib.parse import urlsplit

from microrag_core.errors import InputError
from microrag_core.loading.dispatch import DEFAULTS, base_name, load_source
from microrag_core.loading.hub import load_cnn_dailymail
from microrag_core.loading.loaded import Loaded
from microrag_core.settings import LoadSettings

__all__ = ["load_cnn_dailymail", "load_gutenberg"]

GUTENBERG = "https://www.gutenberg.org"
BOOK_PATHS = ("/cache/epub/{0}/pg{0}.txt", "/files/{0}/{0}-0.txt", "/files/{0}/{0}.txt")
BOOK_PAGE = re.compile(r"/(?:ebooks|files)/(\d+)/?$")
TEXT_TYPES = ("text/plain", "text/html", "text/markdown", "application/xhtml+xml")
AGENT = "MicroRAG Explorer (a single book for its reader)"
STEP = 65_536
IDLE_SECONDS = 15.0


def load_gutenberg(book: str, base_url: str = GUTENBERG, settings: LoadSettings = DEFAULTS) -> Loaded:
    """Load a Project Gutenberg book by its number, or a text by its http(s) address.

    `settings.maximum_megabytes` bounds what is fetched, `settings.timeout_seconds` how long that takes. Raises `InputError`
    where the book cannot be had.
    """
    book = book.strip()
    if not book.isascii() or not book.isdigit():
        page = BOOK_PAGE.search(urlsplit(book).path) if urlsplit(book).netloc == urlsplit(base_url).netloc else None
        if not page:
            return load_address(book, settings)
        book = page[1]
    for path in BOOK_PATHS:
        address = base_url.rstrip("/") + path.format(int(book))
        try:
            return load_address(address, settings)
        except NotFoundError:
            continue
    raise InputError(f"Project Gutenberg has no plain text of book {int(book)}.")


class NotFoundError(InputError):
    """The server has nothing under the address."""


def load_address(address: str, settings: LoadSettings) -> Loaded:
    """Load the text that an http(s) address leads to; its source is the address."""
    check_address(address)
    data, kind = fetch(address, settings)
    if kind not in TEXT_TYPES:
        raise InputError(f"{address} is {kind or 'of an unnamed type'}, not a text.")
    name = base_name(urlsplit(address).path)
    as_html = kind in ("text/html", "application/xhtml+xml") and not name.lower().endswith((".html", ".htm"))
    loaded = load_source(address.split("?", 1)[0] + ("#page.html" if as_html else ""), data, settings)
    if not loaded.documents:
        raise InputError(f"{address} gave no text: {loaded.skipped[0].reason}")
    return loaded


def check_address(address: str) -> None:
    """Raise `InputError` unless the address is http or https and names a host."""
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        good = False
    if not good or any(character.isspace() for character in address):
        raise InputError(f"{address!r} is neither a book's number nor an http or https address.")


class HttpOnly(urllib.request.HTTPRedirectHandler):
    """Follows redirects to http and https only."""

    def redirect_request(  # noqa: PLR0917  (the signature is the base class's)
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        """Refuse other schemes, then do as usual."""
        check_address(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def fetch(address: str, settings: LoadSettings) -> tuple[bytes, str]:
    """Return the bytes and the content type; raises `InputError` where it fails, is too large or takes too long."""
    limit, end = int(settings.maximum_megabytes * 1e6), time.monotonic() + settings.timeout_seconds
    request = urllib.request.Request(address, headers={"User-Agent": AGENT, "Accept": "text/plain, text/html;q=0.5"})
    try:
        opener = urllib.request.build_opener(HttpOnly)
        with opener.open(request, timeout=min(IDLE_SECONDS, settings.timeout_seconds)) as answer:
            parts, size = [], 0
            while part := answer.read1(STEP):
                parts.append(part)
                size += len(part)
                if size > limit:
                    raise InputError(f"{address} is larger than {settings.maximum_megabytes:g} MB (maximum_megabytes).")
                if time.monotonic() > end:
                    raise InputError(f"{address} took longer than {settings.timeout_seconds:g} seconds (timeout_seconds).")
            return b"".join(parts), answer.headers.get_content_type()
    except urllib.error.HTTPError as error:
        error.close()
        kind = NotFoundError if error.code in (404, 410) else InputError
        raise kind(f"{address} could not be loaded: the server answered {error.code} {error.reason}.") from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise InputError(f"{address} could not be reached: {reason}.") from None
