"""PDF: paragraphs, pages, running headers and footers, hyphens, and why a file gives no text."""

import pytest
from loading_makers import lines_at, make_pdf, text_page

from microrag_core.loading import Loaded, load_bytes
from microrag_core.settings import LoadSettings

TOPICS = ["rivers", "mountains", "forests", "deserts"]
PARAGRAPH = "The study of {0} takes many years, since {0} change slowly and the people who live near {0} write little down."
PICTURE = "q 500 0 0 700 40 40 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q"


def load(data: bytes, **settings: str) -> Loaded:
    return load_bytes("a.pdf", data, LoadSettings(**settings))


def test_wrapped_lines_become_a_paragraph_and_pages_are_sections() -> None:
    document = load(make_pdf([text_page(PARAGRAPH.format(topic)) for topic in TOPICS[:2]])).documents[0]
    first, second = (PARAGRAPH.format(topic) for topic in TOPICS[:2])
    assert document.text == f"{first}\n\n{second}"
    assert [(section.title, section.page) for section in document.sections] == [("Page 1", 1), ("Page 2", 2)]
    assert document.text[document.sections[1].start : document.sections[1].end] == second
    assert document.metadata == {"pages": "2"}


def test_running_headers_footers_and_page_numbers_go() -> None:
    pages = [
        text_page(PARAGRAPH.format(topic), f"Annual report 2024, part {number}", f"{number} of 4")
        for number, topic in enumerate(TOPICS, 1)
    ]
    text = load(make_pdf(pages)).documents[0].text
    assert text == "\n\n".join(PARAGRAPH.format(topic) for topic in TOPICS)


def test_a_line_at_the_edge_of_one_page_only_stays() -> None:
    pages = [text_page(PARAGRAPH.format(topic), "Once" if topic == "deserts" else "") for topic in TOPICS]
    assert "Once" in load(make_pdf(pages)).documents[0].text


def test_short_lines_list_items_and_gaps_end_paragraphs() -> None:
    page = lines_at(
        [
            (72, 700, "Shopping list"),
            (72, 660, "The following things are needed before the first guests arrive at noon:"),
            (72, 646, "1. Bread of the kind that the old baker in the market still makes for us,"),
            (86, 632, "two loaves at least, better three"),
            (72, 618, "2. Milk"),
            (72, 580, "Signed by hand"),
            (72, 566, "A. Cook"),
        ]
    )
    assert load(make_pdf([page])).documents[0].text.split("\n\n") == [
        "Shopping list",
        "The following things are needed before the first guests arrive at noon:",
        "1. Bread of the kind that the old baker in the market still makes for us, two loaves at least, better three",
        "2. Milk",
        "Signed by hand",
        "A. Cook",
    ]


def test_hyphens_at_line_ends() -> None:
    page = lines_at(
        [
            (72, 700, "A dual model is an encoder, and the retrieval of passages by a dual-"),
            (72, 686, "encoder works; a dual encoder, an encoder of two, helps informa-"),
            (72, 672, "tion retrieval in general and is here described in some detail too."),
        ]
    )
    text = load(make_pdf([page])).documents[0].text
    assert "by a dual-encoder works" in text
    assert "helps information retrieval" in text


def test_two_columns_are_read_one_after_the_other() -> None:
    left = [
        "The left column begins here and is",
        "filled to its edge by words that the",
        "writer found, and it breaks off in the",
    ]
    right = ["middle of a sentence which goes on", "at the top of the right column until", "it comes to its end at last."]
    lines = [(60.0, 700.0 - 14 * n, line) for n, line in enumerate(left)]
    lines += [(320.0, 700.0 - 14 * n, line) for n, line in enumerate(right)]
    assert load(make_pdf([lines_at(lines)])).documents[0].text == " ".join(left + right)


def test_stamps_written_upwards_in_the_margin_go() -> None:
    stamp = "BT /F1 11 Tf 0 1 -1 0 30 200 Tm (arXiv stamp of the year) Tj ET"
    assert load(make_pdf([f"{text_page(PARAGRAPH.format('rivers'))}\n{stamp}"])).documents[0].text == PARAGRAPH.format("rivers")


@pytest.mark.parametrize(("info", "title"), [("/Title (Rivers of Europe)", "Rivers of Europe"), ("/Title (draft_2.docx)", "")])
def test_title_of_the_properties(info: str, title: str) -> None:
    assert load(make_pdf([text_page("Some text.")], info=info)).documents[0].title == title


@pytest.mark.parametrize(
    ("pages", "reason"),
    [
        ([PICTURE, PICTURE], "No text layer: 2 pages, scanned or a picture; recognise the text (OCR) first."),
        (["", "", ""], "No text: 3 pages, blank."),
        (["0 0 m 100 100 l S"], "No text: 1 page, only drawings."),
    ],
)
def test_why_there_is_no_text_and_how_many_pages(pages: list[str], reason: str) -> None:
    assert [item.reason for item in load(make_pdf(pages)).skipped] == [reason]


def test_pages_without_text_are_noted() -> None:
    loaded = load(make_pdf([text_page("Some text."), PICTURE, ""]))
    assert loaded.notes == ("a.pdf: 2 of 3 pages gave no text (1 with pictures that may hold text, 1 without).",)
    assert [section.page for section in loaded.documents[0].sections] == [1]


def test_damaged_files() -> None:
    assert load(b"%PDF-1.7\nnot one").skipped[0].reason == "The file is damaged: it cannot be read as PDF."
    whole = make_pdf([text_page("Some text here.")])
    moved = whole.replace(b"startxref\n", b"startxref\n9")
    assert load(moved).documents[0].text == "Some text here."  # PDFium rebuilds the table of objects


def test_passwords(data_folder) -> None:
    data = (data_folder / "files" / "password.pdf").read_bytes()
    assert load(data).skipped[0].reason == "The file is encrypted: it needs a password."
    assert load(data, password="wrong").skipped[0].reason == "The file is encrypted: the given password does not open it."
    assert load(data, password="password").documents[0].text == "File with password"


def test_a_password_does_not_shut_files_that_need_none(data_folder) -> None:
    assert load((data_folder / "files" / "copy-protected.pdf").read_bytes(), password="other").documents
