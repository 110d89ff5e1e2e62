"""Bad input: each fault gives its true reason, and the other files still load."""

import time

import pytest
from loading_makers import docx_members, endless_pdf, make_zip, word_paragraph

from microrag_core.loading import load_bytes, load_paths, merge
from microrag_core.loading.archives import check_archive
from microrag_core.settings import LoadSettings


def reason(name: str, data: bytes, settings: LoadSettings | None = None) -> str:
    loaded = load_bytes(name, data, settings or LoadSettings())
    assert not loaded.documents
    assert len(loaded.skipped) == 1
    return loaded.skipped[0].reason


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.txt", b"", "The file is empty (0 bytes)."),
        ("a.txt", b"\n\t \n", "The file holds only white space."),
        ("a.md", b"\xef\xbb\xbf  \n", "The file holds only white space."),
        ("a.txt", bytes(range(256)) * 40, "The content is binary data, not text."),
        ("a.txt", b"\x89PNG\r\n\x1a\n" + bytes(50), "The content is a PNG picture, which is not a supported format."),
        ("a.md", b"\x7fELF" + bytes(50), "The content is a program, which is not a supported format."),
        ("a.unknown", b"\x00\x01\x02\x03" * 100, "The content is binary data, not text."),
        ("a.pdf", b"just text", "The file is damaged or is not PDF: it does not begin as such a file does."),
        ("a.docx", b"just text", "The file is damaged or is not DOCX: it does not begin as such a file does."),
        ("a.docx", b"PK\x03\x04 broken", "The file is damaged: its ZIP container cannot be read."),
        (
            "a.zip",
            make_zip({"a.txt": "x"}),
            "The content is a ZIP archive without a supported document; unpack it and load its files.",
        ),
        (
            "a.doc",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99),
            "The file is in an Office format from before 2007; save it as DOCX, PPTX or XLSX.",
        ),
        (
            "a.docx",
            make_zip({"word/document.xml": "<w:document"}),
            "The file is damaged: it cannot be read as DOCX (ExpatError).",
        ),
        ("a.pptx", make_zip({"ppt/presentation.xml": "<p/>"}), "The file is damaged: it cannot be read as PPTX (KeyError)."),
        ("a.xlsx", make_zip({"xl/workbook.xml": "<w/>"}), "The file is damaged: it cannot be read as XLSX (KeyError)."),
        ("a.epub", make_zip({"META-INF/container.xml": "<c/>"}), "The file is damaged: it does not say where its book is."),
    ],
)
def test_reasons(name: str, data: bytes, expected: str) -> None:
    assert reason(name, data) == expected


@pytest.mark.parametrize(
    "text",
    [
        "ID3 is an algorithm for decision trees.",
        "PAR1 is a receptor that thrombin cuts.",
        "BZhang wrote this.",
        "GIF8 is no format.",
        "Rar! cried the bear.",
        "A PDF begins with %PDF-1.7, and this text does not.",
    ],
)
def test_a_text_that_begins_with_the_letters_of_a_format_is_a_text(text: str) -> None:
    assert [document.text for document in load_bytes("a.txt", text.encode()).documents] == [text]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.html", b"<div>" * 3_000 + b"Deep text."),
        ("a.docx", make_zip(docx_members("<w:sdt><w:sdtContent>" * 5_000 + "</w:sdtContent></w:sdt>" * 5_000))),
        ("a.eml", b"".join(b"Content-Type: multipart/mixed; boundary=B%d\n\n--B%d\n" % (i, i) for i in range(2_000))),
    ],
)
def test_what_is_nested_too_deeply_says_so(name: str, data: bytes) -> None:
    assert reason(name, data).endswith("is nested too deeply to be read.")


def test_entities_in_utf16_are_found_too() -> None:
    members = docx_members(word_paragraph("&x;"))
    body = str(members["word/document.xml"]).split("?>", 1)[-1]
    xml = f'<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a [<!ENTITY x "y">]>{body}'
    members["word/document.xml"] = xml.encode("utf-16")
    assert reason("a.docx", make_zip(members)).startswith("The file declares XML entities")


def test_a_password_of_any_characters_is_only_wrong(data_folder) -> None:
    data = (data_folder / "files" / "password.pdf").read_bytes()
    assert reason("a.pdf", data, LoadSettings(password="\udcff")) == (
        "The file is encrypted: the given password does not open it."
    )


def test_encrypted_workbook() -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
    assert reason("a.xlsx", data).startswith("The file is encrypted: it needs a password.")


def test_content_counts_not_the_extension() -> None:
    data = make_zip(docx_members(word_paragraph("From Word.")))
    assert load_bytes("renamed.txt", data).documents[0].text == "From Word."
    assert load_bytes("page.unknown", b"<!DOCTYPE html><p>From the web.").documents[0].text == "From the web."
    assert load_bytes("README", b"Plain words.").documents[0].text == "Plain words."


def test_too_large_is_refused() -> None:
    assert reason("a.txt", b"x" * 20_001, LoadSettings(maximum_megabytes=0.02)) == (
        "The file is too large: 0.0 MB; the limit is 0.02 MB (maximum_megabytes)."
    )


