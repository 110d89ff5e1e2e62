"""HTML, DOCX, PPTX, XLSX, EPUB, EML and RTF."""

import datetime
import io
from email.message import EmailMessage

import openpyxl
import pptx
import pytest
from loading_makers import docx_members, make_zip, word_paragraph

from microrag_core.datatypes import Document
from microrag_core.loading import load_bytes
from microrag_core.settings import LoadSettings

PROSE = "This paragraph holds enough words to be the content of the page. " * 5


def only_document(name: str, data: bytes) -> Document:
    loaded = load_bytes(name, data)
    assert not loaded.skipped
    return loaded.documents[0]


def html(body: str, head: str = "<title>My page - Site</title>") -> bytes:
    return f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode()


def test_html_content_without_its_furniture() -> None:
    document = only_document(
        "a.html",
        html(
            "<header><a href=/>Site</a></header><nav><a href=a>Home</a></nav><script>var x = 1;</script><style>p{}</style>"
            "<ul><li><a>One</a></li><li><a>Two</a></li><li><a>Three</a></li><li><a>Four</a></li></ul>"
            f"<h1>My page</h1><p>{PROSE}</p><div hidden>secret</div><p style='display: none'>none</p>"
            "<h2>Part <em>two</em></h2><p>First line<br>second &amp; last<br><br>new</p>"
            "<table><tr><th>Food</th><th>Price</th></tr><tr><td><p>Leaf</p></td><td>3</td></tr></table>"
            "<ul><li>Item one</li><li>Item two</li></ul><pre>a\n  b</pre><h2>See also</h2>"
            "<div class='navbox'>x</div><footer>Imprint</footer>"
        ),
    )
    assert document.title == "My page"
    assert document.text == (
        f"My page\n\n{PROSE.strip()}\n\nPart two\n\nFirst line\nsecond & last\n\nnew\n\n"
        "Food | Price\nLeaf | 3\n\nItem one\nItem two\n\na\n  b"
    )
    assert [section.title for section in document.sections] == ["My page", "Part two"]
    assert document.text[document.sections[1].start :].startswith("Part two\n\nFirst")


def test_html_main_element_and_title_without_heading() -> None:
    document = only_document("a.htm", html(f"<div>Top of page</div><main><p>{PROSE}</p></main><div>Bottom</div>"))
    assert (document.title, document.text) == ("My page - Site", PROSE.strip())


def test_html_that_is_all_furniture_is_kept() -> None:
    assert only_document("a.html", html("<nav><p>Only this text.</p></nav>")).text == "Only this text."


@pytest.mark.parametrize("declared", ["windows-1252", "iso-8859-1", "shift_jis"])
def test_html_declares_its_encoding(declared: str) -> None:
    text = "日本語のテキスト" if declared == "shift_jis" else "schön, très"
    page = f"<html><head><meta charset='{declared}'></head><body><p>{text}</p></body></html>"
    assert only_document("a.html", page.encode(declared)).text == text


def test_html_nested_deeply_and_without_text() -> None:
    assert only_document("a.html", html("<div>" * 1500 + "deep" + "</div>" * 1500)).text == "deep"
    assert load_bytes("a.html", html("<script>x</script>")).skipped[0].reason == "The page holds no text."


def test_html_with_control_characters() -> None:
    page = html("<p>One\x01<script>x</script>\x02two&#1;<b hidden>x</b>&#2; three</p><nav>x</nav>\x03\x0cfour")
    assert only_document("a.html", page).text == "Onetwo three\n\nfour"


def test_headings_stay_unless_their_content_went() -> None:
    page = html(
        f"<h1>A <em>b</em></h1><h2>Kept</h2><h3>Deeper</h3><p>{PROSE}</p><h2>Gone</h2><nav>x</nav>"
        "<h2>Also kept</h2>tail <h3><a>Gone too</a></h3>"
    )
    document = only_document("a.html", page)
    assert [section.title for section in document.sections] == ["A b", "Kept", "Deeper", "Also kept"]


def test_xhtml_elements_that_close_themselves_swallow_nothing() -> None:
    page = b'<?xml version="1.0" encoding="utf-8"?><html><head><title/><script src="x"/></head><body><p>Here.</p></body></html>'
    assert only_document("a.xhtml", page).text == "Here."


def test_docx_headings_tables_and_deleted_text() -> None:
    cells = "".join(f"<w:tc>{word_paragraph(text)}</w:tc>" for text in ("Food", "Price"))
    body = (
        word_paragraph("Report", "H1")
        + word_paragraph("First <w:t/> paragraph.".replace("<w:t/> ", ""))
        + word_paragraph("Costs", "H2")
        + f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
        + "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>Last.</w:t></w:r></w:p>"
    )
    document = only_document("a.docx", make_zip(docx_members(body)))
    assert document.title == "Report"
    assert document.text == "Report\n\nFirst paragraph.\n\nCosts\n\nFood | Price\n\nLast."
    assert [section.title for section in document.sections] == ["Report", "Costs"]


def test_docx_without_text() -> None:
    assert load_bytes("a.docx", make_zip(docx_members("<w:p/>"))).skipped[0].reason == "The document holds no text."


def make_pptx() -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "Opening"
    first.placeholders[1].text = "A point\nAnother point"
    first.notes_slide.notes_text_frame.text = "Say hello."
    second = deck.slides.add_slide(deck.slide_layouts[6])
    table = second.shapes.add_table(1, 2, 0, 0, 100, 100).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Left", "Right"
    group = second.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, 10, 10).text_frame.text = "Grouped"
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


