"""Books: their parts and chapters are found, and nothing else is taken for one."""

import re
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microrag_core.chunking import chunk_document
from microrag_core.chunking.structure.headings import Heading
from microrag_core.chunking.structure.numbers import parse_number, to_roman
from microrag_core.chunking.structure.sequence import rising
from microrag_core.datatypes import Chunk, Document, Section, Sentence
from microrag_core.loading import load_paths
from microrag_core.settings import ChunkSettings
from microrag_core.text.sentences import split_sentences

PROSE = (
    "It was late in the year when they set out, and nobody spoke of what was behind them.\nThe road went on "
    "through a wood, as roads do.\n\n“You were told of it in\nChapter 3 of my letter,” said he. “I was,” said she.\n\n"
) * 6

PARTS = {"I": 7, "II": 7, "III": 6, "IV": 6, "V": 5, "VI": 8}
BOOKS = {
    "pride_and_prejudice.txt": [f"Chapter {number}" for number in range(1, 62)],
    "crime_and_punishment.txt": [
        *(f"Part {part}, Chapter {number}" for part, last in PARTS.items() for number in range(1, last + 1)),
        "Epilogue, Chapter 1",
        "Epilogue, Chapter 2",
    ],
    "the_odyssey.txt": [f"Book {to_roman(number)}" for number in range(1, 25)],
}
HEADING_LINES = {
    "pride_and_prejudice.txt": r"^Chapter \d+$",
    "crime_and_punishment.txt": r"^(?:CHAPTER [IVX]+|I|II)$",
    "the_odyssey.txt": r"^BOOK [IVX]+$",
}


@cache
def load(folder: Path, name: str) -> Document:
    (document,) = load_paths([folder / "books" / name]).documents
    return document


@cache
def sentences_of(document: Document) -> tuple[Sentence, ...]:
    return split_sentences(document.text)


@cache
def real_chunks(folder: Path, name: str, size: int, overlap: int) -> tuple[Chunk, ...]:
    document = load(folder, name)
    settings = ChunkSettings("books", size=size, overlap=overlap)
    return chunk_document(document, settings, sentences=sentences_of(document))


def books(text: str, size: int = 0, overlap: int = -1, sections: tuple[Section, ...] = ()) -> tuple[Chunk, ...]:
    return chunk_document(Document("", text, sections=sections), ChunkSettings("books", size=size, overlap=overlap))


def titles(text: str, sections: tuple[Section, ...] = ()) -> list[str]:
    """The sections of the chunks in order, each once."""
    return list(dict.fromkeys(chunk.section for chunk in books(text, sections=sections)))


def chapters(*headings: str) -> str:
    return "".join(f"{heading}\n\n{PROSE}" for heading in headings)


@pytest.mark.parametrize("name", BOOKS)
def test_every_section_of_the_real_books_is_theirs(data_folder: Path, name: str) -> None:
    document = load(data_folder, name)
    chunks = real_chunks(data_folder, name, 500, 50)
    assert list(dict.fromkeys(chunk.section for chunk in chunks)) == BOOKS[name]
    # Found independently: the lines that begin the chapters. No chunk, with its overlap, crosses one.
    starts = [found.start() for found in re.finditer(HEADING_LINES[name], document.text, re.MULTILINE)]
    assert len(starts) == len(BOOKS[name])
    for chunk in chunks:
        row = BOOKS[name].index(chunk.section)
        assert chunk.end <= [*starts[1:], len(document.text)][row]
        assert chunk.start >= starts[row] or (re.match("PART|EPILOGUE", chunk.text) and "CHAPTER I\n" not in chunk.text[25:])


@pytest.mark.parametrize("name", BOOKS)
def test_the_real_books_are_covered(data_folder: Path, name: str) -> None:
    text = load(data_folder, name).text
    chunks = real_chunks(data_folder, name, 500, 0)
    assert all(before.end <= after.start for before, after in pairwise(chunks))
    body = text[chunks[0].start :].split("THE END")[0]
    whole = re.sub(r"^-{20,}$", "", body, flags=re.MULTILINE)
    assert "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(whole.split())


def test_how_many_chunks_the_real_books_give(data_folder: Path) -> None:
    def count(size: int, overlap: int) -> int:
        found = [real_chunks(data_folder, name, size, overlap) for name in BOOKS]
        assert all(chunk.tokens <= size for chunks in found for chunk in chunks)
        return sum(map(len, found))

    assert count(500, 50) == pytest.approx(1565, rel=0.1)
    assert count(300, 50) > count(500, 50) > count(800, 80)


def test_chapters() -> None:
    assert titles(chapters("Chapter 1", "Chapter 2", "Chapter 3")) == ["Chapter 1", "Chapter 2", "Chapter 3"]


