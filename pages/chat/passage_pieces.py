"""A source's text cut into pieces: what a model was given of it, what was left out, and the sentences that bear a claim out."""

from collections.abc import Sequence
from itertools import pairwise

from microrag_core.datatypes import Document, Passage
from pages.chat.headings import headings
from pages.chat.pieces import Piece

Span = tuple[int, int]

LONGEST = 20_000
"""Characters of a passage that are shown at once: a whole book as one passage would stall the browser."""


def passage_pieces(passage: Passage, marked: Sequence[Span]) -> list[Piece]:
    """Return a passage in pieces; `marked` are characters of its document.

    Where it is known which stretches of the document were given, the rest of the passage is there too, as `left out`.
    """
    document, chunk = passage.hit.document, passage.hit.chunk
    if not passage.spans:
        return unplaced_pieces(passage, marked)
    start = min([chunk.start, *(first for first, _ in passage.spans)])
    end = max([chunk.end, *(last for _, last in passage.spans)])
    return document_pieces(document, (start, end), passage.spans, marked)


def unplaced_pieces(passage: Passage, marked: Sequence[Span]) -> list[Piece]:
    """Return what was given of a passage that is made of no stretches of its document, and then the passage itself."""
    chunk = passage.hit.chunk
    given: list[Piece] = [{"kind": "text", "text": f"{passage.text}\n\n"}] if passage.text else []
    return given + document_pieces(passage.hit.document, (chunk.start, chunk.end), (), marked)


def document_pieces(document: Document, within: Span, given: Sequence[Span], marked: Sequence[Span]) -> list[Piece]:
    """Return `within` of a document in pieces, around the first mark where it is too long to show all of it.

    The signs of Markdown headings are in no piece; their words are `heading`.
    """
    start, end = clipped(within, marked)
    found = [(line, words) for line, words in headings(document.text) if line[0] < end and line[1] > start]
    lines, titles = [line for line, _ in found], [words for _, words in found]
    spans = [*given, *marked, *lines, *titles]
    cuts = {start, end, *(place for span in spans for place in span if start < place < end)}
    places = sorted(cuts)
    pieces: list[Piece] = (
        [{"kind": "left out", "text": f"… {start - within[0]:,} characters before …\n"}] if start > within[0] else []
    )
    for first, last in pairwise(places):
        here = (first, last)
        is_heading = is_within(here, titles)
        if is_heading or not is_within(here, lines):
            left_out, is_marked = not is_within(here, given), is_within(here, marked)
            kind = "mark" if is_marked else "left out" if left_out else "text"
            piece = {"kind": kind, "text": document.text[first:last], "leftOut": left_out}
            pieces.append(piece | ({"heading": True} if is_heading else {}))
    if end < within[1]:
        pieces.append({"kind": "left out", "text": f"\n… {within[1] - end:,} characters more …"})
    return pieces


def is_within(here: Span, spans: Sequence[Span]) -> bool:
    """Tell whether a stretch is inside one of `spans`."""
    return any(first <= here[0] and here[1] <= last for first, last in spans)


def clipped(within: Span, marked: Sequence[Span]) -> Span:
    """Return `within`, or of a long one the part around the first mark."""
    start, end = within
    if end - start <= LONGEST:
        return within
    first = min((a for a, b in marked if start <= a < end), default=start)
    start = max(start, min(first - LONGEST // 2, end - LONGEST))
    return start, min(end, start + LONGEST)