def test_pptx_slides_are_sections() -> None:
    document = only_document("a.pptx", make_pptx())
    assert document.title == "Opening"
    assert document.text == "Opening\n\nA point\nAnother point\n\nSay hello.\n\nLeft | Right\n\nGrouped"
    assert [(section.title, section.page) for section in document.sections] == [("Opening", 1), ("Slide 2", 2)]


def make_xlsx(**sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_xlsx_tables_are_sections_and_prose_is_records() -> None:
    day = datetime.datetime(2024, 5, 1)
    data = make_xlsx(
        Costs=[["Item", "Cost", "Day"], ["Nail", 3.0, day], ["Saw", 4.5, None]],
        Notes=[["title", "body"], ["T", PROSE]],
        Blank=[],
    )
    loaded = load_bytes("a.xlsx", data)
    record, table = loaded.documents
    assert (record.title, record.text, record.source) == ("T", PROSE.strip(), "a.xlsx#Notes#row 2")
    assert table.text == "Item: Nail; Cost: 3; Day: 2024-05-01\nItem: Saw; Cost: 4.5"
    assert [section.title for section in table.sections] == ["Costs"]
    assert {source: item.field for source, item in loaded.text_fields.items()} == {"a.xlsx#Costs": "", "a.xlsx#Notes": "body"}
    chosen = load_bytes("a.xlsx", data, LoadSettings(text_field="Item"))
    assert [document.text for document in chosen.documents if "Costs#row" in document.source] == ["Nail", "Saw"]


def test_xlsx_without_cells() -> None:
    assert load_bytes("a.xlsx", make_xlsx(One=[], Two=[])).skipped[0].reason == (
        "The workbook is empty: no sheet holds text or numbers."
    )


def make_epub(**more: bytes | str) -> bytes:
    page = "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><body>{}</body></html>"
    package = (
        "<package xmlns='http://www.idpf.org/2007/opf' xmlns:dc='http://purl.org/dc/elements/1.1/'><metadata>"
        "<dc:title>My book</dc:title><dc:creator>A. Writer</dc:creator></metadata><manifest>"
        "<item id='n' href='nav.xhtml' media-type='application/xhtml+xml' properties='nav'/>"
        "<item id='b' href='text/two%20b.xhtml' media-type='application/xhtml+xml'/>"
        "<item id='a' href='text/one.xhtml' media-type='application/xhtml+xml'/></manifest>"
        "<spine><itemref idref='n'/><itemref idref='a'/><itemref idref='b'/></spine></package>"
    )
    return make_zip(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": "<container><rootfiles><rootfile full-path='OPS/p.opf'/></rootfiles></container>",
            "OPS/p.opf": package,
            "OPS/nav.xhtml": page.format("<p>Contents</p>"),
            "OPS/text/one.xhtml": page.format("<h1>Chapter 1</h1><p>It began.</p>"),
            "OPS/text/two b.xhtml": page.format("<h1>Chapter 2</h1><p>It ended.</p>"),
            **more,
        }
    )


def test_epub_in_reading_order_without_its_navigation() -> None:
    document = only_document("a.epub", make_epub())
    assert (document.title, document.metadata) == ("My book", {"author": "A. Writer"})
    assert document.text == "Chapter 1\n\nIt began.\n\nChapter 2\n\nIt ended."
    assert [section.title for section in document.sections] == ["Chapter 1", "Chapter 2"]


def test_epub_parts_are_read_once_and_may_be_missing() -> None:
    package = (
        "<package><manifest><item id='a' href='text/one.xhtml' media-type='text/html'/>"
        "<item id='x' href='gone.xhtml' media-type='text/html'/></manifest><spine>"
        + "<itemref idref='a'/>" * 3
        + "<itemref idref='x'/></spine></package>"
    )
    loaded = load_bytes("a.epub", make_epub(**{"OPS/p.opf": package}))
    assert [document.text for document in loaded.documents] == ["Chapter 1\n\nIt began."]
    assert loaded.notes == ("a.epub: 1 of 2 parts are missing from the file.",)


def test_epub_with_copy_protection() -> None:
    loaded = load_bytes("a.epub", make_epub(**{"META-INF/rights.xml": "<rights/>"}))
    assert loaded.skipped[0].reason == "The book is copy-protected (DRM) and cannot be read."


def test_mail_plain_before_html_with_attachments_counted() -> None:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Größe", "Ann <a@x.y>", "b@x.y"
    message.set_content("Plain körper.\r\n", charset="iso-8859-1")
    message.add_alternative("<p>Rich</p>", subtype="html")
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="../../x.pdf")
    loaded = load_bytes("a.eml", message.as_bytes())
    document = loaded.documents[0]
    assert (document.title, document.text) == ("Größe", "Plain körper.")
    assert document.metadata == {"from": "Ann <a@x.y>", "to": "b@x.y"}
    assert loaded.notes == ("a.eml: 1 attachment not read.",)


def test_mail_with_html_only_and_without_headers() -> None:
    message = EmailMessage()
    message["Subject"] = "S"
    message.set_content("<html><body><h1>Head</h1><p>Body.</p><script>x</script></body></html>", subtype="html")
    assert only_document("a.eml", message.as_bytes()).text == "Head\n\nBody."
    assert "no headers" in load_bytes("a.eml", b"\n\njust text").skipped[0].reason


def test_rtf_text_table_and_title() -> None:
    data = (
        rb"{\rtf1\ansi\ansicpg1252{\info{\title My report}}{\pard First pipe|d line with \'e9t\'e9.\par}"
        rb"{\trowd\pard\intbl Cell 1\cell Cell 2\cell\row}}"
    )
    document = only_document("a.rtf", data)
    assert document.title == "My report"
    assert document.text == "First pipe|d line with été.\nCell 1 | Cell 2"
