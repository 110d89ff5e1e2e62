"""The Corpus page as a person uses it, without a browser."""

import io
import json
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pandas as pd
import pytest
from app_pages import open_page, session
from streamlit import config
from streamlit.testing.v1 import AppTest

from microrag_core import Corpus, Document
from microrag_core.datatypes import Skipped
from microrag_core.loading.loaded import Loaded, TextField
from pages.corpus import documents_table, downloads, taking
from pages.corpus.saved_figure import MAXIMUM_BARS, saved_figure
from pages.shared.wording import cut_in_the_middle, percent

PAGE = "pages/corpus/page.py"
TEXT = "The ferry leaves at nine. It sails at nine in the morning. Dogs travel free. The crossing takes two hours."
OTHER = "Bread rises because yeast makes gas. The gas is held by gluten. A warm kitchen speeds the dough."
BOOK = """Title: A Small Book

*** START OF THE PROJECT GUTENBERG EBOOK A SMALL BOOK ***

The lamp stood on the table. Nobody had lit it for years. The house was quiet.

*** END OF THE PROJECT GUTENBERG EBOOK A SMALL BOOK ***

You may use this ebook under the terms of the licence.
"""


def labels(app: AppTest) -> list[str]:
    return [document.label for document in session(app).corpus.documents]


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label.startswith(label)).click()
    app.run()
    assert not app.exception
    return app


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    app.file_uploader[0].set_value([(name, content, "application/octet-stream") for name, content in files]).run()
    return app


def said(app: AppTest) -> str:
    return " ".join(item.value for item in [*app.success, *app.warning, *app.error, *app.info]).replace("\\", "")


def table(app: AppTest) -> pd.DataFrame:
    return app.dataframe[0].value


@pytest.fixture
def app() -> AppTest:
    return open_page(PAGE)


def test_shows_what_is_loaded_and_what_was_saved(app: AppTest) -> None:
    totals = session(app).corpus.totals()
    figures = " ".join(element.proto.body for element in app.get("html"))
    assert f"{totals.tokens_after:,} of {totals.tokens_before:,}" in figures
    assert f"{totals.kept:,} of {totals.sentences:,}" in figures
    shown = table(app)
    assert len(shown) == totals.documents == 24
    assert shown["Kept"].sum() == totals.kept
    assert shown["At risk"].sum() == totals.at_risk
    assert shown["Model reads, %"].between(1, 100).all()
    assert len(app.get("plotly_chart")) == 2, "tokens saved, and what documents share"


def test_upload_replaces_the_samples_and_is_not_added_again(app: AppTest) -> None:
    upload(app, ("ferry.txt", TEXT.encode()), ("bread.txt", OTHER.encode()))
    press(app, "Add 2 files")
    assert labels(app) == ["ferry.txt", "bread.txt"]
    assert "2 documents added." in said(app)
    assert app.file_uploader[0].value == []
    before = session(app).corpus
    app.run()
    assert session(app).corpus is before
    press(app, "Remove all documents")
    app.run()
    assert labels(app) == []


def test_upload_beside_the_samples(app: AppTest) -> None:
    next(toggle for toggle in app.toggle if toggle.label == "Replace the samples").set_value(False).run()
    press(upload(app, ("ferry.txt", TEXT.encode())), "Add 1 file")
    assert len(labels(app)) == 25
    assert not any(toggle.label == "Replace the samples" for toggle in app.toggle)


def test_what_gives_no_document_says_why_and_keeps_the_samples_unless_one_loads(app: AppTest) -> None:
    press(upload(app, ("empty.txt", b""), ("blank.txt", b" \n ")), "Add 2 files")
    assert len(labels(app)) == 24
    assert "No document was added. 2 skipped" in said(app)
    press(upload(app, ("../../etc/ferry.txt", TEXT.encode()), ("copy.txt", TEXT.encode()), ("empty.txt", b"")), "Add 3 files")
    assert labels(app) == ["ferry.txt"]
    reasons = {item.source: item.reason for item in session(app).skipped}
    assert set(reasons) == {"empty.txt", "blank.txt", "copy.txt"}
    assert "0 bytes" in reasons["empty.txt"]
    assert reasons["copy.txt"] == "Same content as ferry.txt."
    assert list(app.dataframe[-1].value["What"]) == ["empty.txt", "blank.txt", "copy.txt"]
    press(upload(app, ("again.txt", TEXT.encode())), "Add 1 file")
    assert session(app).skipped[-1].reason == "Same content as ferry.txt, which is loaded already."
    press(app, "Clear the list")
    assert session(app).skipped == []


