"""Sentences of a text as exact spans into it."""

import re
from collections.abc import Iterator

from microrag_core.datatypes import Sentence
from microrag_core.text.blocks import layout_blocks
from microrag_core.text.boundaries import Writing, split_block
from microrag_core.text.language import language_of

BARE_MARKER = re.compile(r"[>*_(\[]*(?:[A-Z]?\d{1,3}(?:[.-]\d{1,3})*|[a-zA-Z]|[ivxlcIVXLC]{2,6})[.)\]]{1,2}[*_]*\Z")

Piece = tuple[int, int, int]
"""Start, end, and the number of the block it is from."""


def split_sentences(text: str, language: str | None = None) -> tuple[Sentence, ...]:
    """Return the sentences of `text` in order.

    Each is a span with `text[start:end] == sentence.text`, without white space at its ends. Spans do not overlap, and every
    character that is not white space lies in exactly one. `language` is an ISO 639-1 code ("de", "de-AT"); None guesses it.

    A blank line, a heading, a list item and a row of a table end a sentence; other line breaks do not. Quotations of several
    sentences are split. What has no letter or digit ("***") belongs to a neighbour. Blank text has no sentences.
    """
    code = re.split("[-_]", language.lower())[0] if language else language_of(text)
    return tuple(Sentence(start, end, text[start:end]) for start, end in attach_fragments(text, list(pieces(text, code))))


def pieces(text: str, language: str) -> Iterator[Piece]:
    """Yield the sentences of each block, fragments among them."""
    writing = Writing(language, caseless=text == text.lower())
    for number, block in enumerate(layout_blocks(text)):
        for start, end in split_block(text, block, writing):
            yield start, end, number


def attach_fragments(text: str, parts: list[Piece]) -> list[tuple[int, int]]:
    """Join bare list markers to what follows, and pieces without a letter or digit to a neighbour, one in their block first."""
    spans: list[tuple[int, int]] = []
    last_block = -1
    waiting: int | None = None
    for row, (start, end, block) in enumerate(parts):
        piece = text[start:end]
        wordless = not any(map(str.isalnum, piece))
        bare = wordless or BARE_MARKER.match(piece) is not None
        follows = row + 1 < len(parts)
        goes_back = wordless and waiting is None and (last_block == block or (follows and parts[row + 1][2] != block))
        if bare and spans and (goes_back or not follows):
            spans[-1] = (spans[-1][0], end)
        elif bare and follows:
            waiting = start if waiting is None else waiting
        else:
            spans.append((start if waiting is None else waiting, end))
            last_block, waiting = block, None
    return spans
