"""Strategy `books`: no chunk crosses the border of a chapter."""

from microrag_core.chunking.levels import Cut, Level
from microrag_core.chunking.material import Material
from microrag_core.chunking.running_text import RunningText
from microrag_core.chunking.structure import divide_book


def cut_books(material: Material) -> list[Level]:
    """Return each chapter (part, book) of a book in paragraphs packed to the settings' size, then sentences, then a hard cut.

    The chapter is the section of its chunks ("Chapter 13"; "Part II, Chapter 3"; "Epilogue, Chapter 1"; "Book XII"), else the
    document's own section. The overlap stays within the chapter. Left out are Project Gutenberg's licence, listings of the
    contents, and what else `divide_book` names.
    """
    running_text = RunningText(material)
    cuts = [
        Cut(start, end, floor=division.start, section=division.title)
        for division in divide_book(material.plain, material.sections)
        for start, end in running_text.pack((division.start, division.end), material.limit)
    ]
    return [Level(cuts, material.size, material.overlap, material.ruler)]
