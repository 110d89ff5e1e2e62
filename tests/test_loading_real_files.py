"""Awkward real files: each gives the right text or the right reason."""

import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from microrag_core.datatypes import Document
from microrag_core.loading import Loaded, load_paths
from microrag_core.settings import LoadSettings

SCANNED = "No text layer: {}, scanned or a picture; recognise the text (OCR) first."
NEEDS_PASSWORD = "The file is encrypted: it needs a password."

SKIPPED = {
    "2206.01062_pg3.pdf": NEEDS_PASSWORD,
    "MEDRPT-2024-PAT-3847_medical_report_scan.pdf": SCANNED.format("3 pages"),
    "blank.pdf": "No text: 1 page, blank.",
    "crazyones-encrypted-256.pdf": NEEDS_PASSWORD,
    "empty.txt": "The file is empty (0 bytes).",
    "empty.xlsx": "The workbook is empty: no sheet holds text or numbers.",
    "fake-text-all-whitespace.txt": "The file holds only white space.",
    "fake-text-utf-32.txt": "Same content as files/fake-text-utf-16.txt.",
    "git.pdf": SCANNED.format("1 page"),
    "invalid.pdf": "The file is damaged: it cannot be read as PDF.",
    "layout-parser-paper-with-empty-pages.pdf": "Same content as files/copy-protected.pdf.",
    "linn.pdf": SCANNED.format("1 page"),
    "loremipsum-flat.pdf": SCANNED.format("1 page"),
    "no_contents.pdf": "No text: 1 page, blank.",
    "password.pdf": NEEDS_PASSWORD,
    "password_protected.xlsx": f"{NEEDS_PASSWORD} Remove the password in the program that made it, then load it again.",
    "umlauts-utf8.md": "Same content as files/umlauts-non-utf8.md.",
}