def test_encrypted_pdf_asks_for_its_password(app: AppTest, data_folder: Path) -> None:
    content = (data_folder / "files" / "password.pdf").read_bytes()
    press(upload(app, ("locked.pdf", content)), "Add 1 file")
    assert "password" in session(app).skipped[0].reason
    upload(app, ("locked.pdf", content))
    next(field for field in app.text_input if field.label == "Password").set_value("password").run()
    press(app, "Add 1 file")
    assert len(labels(app)) == 1
    assert session(app).corpus.documents[0].source == "locked.pdf"
    assert session(app).skipped == []


def test_text_field_of_records_is_shown_and_can_be_changed(app: AppTest) -> None:
    rows = [{"headline": f"Day {day}", "body": f"{TEXT} Day {day}.", "note": f"{OTHER} Note {day}."} for day in range(3)]
    upload(app, ("days.jsonl", "\n".join(map(json.dumps, rows)).encode()))
    choice = next(box for box in app.selectbox if box.label.startswith("Text field"))
    assert choice.value == "body"
    assert set(choice.options) >= {"body (guessed)", "note"}
    choice.set_value("note").run()
    press(app, "Add 1 file")
    assert labels(app) == ["Day 0", "Day 1", "Day 2"]
    assert session(app).corpus.documents[0].text.startswith("Bread rises")
    assert "the text is their field “note”" in said(app)
    assert list(table(app)["Kind"]) == ["JSONL record"] * 3


def record_file(*texts: str) -> bytes:
    return "\n".join(json.dumps({"title": f"T{row}", "text": text}) for row, text in enumerate(texts)).encode()


def test_records_note_says_how_many_became_documents_and_goes_with_them(app: AppTest) -> None:
    press(upload(app, ("mine.jsonl", record_file(TEXT, "", OTHER))), "Add 1 file")
    assert "mine.jsonl: 2 of 3 records became documents; the text is their field “text”." in said(app)
    assert [item.source for item in session(app).skipped] == ["mine.jsonl#line 2"]
    press(app, "Remove all documents")
    app.run()
    assert labels(app) == []
    assert "mine.jsonl" not in said(app)


def test_notes_of_an_upload_go_when_something_else_is_added(app: AppTest) -> None:
    rows = b"name,about\nlamp,The lamp burns oil and stands on the table.\nferry,The ferry leaves at nine in the morning.\n"
    press(upload(app, ("stock.csv", rows)), "Add 1 file")
    assert "stock.csv: 2 records" in said(app)
    press(upload(app, ("empty.txt", b"")), "Add 1 file")
    assert "stock.csv: 2 records" in said(app), "nothing was added"
    press(app, "Put the sample back (24 missing)")
    assert len(labels(app)) == 26
    assert "stock.csv" not in said(app)


def test_what_was_skipped_before_leaves_the_list_when_it_loads(app: AppTest) -> None:
    press(upload(app, ("mine.jsonl", record_file(TEXT, "", OTHER)), ("late.txt", b""), ("never.txt", b"")), "Add 3 files")
    assert [item.source for item in session(app).skipped] == ["mine.jsonl#line 2", "late.txt", "never.txt"]
    press(upload(app, ("mine.jsonl", record_file("Cats sleep all day.", "Boats float."))), "Add 1 file")
    assert [item.source for item in session(app).skipped] == ["late.txt", "never.txt"]
    press(upload(app, ("late.txt", b"Lamps burn oil. Candles burn wax.")), "Add 1 file")
    assert [item.source for item in session(app).skipped] == ["never.txt"]


def test_a_sheet_that_loads_clears_its_workbook_only() -> None:
    skipped = [Skipped(source, "Why.") for source in ("book.xlsx", "book.xlsx#A#row 2", "book.xlsx#B#row 2", "notes#1.txt")]
    documents = (Document("T", "Text.", "book.xlsx#A#row 3"), Document("U", "More.", "notes#2.txt"))
    loaded = Loaded(documents, (), {"book.xlsx#A": TextField("text", ("text",), 2)})
    assert [item.source for item in taking.still_skipped(skipped, loaded)] == ["book.xlsx#B#row 2", "notes#1.txt"]


