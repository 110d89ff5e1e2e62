"""Plain text, Markdown, encodings, cleaning, Project Gutenberg."""

import pytest

from microrag_core.loading import load_bytes, load_text
from microrag_core.loading.cleaning import clean_text, sensible_title
from microrag_core.loading.encoding import decode_text

GERMAN = "Die schöne Frau trank Kaffee für 15,50 und lächelte; das Frühstück war köstlich."
FRENCH = "L'été était très chaud cette année, à Paris; où êtes-vous allés, ça va ?"
JAPANESE = "これは日本語のテキストです。東京は日本の首都であり、人口が多い。"
RUSSIAN = "В гимназии он не был в числе первых учеников, но учился хорошо."


def only_document(name: str, data: bytes):
    loaded = load_bytes(name, data)
    assert not loaded.skipped
    assert len(loaded.documents) == 1
    return loaded.documents[0]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "latin-1"),
        (GERMAN, "cp1252"),
        (FRENCH, "latin-1"),
        ("Der Preis betrug 15,50 € – “sehr” günstig…", "cp1252"),
        ("Zażółć gęślą jaźń, bo źle się dzieje w państwie. Łódź jest duża.", "cp1250"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (RUSSIAN * 3, "cp1251"),
        *[(text, width) for text in (GERMAN, JAPANESE, RUSSIAN) for width in ("utf-16", "utf-32")],
        *[(GERMAN, width) for width in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")],
    ],
)
def test_encodings_are_detected(text: str, encoding: str) -> None:
    assert only_document("a.txt", text.encode(encoding)).text == text


def test_utf8_with_its_last_character_cut_stays_utf8() -> None:
    assert decode_text((GERMAN * 20).encode() + "é".encode()[:1]).startswith(GERMAN)


def test_a_short_text_in_utf8_with_its_last_character_cut_stays_utf8() -> None:
    assert decode_text("Äpfel aus Köln für ü".encode()[:-1]) == "Äpfel aus Köln für \ufffd"
    assert decode_text("caf\xe9".encode("latin-1")) == "café"


@pytest.mark.parametrize("declared", ["undefined", "hex", "idna", "no-such-encoding", ""])
def test_a_declared_encoding_that_decodes_nothing_is_passed_over(declared: str) -> None:
    assert decode_text("Le café est là.".encode("latin-1"), declared) == "Le café est là."


def test_line_ends_control_characters_and_surrogates() -> None:
    assert clean_text("a\r\nb\rc\u2028d\x00\x07\x9fe\ufeff \t\n\n\n\n\nf\ud800 ") == "a\nb\nc\nde\n\nf\ufffd"


def test_all_other_characters_stay() -> None:
    text = "a\u0301 ﬁ \u00a0 \u200d 👩‍👧 \u202b 한글 \U0001f600"
    assert clean_text(text) == text


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("AMT General  Handbook", "AMT General Handbook"),
        ("untitled", ""),
        ("Microsoft Word - draft", ""),
        ("report_final.docx", ""),
        ("2.3.59 (Rev 12/22)", ""),
        ("stem of file", ""),
        ("羅生門", "羅生門"),
    ],
)
def test_only_titles_that_a_person_wrote_are_kept(title: str, kept: str) -> None:
    assert sensible_title(title, "Stem of file") == kept


def test_pasted_text() -> None:
    document = load_text(" One <b>$x$</b>.\r\nTwo. ", " A\ntitle ").documents[0]
    assert (document.title, document.text, document.source) == ("A title", "One <b>$x$</b>.\nTwo.", "pasted text")
    assert load_text(" \n ").skipped[0].reason == "The text is empty."


MARKDOWN = """---
title: 'Logo: Policy'
redirect_from:
  - /articles/x
versions:
  fpt: '*'
owner: Legal
---

<!-- a note to the editor -->
Intro text.

# Main *heading* ##

```
# no heading
```

Second [link](http://x.y)
------

Last.
"""


def test_markdown_front_matter_and_sections() -> None:
    document = only_document("a.md", MARKDOWN.encode())
    assert document.title == "Logo: Policy"
    assert document.metadata == {"owner": "Legal"}
    assert document.text.startswith("Intro text.\n\n# Main *heading* ##")
    assert [section.title for section in document.sections] == ["Main heading", "Second link"]
    first, second = document.sections
    assert document.text[first.start :].startswith("# Main")
    assert document.text[second.start : second.end] == "Second [link](http://x.y)\n------\n\nLast."
    assert first.end == second.start


def test_markdown_title_is_the_first_heading_of_level_1_never_the_file_name() -> None:
    assert only_document("a.md", b"## Two\n\n# One\n\ntext").title == "One"
    assert only_document("a.md", b"## Two\n\ntext").title == ""
    assert only_document("Report.txt", b"some text").title == ""


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert only_document("a.md", b"---\nHello there, this is prose.\n---\nMore.").text.startswith("---\nHello")


GUTENBERG = """The Project Gutenberg EBook of Emma, by Jane Austen

This eBook is for the use of anyone anywhere at no cost.

Title: Emma
Author: Jane Austen

*** START OF THIS PROJECT GUTENBERG EBOOK EMMA ***

Produced by A. Volunteer
and others


CHAPTER I

Emma Woodhouse, handsome, clever, and rich.

End of the Project Gutenberg EBook of Emma, by Jane Austen

*** END OF THIS PROJECT GUTENBERG EBOOK EMMA ***

*** START: FULL LICENSE ***
Do not sue.
"""


def test_gutenberg_licence_goes_and_the_header_names_the_book() -> None:
    document = only_document("pg1.txt", ("\ufeff" + GUTENBERG.replace("\n", "\r\n")).encode())
    assert document.text == "CHAPTER I\n\nEmma Woodhouse, handsome, clever, and rich."
    assert (document.title, document.metadata) == ("Emma", {"author": "Jane Austen"})


def test_real_books(data_folder) -> None:
    book = only_document("p.txt", (data_folder / "books" / "pride_and_prejudice.txt").read_bytes())
    assert book.title == "Pride and Prejudice"
    assert book.text.startswith("PRIDE AND PREJUDICE\n\nBy Jane Austen")
    assert book.text.endswith("had been the means of uniting them.")
    assert "Gutenberg" not in book.text
    assert "\r" not in book.text