# file: (title, sections, characters at least, what the text holds, what it does not hold)
TEXTS = {
    "REPAIR-2022-INV-001_multipage.pdf": ("", 3, 2500, ["\n\nGRAND TOTAL 5,738\n\n", "damaged parts have been removed."], []),
    "SHIFT_JIS___ude_1.txt": (
        "",
        0,
        6000,
        ["或日の暮方の事である。一人の下人が、羅生門の下で"],
        ["SMALL PRINT"],
    ),
    "UDHR_first_article_all.txt": (
        "",
        0,
        93_000,
        ["Todos los seres humanos", "人人生而自由", "Все люди рождаются"],
        [],
    ),
    "amt_handbook_sample.pdf": (
        "AMT General Handbook",
        1,
        3500,
        ["Plates must be attached to the structure in a positive manner to eliminate rotation or misalignment when"],
        [],
    ),
    "copy-protected.pdf": (
        "LayoutParser: A Unified Toolkit for Deep Learning Based Document Image Analysis",
        2,
        5000,
        ["Recent advances in document image analysis (DIA) have been primarily driven by the application of neural networks."],
        ["arXiv:2103"],
    ),
    "csv-with-long-lines.csv": ("", 0, 50_000, ["SpearmanCorrelationCoefficient: 2Unstim BasophilsCREBUnstim; "], []),
    "docx_comments.docx": ("Document with Comments", 1, 200, ["This second paragraph also has a reviewer annotation."], []),
    "duplicate-paragraphs.docx": ("This document contains duplicates", 1, 90, ["some text\n\nsome text\n\nsome text"], []),
    "example-with-scripts.html": (
        "Russian Offensive Campaign Assessment, December 13",
        2,
        30_000,
        ["Belarusian forces remain unlikely to attack Ukraine"],
        ["function(", "jQuery", "{", "Skip to main content", "googletagmanager"],
    ),
    "failure-after-repair.pdf": (
        "",
        76,
        100_000,
        ["Radiotherapy uses radiation, such as x-rays, to kill cancer cells or injure them so they cannot grow and multiply."],
        ["\n\n42 Cancer Council", "\n\nUnderstanding Breast Cancer 43"],
    ),
    "fake-doc.rtf": (
        "",
        0,
        120,
        ["Table Example:\nColumn 1 | Column 2\nRow 1, Cell 1 | Row 1, Cell 2"],
        [],
    ),
    "fake-html-cp1252.html": (
        "My First Heading",
        1,
        800,
        ["schöne Frau", "15,50 €.", "L'été était très chaud"],
        [],
    ),
    "fake-memo-with-duplicate-page.pdf": (
        "",
        2,
        400,
        ["200 laptops delivered on January 23, 2023. A total of 3 trucks"],
        [],
    ),
    "fake-text-utf-16.txt": ("", 0, 180, ["This is a test document to use for unit tests.\n\n    Doylestown, PA 18901"], []),
    "header-test-doc.pdf": ("", 1, 60, ["Title\n\nHere is a lovely sentences."], []),
    "ideas-page.html": (
        "How to Get New Ideas",
        0,
        750,
        ["January 2023\n\n(Someone fed my essays into GPT to make something that could answer questions based on them,"],
        ["document.referrer"],
    ),
    "invisible_text_layer.pdf": ("", 1, 40, ["Invisible OCR text layer"], []),
    "iso-8859-1___ude_2.txt": ("", 0, 2000, ["dépend à la fois de la durée et des motifs du séjour envisagé; sauf"], []),
    "issue-297.pdf": ("", 1, 12, ["test example"], []),
    "korean-text-with-tables.pdf": ("", 1, 1200, ["할인이 적용된 일시불 및 할부 이용금액, 기프트/선불카드(포인트"], []),
    "masterformat_partial_numbering.pdf": (
        "",
        1,
        480,
        ["Proposal (RFP) is to solicit submissions, in the format detailed in this document, from qualified"],
        ["Page 1 of 8"],
    ),
    "multi-column-2p.pdf": (
        "",
        2,
        8500,
        [
            "relies on efficient passage retrieval to select candidate contexts, where traditional sparse vector space models",
            "by a simple dual-encoder framework.",
            "new state-of-the-art results on multiple open-domain QA datasets, it also suffers from two weaknesses.",
        ],
        ["arXiv:2004", "\ufffe"],
    ),
    "pdf2image-memory-error-test-400p.pdf": (
        "",
        398,
        250_000,
        ["a TC 780 is currently on record or a TC 780 has been on record for some time during the last 5 years."],
        ["Any line marked with a #", "2.3.59 page 35"],
    ),
    "r6-empty-password.pdf": ("", 1, 30, ["pdf encryption test"], []),
    "right_to_left_01.pdf": ("", 1, 1300, ["تحسين الإنتاجية وحل المشكلات من خلال البرمجة"], []),
    "stanley-cups-utf-16.csv": ("Stanley Cups", 0, 100, ["Team: Blues; Location: STL; Stanley Cups: 1\n"], []),
    "table_06.html": ("Header", 1, 100, ["A | B", "I | II\nIII | IV", "E1 | E2\nE3 | E4", "After table"], ["border"]),
    "test.docx": (
        "AutoGen: Enabling Next-Gen LLM Applications via Multi-Agent Conversation",
        4,
        4000,
        ["13 | 14 | 49e168b7-d2ae-407f-a055-2167576f39a1 | 15 | 16 | 17"],
        [],
    ),
    "test.epub": (
        "Test EPUB Document",
        2,
        200,
        ["Chapter 2: More Content\n\nHere's a second chapter with a"],
        [],
    ),
    "test.pptx": (
        "AutoGen: Enabling Next-Gen LLM Applications via Multi-Agent Conversation",
        6,
        1500,
        ["7 | 8 | 9 | 1b92870d-e3b5-4e65-8153-919f4ff45592 | 11 | 12", "This is a nested shape"],
        [],
    ),
    "test.xlsx": ("", 2, 1100, ["Alpha: 58; Beta: 6ff4173b-42a5-4784-9b19-f49caff4d93d; Gamma: 22; Delta: 9"], []),
    "test_notebook.ipynb": ("Test Notebook Title", 2, 90, ["# comment in code\nprint(42)"], ["\n42\n"]),
    "umlauts-non-utf8.md": ("", 1, 20, ["## können\n\nkönnen\n\näöüß"], []),
    "utf-8-sig___ude_4.txt": ("", 0, 1000, ["AppWizard によって作成されました。"], ["\ufeff"]),
    "utf-8___ude_russian.txt": ("", 0, 1200, ["В гимназии он не был в числе первых учеников"], []),
    "wiki_duck.html": (
        "Duck",
        15,
        15_000,
        [
            "Duck is the common name for numerous species of waterfowl in the family Anatidae. Ducks are generally smaller",
            "Kingdom: | Animalia\nPhylum: | Chordata",
        ],
        ["Jump to navigation", "Privacy policy", "Edit links", "[edit]", "[2]", "Categories"],
    ),
    "windows-1252___ude_2.txt": ("", 0, 2200, ["Stipan Arkadiewitsch was tegenover zich zelf tamelijk oprecht."], []),
    "word_sample.docx": ("Swimming in the lake", 3, 700, ["Leaves | Ash, Elm, Maple | 50\nBerries | Blueberry"], []),
    "word_tables.docx": ("Test with tables", 1, 1000, ["Cell 1.0 | Merged Cell 1.1 1.2\n"], []),
}


