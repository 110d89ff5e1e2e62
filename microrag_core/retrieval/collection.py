"""What one side of a corpus has to be searched: passages, their texts and vectors."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from microrag_core.datatypes import Chunk, Document, Floats
from microrag_core.settings import MatchedText


@dataclass(frozen=True, eq=False)
class Collection:
    """The passages that are indexed, one row each.

    `texts` (n) is what this side has of each chunk: all of it, or its kept sentences. `vectors` (n, d) are unit rows, of the
    document's title and that text. `documents` and `parents` are found by their ids; parents are not indexed themselves.
    """

    chunks: tuple[Chunk, ...]
    texts: tuple[str, ...]
    vectors: Floats
    documents: Mapping[str, Document]
    parents: Mapping[str, Chunk]

    def __post_init__(self) -> None:
        if not len(self.chunks) == len(self.texts) == len(self.vectors):
            raise ValueError(f"{len(self.chunks)} chunks do not match {len(self.texts)} texts and {len(self.vectors)} vectors")

    def __len__(self) -> int:
        return len(self.chunks)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The chunks' ids in order."""
        return tuple(chunk.id for chunk in self.chunks)

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """The row of each chunk's id."""
        return {key: row for row, key in enumerate(self.ids)}

    @cached_property
    def family_sizes(self) -> Mapping[str, int]:
        """How many children each parent has, by its id."""
        everything = (*self.chunks, *self.parents.values())
        return Counter(chunk.parent for chunk in everything if chunk.parent is not None)

    def document(self, chunk_id: str) -> Document:
        """Return the document that a chunk is of."""
        return self.documents[self.chunks[self.rows[chunk_id]].document]

    def text(self, chunk_id: str) -> str:
        """Return what this side has of a chunk."""
        return self.texts[self.rows[chunk_id]]

    def embedded_text(self, chunk_id: str) -> str:
        """Return what was embedded of a chunk: its document's title, then `text`."""
        return self.document(chunk_id).embedded_text(self.text(chunk_id))

    def matched_text(self, chunk_id: str, which: MatchedText) -> str:
        """Return what words are matched in: `embedded_text`, or the document's title and all of the chunk."""
        if which == "kept":
            return self.embedded_text(chunk_id)
        return self.document(chunk_id).embedded_text(self.chunks[self.rows[chunk_id]].text)
