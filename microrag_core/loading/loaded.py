"""What loading gives: documents, what was skipped and why, and which field of records was taken as the text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from microrag_core.datatypes import Document, Skipped


@dataclass(frozen=True, slots=True)
class TextField:
    """The field of a source of records that was taken as the text.

    `field` is empty where no field reads like prose; then each record is a line of one document. `candidates` are the fields
    that hold text, the longest on average first. `records` counts the records of the source.
    """

    field: str
    candidates: tuple[str, ...]
    records: int


NO_FIELDS: Mapping[str, TextField] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Loaded:
    """Documents in the order found, each content once. `text_fields` is keyed by source; `notes` are sentences worth saying."""

    documents: tuple[Document, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    text_fields: Mapping[str, TextField] = field(default_factory=lambda: NO_FIELDS)
    notes: tuple[str, ...] = ()

    def merge(self, other: "Loaded") -> "Loaded":
        """Return both as one; a document of `other` whose content is here already is skipped, naming the first."""
        return merge([self, other])


def merge(parts: Iterable[Loaded]) -> Loaded:
    """Return all parts as one, in order, with equal documents (same title and text) once."""
    documents: dict[str, Document] = {}
    skipped: list[Skipped] = []
    text_fields: dict[str, TextField] = {}
    notes: dict[str, None] = {}
    for part in parts:
        skipped += part.skipped
        for document in part.documents:
            first = documents.setdefault(document.id, document)
            if first is not document:
                skipped.append(Skipped(document.source, f"Same content as {first.source or 'a text loaded before'}."))
        text_fields.update(part.text_fields)
        notes.update(dict.fromkeys(part.notes))
    return Loaded(tuple(documents.values()), tuple(skipped), MappingProxyType(text_fields), tuple(notes))