def test_chapters_in_words_with_titles_and_decoration() -> None:
    text = chapters("CHAPTER ONE", "**Chapter the Second**", "CHAPTER III. Down the Rabbit-Hole", "# Chapter Twenty-One")
    assert titles(text) == ["Chapter 1", "Chapter 2", "Chapter 3: Down the Rabbit-Hole", "Chapter 21"]


@pytest.mark.parametrize(
    ("headings", "wanted"),
    [
        (["Kapitel 1", "Kapitel 2"], ["Kapitel 1", "Kapitel 2"]),
        (["CHAPITRE I", "CHAPITRE II"], ["Chapitre 1", "Chapitre 2"]),
        (["CANTO I", "CANTO II"], ["Canto 1", "Canto 2"]),
        (["Letter 1", "Letter 2", "Chapter 1", "Chapter 2"], ["Letter 1", "Letter 2", "Chapter 1", "Chapter 2"]),
        (["PROLOGUE", "Chapter 1", "Chapter 2", "EPILOGUE"], ["Prologue", "Chapter 1", "Chapter 2", "Epilogue"]),
        (["I", "II.", "III"], ["Chapter 1", "Chapter 2", "Chapter 3"]),
        (["PART ONE", "PART TWO"], ["Part I", "Part II"]),
        (["FIRST PART", "SECOND PART"], ["Part I", "Part II"]),
        (["第一章 风起", "第二章 云涌"], ["第一章 风起", "第二章 云涌"]),
    ],
)
def test_other_words(headings: list[str], wanted: list[str]) -> None:
    assert titles(chapters(*headings)) == wanted


def test_parts_with_chapters_and_an_epilogue() -> None:
    text = chapters("PART I\n\n\nCHAPTER I", "CHAPTER II", "PART II\n\nCHAPTER I", "CHAPTER II", "EPILOGUE\n\nI", "II")
    assert titles(text) == [
        *("Part I, Chapter 1", "Part I, Chapter 2", "Part II, Chapter 1", "Part II, Chapter 2"),
        *("Epilogue, Chapter 1", "Epilogue, Chapter 2"),
    ]
    assert [chunk.text[:15] for chunk in books(text) if chunk.text.startswith("PART")] == [
        "PART I\n\n\nCHAPTE",
        "PART II\n\nCHAPTE",
    ]


def test_parts_within_volumes_and_two_epilogues() -> None:
    text = chapters(
        *("VOLUME I\n\nBOOK FIRST\n\nCHAPTER I", "CHAPTER II", "BOOK SECOND\n\nCHAPTER I"),
        *("VOLUME II\n\nBOOK FIRST\n\nCHAPTER I", "FIRST EPILOGUE\n\nCHAPTER I", "SECOND EPILOGUE\n\nCHAPTER I"),
    )
    assert titles(text) == [
        *("Volume I, Book I, Chapter 1", "Volume I, Book I, Chapter 2", "Volume I, Book II, Chapter 1"),
        *("Volume II, Book I, Chapter 1", "First Epilogue, Chapter 1", "Second Epilogue, Chapter 1"),
    ]


def test_a_part_that_opens_with_prose_is_a_section_of_its_own() -> None:
    text = chapters("PART I", "CHAPTER I", "PART II\n\nA motto.\n\nCHAPTER I", "CHAPTER II")
    assert titles(text) == ["Part I", "Part I, Chapter 1", "Part II, Chapter 1", "Part II, Chapter 2"]


CONTENTS = "CONTENTS\n\n" + "\n".join(
    f"CHAPTER {number}. The {number} Title .... {number}" for number in ("I", "II", "III", "IV")
)


def test_contents_preface_and_captions_are_no_chapters() -> None:
    text = (
        f"A NOVEL\n\nby Somebody\n\n{CONTENTS}\n\nPREFACE\n\nA few words on Chapter 1.\n\n[Illustration: Chapter 2]\n\n"
        + chapters(
            "CHAPTER I", "[Illustration:\n\nChapter 3\n\n[_Copyright._]]\n\nWords.\n\nCHAPTER II", "CHAPTER III", "CHAPTER IV"
        )
    )
    assert titles(text) == ["Chapter 1", "Chapter 2", "Chapter 3", "Chapter 4"]
    first = books(text)[0]
    assert first.text.startswith("CHAPTER I\n\nIt was late")
    assert first.start == text.rindex("CHAPTER I\n")


def test_contents_of_parts() -> None:
    body = chapters("PART I\n\nCHAPTER I", "CHAPTER II", "PART II\n\nCHAPTER I", "CHAPTER II")
    listing = "PART I\n  CHAPTER I\n  CHAPTER II\nPART II\n  CHAPTER I\n  CHAPTER II\n\n\n"
    assert titles(listing + body) == ["Part I, Chapter 1", "Part I, Chapter 2", "Part II, Chapter 1", "Part II, Chapter 2"]
    assert books(listing + body)[0].start == len(listing)


