"""What a strategy is given: a document, and what is known of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from microrag_core.chunking.rulers import TokenRuler
from microrag_core.chunking.section_titles import markdown_sections
from microrag_core.chunking.spans import with_plain_line_ends
from microrag_core.datatypes import Booleans, Document, Floats, Section, Sentence
from microrag_core.settings import ChunkSettings
from microrag_core.text.sentences import split_sentences


@dataclass(frozen=True, eq=False)
class Material:
    """A document that is not blank, and how it is to be cut.

    `size` is that of a whole chunk and `overlap` what of it repeats the text before. `vectors` (n, d) are unit rows and `kept`
    (n,) tells which sentences are kept; both go with the sentences. What is expensive is made when first asked for.
    """

    document: Document
    settings: ChunkSettings
    size: int
    overlap: int
    given_sentences: Sequence[Sentence] | None = None
    vectors: Floats | None = None
    kept: Booleans | None = None

    @property
    def text(self) -> str:
        """The document's text."""
        return self.document.text

    @property
    def limit(self) -> int:
        """How long a chunk's own text may be, for its overlap to fit in too."""
        return self.size - self.overlap

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        """The sentences that were given, else those of the text."""
        return split_sentences(self.text) if self.given_sentences is None else self.given_sentences

    @cached_property
    def ruler(self) -> TokenRuler:
        """Measures the text in tokens."""
        return TokenRuler(self.text)

    @cached_property
    def sections(self) -> Sequence[Section]:
        """The document's sections, else those of its Markdown headings."""
        return self.document.sections or markdown_sections(self.plain)

    @cached_property
    def plain(self) -> str:
        r"""The text with `\n` for every line end, at the same positions."""
        return with_plain_line_ends(self.text)