def test_a_200_mb_file_is_refused_unread(tmp_path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    skipped = load_paths([path]).skipped
    assert skipped[0].reason == "The file is too large: 200.0 MB; the limit is 100 MB (maximum_megabytes)."


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx", "a.epub"])
def test_zip_bombs(name: str) -> None:
    part = {"a.docx": "word/document.xml", "a.pptx": "ppt/presentation.xml", "a.xlsx": "xl/workbook.xml"}
    data = make_zip({part.get(name, "META-INF/container.xml"): "<x/>", "bomb.bin": bytes(30_000_000)})
    assert reason(name, data).startswith("The file unpacks to far more than it should (30 MB from 0.0 MB)")


def test_nested_zip_bomb() -> None:
    inner = make_zip({f"{number}.bin": bytes(12_000_000) for number in range(2)})
    data = make_zip({**docx_members(word_paragraph("Hi")), "word/embeddings/inner.xlsx": inner})
    assert reason("a.docx", data).startswith("The file unpacks to far more than it should")
    nested = make_zip({"a": "x"})
    for _ in range(6):
        nested = make_zip({"deeper.zip": nested})
    data = make_zip({**docx_members(word_paragraph("Hi")), "x.zip": nested})
    assert "nested more than 3 deep" in reason("a.docx", data)


def test_a_zip_that_lies_about_its_sizes() -> None:
    data = bytearray(make_zip({**docx_members(word_paragraph("Hi")), "bomb.bin": bytes(1_000_000)}))
    true_size = (1_000_000).to_bytes(4, "little")
    while (at := data.find(true_size)) >= 0:
        data[at : at + 4] = (10).to_bytes(4, "little")
    assert reason("a.docx", bytes(data)) == "The file is damaged: its ZIP container cannot be read."


def test_office_files_with_ordinary_pictures_pass() -> None:
    check_archive(make_zip({**docx_members(word_paragraph("Hi")), "word/media/a.png": bytes(range(256)) * 400}))


def test_external_entities_are_not_resolved(tmp_path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret words")
    members = docx_members(word_paragraph("&x;"))
    members["word/document.xml"] = f'<!DOCTYPE d [<!ENTITY x SYSTEM "{secret.as_uri()}">]>' + str(members["word/document.xml"])
    assert reason("a.docx", make_zip(members)) == (
        "The file declares XML entities, which an Office file must not do; it was not opened."
    )
    package = (
        f'<!DOCTYPE p [<!ENTITY x SYSTEM "{secret.as_uri()}">]><package xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<metadata><dc:title>Book &x;</dc:title></metadata><manifest><item id='a' href='a.xhtml' "
        "media-type='application/xhtml+xml'/></manifest><spine><itemref idref='a'/></spine></package>"
    )
    container = "<container><rootfiles><rootfile full-path='p.opf'/></rootfiles></container>"
    page = f'<!DOCTYPE html [<!ENTITY x SYSTEM "{secret.as_uri()}">]><html><body><p>Text &x; here.</p></body></html>'
    loaded = load_bytes("a.epub", make_zip({"META-INF/container.xml": container, "p.opf": package, "a.xhtml": page}))
    assert "secret words" not in repr(loaded)


def test_a_pdf_that_never_ends_is_stopped_and_the_next_file_loads() -> None:
    loaded = load_bytes("endless.pdf", endless_pdf(), LoadSettings(timeout_seconds=1.5))
    assert loaded.skipped[0].reason == "Reading the file did not end within 1.5 seconds and was stopped (timeout_seconds)."
    assert load_bytes("a.html", b"<p>Still works.</p>").documents[0].text == "Still works."


def test_hostile_names_are_never_paths_and_shown_as_they_are(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "passwd.txt").write_text("never read this")
    shown = {
        "../../etc/passwd.txt": "passwd.txt",
        "..\\..\\passwd.txt": "passwd.txt",
        "<img src=x>$1$ [l](x).txt": "<img src=x>$1$ [l](x).txt",
        "a\x00\nb.txt": "a b.txt",
        "..": "..",
        "/": "unnamed",
        "": "unnamed",
    }
    for name, source in shown.items():
        document = load_bytes(name, b"the uploaded text").documents[0]
        assert (document.text, document.source) == ("the uploaded text", source)


def test_markup_in_titles_stays_text() -> None:
    document = load_bytes("a.jsonl", b'{"title": "<script>x</script> $a$", "text": "Body <b>.", "_id": "1"}').documents[0]
    assert (document.title, document.text) == ("<script>x</script> $a$", "Body <b>.")


def test_a_sentence_of_50000_characters_and_control_characters() -> None:
    text = "word " * 10_000
    assert len(load_bytes("a.txt", text.encode()).documents[0].text) == 49_999
    assert load_bytes("a.txt", b"one\x00two\x1b three " + b"x" * 500).documents[0].text.startswith("onetwo three")


def test_the_same_content_twice_is_one_document() -> None:
    parts = [load_bytes(name, b"Same words.\r\n") for name in ("a.txt", "b.txt")]
    both = parts[0].merge(parts[1])
    assert both == merge(parts)
    assert [document.source for document in both.documents] == ["a.txt"]
    assert [(item.source, item.reason) for item in both.skipped] == [("b.txt", "Same content as a.txt.")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "a" + " " * 2_000_000 + "b"),
        ("a.md", "<!--" * 300_000),
        ("a.md", "# " + " " * 300_000 + "x " + "[" * 300_000),
        ("a.jsonl", '{"note": "' + "x" * 2_000_000 + '"}'),
        ("a.csv", "a,b\n" + '"' * 300_001),
    ],
)
def test_hostile_text_takes_no_time(name: str, text: str) -> None:
    start = time.perf_counter()
    load_bytes(name, text.encode())
    assert time.perf_counter() - start < 3