def test_a_first_chapter_named_only_in_a_picture() -> None:
    text = f"[Illustration:\n\nA PICTURE\n\nChapter I.]\n\n{PROSE}" + chapters("CHAPTER II.", "CHAPTER III.")
    assert titles(text) == ["Chapter 1", "Chapter 2", "Chapter 3"]


def test_short_chapters_are_no_contents() -> None:
    short = "A short one.\n\n"
    text = "".join(
        f"PART {part}\n\n" + "".join(f"{n}\n\n{short}" for n in ("Chapter 1", "Chapter 2", "Chapter 3")) for part in ("I", "II")
    )
    assert titles(text) == [f"Part {part}, Chapter {number}" for part in ("I", "II") for number in (1, 2, 3)]


def test_a_missing_and_a_stray_heading_spoil_no_other() -> None:
    text = chapters("Chapter 1", "Chapter 2", "Chapter 9", "Chapter 4", "Chapter 5")
    assert titles(text) == ["Chapter 1", "Chapter 2", "Chapter 4", "Chapter 5"]


def test_long_front_matter_is_kept() -> None:
    text = f"A summary.\n\n{PROSE}" + chapters("Chapter 1", "Chapter 2")
    assert titles(text) == ["", "Chapter 1", "Chapter 2"]
    assert books(text)[0].start == 0


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_licence_and_the_end_are_left_out(line_end: str) -> None:
    text = (
        "The Project Gutenberg EBook of A Novel\n\n*** START OF THIS PROJECT GUTENBERG EBOOK A NOVEL ***\n\nA NOVEL\n\n"
        + chapters("Chapter 1", "Chapter 2").rstrip()
        + "\n\n* * * * *\n\nTHE END\n\nCopyright statement.\n\n"
        + "*** END OF THIS PROJECT GUTENBERG EBOOK A NOVEL ***\n\nLicence.\n"
    ).replace("\n", line_end)
    chunks = books(text)
    assert titles(text) == ["Chapter 1", "Chapter 2"]
    assert chunks[0].text.startswith("Chapter 1")
    assert chunks[-1].text.endswith("said she.")


def test_titles_of_no_known_kind() -> None:
    text = chapters("THE HARBOUR", "A Night at Sea", "2.1 What the mate saw") + "Not a title, since it goes on\n\n" + PROSE
    assert titles(text) == ["THE HARBOUR", "A Night at Sea", "2.1 What the mate saw"]


def test_contents_of_titles() -> None:
    names = ("The Harbour", "A Night at Sea", "The Return")
    text = "CONTENTS\n\n" + "\n\n".join(names) + "\n\n" + chapters(*names)
    assert titles(text) == list(names)
    assert "".join(chunk.text for chunk in books(text)).count("A Night at Sea") == 1


def test_sections_of_the_document_stand_for_chapters() -> None:
    text = f"Top\n\nFirst\n\n{PROSE}Second\n\n{PROSE}"
    places = [0, 5, text.index("Second"), len(text)]
    sections = tuple(Section(title, *span) for title, span in zip(("Top", "First", "Second"), pairwise(places), strict=True))
    assert titles(text, sections) == ["First", "Second"]
    assert books(text, sections=sections)[0].text.startswith("Top\n\nFirst")


@pytest.mark.parametrize("text", ["Chapter 1", "Just words, and no more.", PROSE, "THE END", "CONTENTS", "* * *"])
def test_a_text_without_structure_is_kept_whole(text: str) -> None:
    assert "".join("".join(chunk.text.split()) for chunk in books(text, 500, 0)) == "".join(text.split())


@given(st.integers(1, 899))
def test_roman_numerals(number: int) -> None:
    if number not in (100, 500):
        assert parse_number(to_roman(number)) == number
    assert parse_number(str(number)) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("twelve", 12),
        ("Twenty-First", 21),
        ("thirty two", 32),
        ("ninetieth", 90),
        ("IIII", 4),
        ("MIX", None),
        ("0", None),
        ("IVX", None),
    ],
)
def test_numbers(text: str, number: int | None) -> None:
    assert parse_number(text) == number


@given(st.lists(st.integers(1, 9), max_size=9))
def test_rising_is_a_longest_rising_run(numbers: list[int]) -> None:
    headings = [Heading(row, row + 1, "chapter", number, "") for row, number in enumerate(numbers)]
    found = rising(headings)
    assert [heading for heading in headings if heading in found] == found
    assert all(before.number < after.number for before, after in pairwise(found))
    runs = (run for many in range(len(numbers) + 1) for run in combinations(numbers, many))
    assert len(found) == max(len(run) for run in runs if all(a < b for a, b in pairwise(run)))
