"""The whole text that stands for each hit: its own, or its parent's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from microrag_core.context.source import Source
from microrag_core.context.spans import Span
from microrag_core.datatypes import Chunk, Document, shorten


@dataclass(frozen=True, slots=True)
class Body:
    """What could be given of a hit: a text with its title and section, and the stretches of the document that it is.

    An empty text is left out. `reason` says why it is this text, or why there is none.
    """

    title: str
    section: str
    text: str
    spans: tuple[Span, ...]
    reason: str


def own_body(source: Source) -> Body:
    """Return all that the side has of a hit."""
    hit = source.hit
    if hit.text == hit.document.text[hit.chunk.start : hit.chunk.end]:
        spans: tuple[Span, ...] = ((hit.chunk.start, hit.chunk.end),)
    else:
        spans = source.document_spans([(0, len(hit.text))])
    text = hit.text if hit.text.strip() else ""
    return Body(
        title_of(hit.document),
        section_of(hit.chunk, hit.document),
        text,
        spans if text else (),
        "" if text else "nothing is left of it",
    )


def parent_bodies(sources: Sequence[Source], parents: Mapping[str, Chunk]) -> list[Body]:
    """Return the parent of each hit, for the first hit that it holds. A hit without a parent stands for itself."""
    given: dict[str, int] = {}
    bodies = []
    for row, source in enumerate(sources):
        hit = source.hit
        parent = parents.get(hit.chunk.parent or "")
        key = parent.id if parent else hit.chunk.id
        if key in given:
            bodies.append(Body("", "", "", (), f"its parent stands there already, for hit {given[key]}"))
            continue
        given[key] = row + 1
        if parent is None:
            bodies.append(own_body(source))
        else:
            where = section_of(parent, hit.document)
            bodies.append(
                Body(
                    title_of(hit.document), where, parent.text, ((parent.start, parent.end),), "the parent of the passage found"
                )
            )
    return bodies


def title_of(document: Document) -> str:
    """Return the title, else the name of the file; empty where a document has neither and would be called by how it begins."""
    label = document.label
    return "" if not document.title and label == shorten(document.text, 60) else label


def section_of(chunk: Chunk, document: Document) -> str:
    """Return the section's title, empty where it only repeats the document's."""
    return "" if chunk.section == document.title else chunk.section