@pytest.fixture(scope="module")
def files(data_folder: Path) -> Path:
    return data_folder / "files"


@pytest.fixture(scope="module")
def loaded(files: Path) -> Loaded:
    return load_paths([files])


@pytest.fixture(scope="module")
def by_name(loaded: Loaded) -> dict[str, Document]:
    return {document.source.removeprefix("files/"): document for document in loaded.documents}


def test_every_file_is_loaded_or_skipped(files: Path, loaded: Loaded, by_name: dict[str, Document]) -> None:
    assert {item.source.removeprefix("files/"): item.reason for item in loaded.skipped} == SKIPPED
    assert set(by_name) == set(TEXTS)
    assert {path.name for path in files.iterdir()} == set(TEXTS) | set(SKIPPED)


@pytest.mark.parametrize("name", TEXTS)
def test_text_of(name: str, by_name: dict[str, Document]) -> None:
    document = by_name[name]
    title, sections, length, holds, lacks = TEXTS[name]
    assert document.title == title
    assert len(document.sections) >= sections if name == "wiki_duck.html" else len(document.sections) == sections
    assert len(document.text) >= length
    for part in holds:
        assert part in document.text
    for part in lacks:
        assert part not in document.text


def test_all_texts_are_clean_and_sections_lie_within(loaded: Loaded) -> None:
    for document in loaded.documents:
        assert document.text == document.text.strip() != ""
        assert not any(
            unicodedata.category(character) in ("Cc", "Cs") and character not in "\n\t" for character in document.text
        )
        starts = [section.start for section in document.sections]
        assert starts == sorted(starts)
        assert all(0 <= section.start < section.end <= len(document.text) for section in document.sections)


def test_all_scripts_stay(files: Path, by_name: dict[str, Document]) -> None:
    original = (files / "UDHR_first_article_all.txt").read_text("utf-8")
    lost = Counter(original) - Counter(by_name["UDHR_first_article_all.txt"].text)
    assert set(lost) <= {"\n", " ", "\ufeff"}


@pytest.mark.parametrize(
    ("name", "password", "begins"),
    [
        ("password.pdf", "password", "File with password"),
        ("crazyones-encrypted-256.pdf", "password", "The Crazy Ones\n\nOctober 14, 1998"),
        ("2206.01062_pg3.pdf", "1234", "DocLayNet: A Large Human-Annotated Dataset for Document-Layout Analysis"),
    ],
)
def test_passwords_open_files(files: Path, name: str, password: str, begins: str) -> None:
    assert load_paths([files / name], LoadSettings(password=password)).documents[0].text.startswith(begins)
    wrong = load_paths([files / name], LoadSettings(password="no"))
    assert wrong.skipped[0].reason == "The file is encrypted: the given password does not open it."


def test_pages_without_text_are_noted(loaded: Loaded) -> None:
    blank = "pages gave no text (0 with pictures that may hold text, 2 without)."
    assert loaded.notes == (
        f"files/layout-parser-paper-with-empty-pages.pdf: 2 of 4 {blank}",
        f"files/pdf2image-memory-error-test-400p.pdf: 2 of 400 {blank}",
    )