@pytest.mark.parametrize(
    ("records", "documents", "words"),
    [
        (1, 1, "1 record"),
        (3, 3, "3 records"),
        (3, 2, "2 of 3 records became documents"),
        (3, 1, "1 of 3 records became a document"),
        (3, 0, "none of 3 records became a document"),
    ],
)
def test_records_used(records: int, documents: int, words: str) -> None:
    assert taking.records_used(records, documents) == words


def test_one_document_is_said_in_the_singular(app: AppTest) -> None:
    press(upload(app, ("ferry.txt", TEXT.encode())), "Add 1 file")
    pruned = session(app).corpus.all_pruned()
    _, caption = saved_figure(pruned)
    saved = percent(1 - pruned[0].tokens_after / pruned[0].tokens_before)
    assert caption.endswith(f"Pruning saves {saved} of the document's tokens.")
    assert not caption.startswith("All documents")
    assert any("Take the document out?" in item.value for item in app.markdown)
    assert "Pruning saves " + saved + " of a document's tokens." in saved_figure(pruned * 2)[1]
    here = session(app).corpus
    single = Corpus.build([Document("One", "Only this.")], here.encoder).all_pruned()
    assert "of 1 sentence, 0 pruned ones at risk" in saved_figure(single)[0].data[0].hovertext[0]


def test_documents_figure_is_silent_unless_a_method_stopped(app: AppTest) -> None:
    figures = " ".join(element.proto.body for element in app.get("html"))
    stopped = session(app).corpus.totals().stopped_early
    assert "used the budget" not in figures
    assert (f"in {stopped} the method stopped before the budget" in figures) is (stopped > 0)


def test_what_uses_the_net_is_said(app: AppTest) -> None:
    assert any(
        item.value
        == "Besides a model named under Another model, only these forms use the net, and only when you press their button."
        for item in app.caption
    )


def test_paste_shows_markup_literally(app: AppTest) -> None:
    press(app, "Add text")
    assert "There is no text yet" in said(app)
    title = "<b>Ferry</b> $5 [link](x) ../../x"
    next(field for field in app.text_input if field.label == "Title").set_value(title)
    app.text_area[0].set_value(TEXT)
    press(app, "Add text")
    assert labels(app) == [title]
    assert list(table(app)["Title"]) == [title]
    assert list(table(app)["Kind"]) == ["pasted"]
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert spec["layout"]["yaxis"]["ticktext"] == ["&lt;b&gt;Ferry&lt;/b&gt; $5…link](x) ../../x"]
    assert app.text_area[0].value == ""


def test_folder(app: AppTest, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "ferry.md").write_text(f"# Ferry\n\n{TEXT}")
    (tmp_path / "inner" / "bread.txt").write_text(OTHER)
    press(app, "Add folder")
    assert "There is no path yet" in said(app)
    next(field for field in app.text_input if field.label == "Folder or file").set_value(str(tmp_path / "nowhere"))
    press(app, "Add folder")
    assert len(session(app).skipped) == 1
    next(field for field in app.text_input if field.label == "Folder or file").set_value(str(tmp_path))
    press(app, "Add folder")
    assert labels(app) == ["Ferry", "bread.txt"]


def test_folder_is_closed_to_people_elsewhere(app: AppTest) -> None:
    before = config.get_option("server.address")
    config.set_option("server.address", "0.0.0.0")
    try:
        app.run()
        assert "Folders can be read only when the app listens on this machine alone" in said(app)
        assert not any(field.label == "Folder or file" for field in app.text_input)
    finally:
        config.set_option("server.address", before)


def test_people_elsewhere_name_a_book_by_its_number_only(app: AppTest) -> None:
    before = config.get_option("server.address")
    config.set_option("server.address", "0.0.0.0")
    try:
        app.run()
        field = next(field for field in app.text_input if field.label == "Project Gutenberg book")
        field.set_value("http://127.0.0.1:9/private")
        press(app, "Fetch the book")
        assert "Books are fetched by their number only" in said(app)
        assert len(labels(app)) == 24
    finally:
        config.set_option("server.address", before)


def test_remove_all_then_put_the_sample_back(app: AppTest) -> None:
    press(app, "Remove all documents")
    assert "There are no documents" in said(app)
    press(app, "Put the sample back (24 missing)")
    assert len(labels(app)) == 24
    assert session(app).corpus.parts


