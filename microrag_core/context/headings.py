"""Lines of a passage that are headings: they say what comes, and nothing by themselves."""

import re

from microrag_core.context.source import Source
from microrag_core.text.blocks import HEADING_LENGTH, KEY, MARKDOWN_HEADING, MARKED_ITEM, NUMBERED_ITEM, SENTENCE_END

BLANK_LINE = re.compile(r"[ \t]*\r?\n[ \t]*\r?\n\s*\S")
MOST_WORDS = 8


def heading_rows(source: Source) -> frozenset[int]:
    """Return the rows of the sentences of a source that are headings: marked so, or written like one above a paragraph."""
    return frozenset(row for row in range(len(source.sentences)) if is_heading(source, row))


def is_heading(source: Source, row: int) -> bool:
    """Tell whether a sentence is a heading.

    Without a mark it is one where it is a short line without digits and full stop, apart from what is before and after it by
    blank lines, and something follows.
    """
    sentence = source.sentences[row]
    text = sentence.text
    if "\n" in text.strip():
        return False
    if MARKDOWN_HEADING.match(text):
        return True
    return (
        len(text) <= HEADING_LENGTH
        and len(text.split()) <= MOST_WORDS
        and text[:1].isupper()
        and text[-1:] not in SENTENCE_END
        and not any(map(str.isdigit, text))
        and not (KEY.match(text) or MARKED_ITEM.match(text) or NUMBERED_ITEM.match(text) or "|" in text)
        and begins_paragraph(source.text, sentence.start)
        and BLANK_LINE.match(source.text, sentence.end) is not None
    )


def begins_paragraph(text: str, start: int) -> bool:
    """Tell whether nothing stands before a place, or a blank line."""
    before = text[:start]
    gap = before[len(before.rstrip()) :]
    return len(gap) == len(before) or gap.count("\n") > 1
