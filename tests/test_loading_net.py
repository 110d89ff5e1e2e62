"""From the net: against a server on this machine and local copies."""

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from microrag_core.errors import CancelledError, InputError, MissingDependencyError
from microrag_core.loading.net import load_cnn_dailymail, load_gutenberg
from microrag_core.settings import LoadSettings

BOOK = (
    "Title: Emma\n\n*** START OF THE PROJECT GUTENBERG EBOOK EMMA ***\n\nEmma Woodhouse.\n\n"
    "*** END OF THE PROJECT GUTENBERG EBOOK EMMA ***\n\nLicence."
)


class Library(BaseHTTPRequestHandler):
    """A few addresses, good and bad."""

    pages: ClassVar = {
        "/cache/epub/158/pg158.txt": ("text/plain; charset=utf-8", BOOK.encode()),
        "/files/7/7-0.txt": ("text/plain", BOOK.replace("Emma", "Other").encode()),
        "/page": ("text/html", b"<title>A page</title><nav>Menu</nav><p>Words of the page.</p>"),
        "/picture": ("image/png", b"\x89PNG"),
        "/empty.txt": ("text/plain", b""),
        "/large.txt": ("text/plain", b"word " * 100_000),
    }
    redirects: ClassVar = {"/moved": "/page", "/local": "file:///etc/passwd", "/ftp": "ftp://x.y/z", "/loop": "/loop"}

    def do_GET(self) -> None:
        if self.path == "/slow.txt":
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.end_headers()
            for _ in range(40):
                self.wfile.write(b"drip ")
                time.sleep(0.05)
        elif self.path in self.redirects:
            self.send_response(302)
            self.send_header("Location", self.redirects[self.path])
            self.end_headers()
        elif self.path == "/broken":
            self.send_error(500)
        elif self.path in self.pages:
            kind, body = self.pages[self.path]
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        else:
            self.send_error(404)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""

    def handle(self) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # the client had enough
            super().handle()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    library = ThreadingHTTPServer(("127.0.0.1", 0), Library)
    threading.Thread(target=library.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{library.server_port}"
    library.shutdown()
    library.server_close()


@pytest.mark.parametrize("book", ["158", " 0158 ", "{server}/ebooks/158", "{server}/cache/epub/158/pg158.txt"])
def test_a_book_by_number_or_address(server: str, book: str) -> None:
    document = load_gutenberg(book.format(server=server), server).documents[0]
    assert (document.title, document.text) == ("Emma", "Emma Woodhouse.")
    assert document.source == f"{server}/cache/epub/158/pg158.txt"


def test_a_book_that_lies_elsewhere_and_one_that_does_not_exist(server: str) -> None:
    assert load_gutenberg("7", server).documents[0].title == "Other"
    with pytest.raises(InputError, match="no plain text of book 9"):
        load_gutenberg("9", server)


@pytest.mark.parametrize("path", ["/page", "/moved"])
def test_a_page_loses_its_navigation(server: str, path: str) -> None:
    document = load_gutenberg(server + path, server).documents[0]
    assert (document.title, document.text) == ("A page", "Words of the page.")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("file:///etc/passwd", "neither a book's number nor an http or https address"),
        ("ftp://x.y/z", "neither a book's number"),
        ("Emma", "neither a book's number"),
        ("", "neither a book's number"),
        ("-5", "neither a book's number"),
        ("http://", "neither a book's number"),
        ("{server}/local", "the server answered 302"),
        ("{server}/ftp", "neither a book's number"),
        ("{server}/loop", "could not be loaded: the server answered 302"),
        ("{server}/picture", "is image/png, not a text"),
        ("{server}/empty.txt", r"gave no text: The file is empty \(0 bytes\)"),
        ("{server}/none", "the server answered 404"),
        ("{server}/broken", "the server answered 500"),
        ("http://127.0.0.1:9/x", "could not be reached"),
    ],
)
def test_what_is_refused(server: str, address: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_gutenberg(address.format(server=server), server)


def test_size_and_time_are_bounded(server: str) -> None:
    with pytest.raises(InputError, match=r"larger than 0.1 MB \(maximum_megabytes\)"):
        load_gutenberg(f"{server}/large.txt", server, LoadSettings(maximum_megabytes=0.1))
    with pytest.raises(InputError, match=r"took longer than 0.5 seconds"):
        load_gutenberg(f"{server}/slow.txt", server, LoadSettings(timeout_seconds=0.5))


LENGTHS = [999, 1000, 8000, 8001, 20_000, 30]
ROWS = [
    {"id": f"a{n}", "article": chr(97 + n) * n_characters, "highlights": "Short."} for n, n_characters in enumerate(LENGTHS)
]


@pytest.fixture(params=["jsonl", "parquet", "folder"])
def local_copy(request, tmp_path) -> str:
    pytest.importorskip("datasets")
    if request.param == "parquet":
        import pandas

        pandas.DataFrame(ROWS).to_parquet(tmp_path / "a.parquet")
        return str(tmp_path / "a.parquet")
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, ROWS)))
    return str(tmp_path) if request.param == "folder" else str(tmp_path / "a.jsonl")


def test_short_articles_are_skipped_long_ones_cut_and_both_counted(local_copy: str) -> None:
    loaded = load_cnn_dailymail(10, local_copy)
    assert [len(document.text) for document in loaded.documents] == [1000, 8000, 8000, 8000]
    assert [item.reason for item in loaded.skipped] == [
        "The article has 999 characters, under 1,000.",
        "The article has 30 characters, under 1,000.",
    ]
    assert loaded.notes[0].endswith(": 2 articles under 1,000 characters were skipped, 2 over 8,000 were cut there.")
    assert loaded.documents[0].metadata == {"_id": "a1", "highlights": "Short."}


def test_count_progress_and_bad_sets(tmp_path) -> None:
    pytest.importorskip("datasets")
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)))
    seen: list[int] = []
    assert len(load_cnn_dailymail(2, path, on_progress=lambda what, done, of: seen.append(done)).documents) == 1
    assert seen == [0, 1, 2]

    def cancel(what: str, done: int, of: int) -> None:
        raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        load_cnn_dailymail(2, path, on_progress=cancel)
    empty = tmp_path / "empty"
    empty.mkdir()
    path.write_text('{"story": "x"}')
    with pytest.raises(InputError, match="have no field 'article' or 'text' but 'story'"):
        load_cnn_dailymail(2, path)
    with pytest.raises(InputError, match="holds no JSONL"):
        load_cnn_dailymail(2, empty)
    with pytest.raises(InputError, match="could not be loaded"):
        load_cnn_dailymail(2, "nobody/nothing")
    with pytest.raises(InputError, match="it must be 1 or more"):
        load_cnn_dailymail(0, path)


def test_without_datasets_the_line_that_installs_it_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingDependencyError, match=r'pip install "microrag-explorer\[hub\]"'):
        load_cnn_dailymail(1)