def test_putting_the_sample_back_keeps_what_is_there(app: AppTest) -> None:
    here = session(app)
    here.corpus = here.corpus.without(list(here.corpus.parts)[3:])
    press(app.run(), "Put the sample back (21 missing)")
    assert len(labels(app)) == 24


def test_stopped_pruning_waits_until_it_is_wanted(app: AppTest) -> None:
    session(app).values["stop_pressed"] = "pruning"
    app.run()
    assert "Stopped before all documents were pruned" in said(app)
    assert not app.dataframe
    press(app, "Go on")
    assert len(table(app)) == 24


def test_sessions_do_not_touch(app: AppTest) -> None:
    other = open_page(PAGE)
    press(upload(app, ("ferry.txt", TEXT.encode())), "Add 1 file")
    other.run()
    assert len(labels(app)) == 1
    assert len(labels(other)) == 24


def test_downloads_hold_what_is_on_screen(app: AppTest) -> None:
    corpus = session(app).corpus
    records = [json.loads(line) for line in downloads.jsonl(corpus).splitlines()]
    assert [record["text"] for record in records] == [item.text for item in corpus.all_pruned()]
    assert json.loads(downloads.settings(corpus))["prune"]["method"] == corpus.settings.method
    buttons = {button.label: button for button in app.get("download_button")}
    assert set(buttons) >= {"JSON lines", "ZIP of text files", "Parquet", "Settings"}
    with zipfile.ZipFile(io.BytesIO(downloads.to_zip(corpus))) as archive:
        assert len([name for name in archive.namelist() if name.endswith(".txt")]) == 24
    assert len(pd.read_parquet(io.BytesIO(downloads.to_parquet(corpus)))) == 24


@pytest.fixture
def book_address() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/book.txt" else 404)
            self.send_header("Content-Type", "text/plain; charset=utf-8")
            self.end_headers()
            self.wfile.write(BOOK.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/book.txt"
    server.shutdown()
    server.server_close()


def test_a_book_from_the_net(app: AppTest, book_address: str) -> None:
    press(app, "Fetch the book")
    assert "There is no book yet" in said(app)
    book = next(field for field in app.text_input if field.label == "Project Gutenberg book")
    book.set_value(book_address.replace("book.txt", "none.txt"))
    press(app, "Fetch the book")
    assert "404" in said(app)
    assert len(labels(app)) == 24
    next(field for field in app.text_input if field.label == "Project Gutenberg book").set_value(book_address)
    press(app, "Fetch the book")
    assert labels(app) == ["A Small Book"]
    assert "licence" not in session(app).corpus.documents[0].text
    assert list(table(app)["Kind"]) == ["web"]


def test_news_without_the_extra_says_what_to_install(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    press(app, "Fetch the articles")
    assert "pip install" in said(app)
    assert len(labels(app)) == 24


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("", "pasted"),
        ("a/b/report.PDF", "PDF"),
        ("corpus.jsonl#line 3", "JSONL record"),
        ("https://example.org/x.txt", "web"),
        ("README", "file"),
    ],
)
def test_kind(source: str, kind: str) -> None:
    assert documents_table.kind(Document("Title", "Text.", source)) == kind


def test_figure_draws_the_longest_documents(app: AppTest) -> None:
    pruned = session(app).corpus.all_pruned()
    figure, caption = saved_figure(pruned * 2)
    kept, gone = figure.data
    assert len(kept.y) == MAXIMUM_BARS
    totals = [a + b for a, b in zip(kept.x, gone.x, strict=True)]
    assert totals == sorted(totals, reverse=True)
    assert caption.startswith("The 30 longest of 48 documents.")


def test_wording() -> None:
    assert [percent(share) for share in (0, 0.001, 0.424, 0.999, 1)] == ["0\xa0%", "1\xa0%", "42\xa0%", "99\xa0%", "100\xa0%"]
    assert cut_in_the_middle("one two", 7) == "one two"
    assert cut_in_the_middle("Field station: power", 12) == "Field…power"
    assert len(cut_in_the_middle("x" * 90, 30)) == 30
    title = "Travel and expenses policy, version 2.1 (April 2023)"
    for limit in range(3, len(title)):
        head, tail = cut_in_the_middle(title, limit).split("…")
        assert not head.endswith((".", ",", " ")), limit
        assert not tail.startswith((".", ",", " ")), limit
        assert title.startswith(head), limit
        assert title.endswith(tail), limit
    assert cut_in_the_middle(title, 30) == "Travel and exp…1 (April 2023)"
