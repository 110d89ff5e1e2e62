"""Puts blocks of text together and keeps the spans of their sections."""

from collections.abc import Mapping

from microrag_core.datatypes import Document, Section
from microrag_core.errors import InputError
from microrag_core.loading.cleaning import clean_text, one_line


class TextBuilder:
    """Collects blocks; the text is the blocks with a separator between, and each section runs up to the next one's start."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._starts: list[tuple[str, int, int | None]] = []
        self._waiting: tuple[str, int | None] | None = None

    def section(self, title: str, page: int | None = None) -> None:
        """Let a section start at the next block. A section without a block is dropped."""
        self._waiting = (one_line(title), page)

    def add(self, block: str, separator: str = "\n\n") -> None:
        """Append `block`, cleaned, after `separator`; a blank block is left out."""
        block = clean_text(block)
        if not block:
            return
        if self._parts:
            self._parts.append(separator)
            self._length += len(separator)
        if self._waiting:
            self._starts.append((self._waiting[0], self._length, self._waiting[1]))
            self._waiting = None
        self._parts.append(block)
        self._length += len(block)

    @property
    def is_empty(self) -> bool:
        """Whether no block was added."""
        return not self._parts

    def text(self) -> str:
        """All blocks."""
        return "".join(self._parts)

    def sections(self) -> tuple[Section, ...]:
        """The sections in order."""
        ends = [*(start for _, start, _ in self._starts[1:]), self._length]
        return tuple(Section(title, start, end, page) for (title, start, page), end in zip(self._starts, ends, strict=False))

    def document(self, title: str, source: str, metadata: Mapping[str, str], when_empty: str) -> Document:
        """Return the document; raises `InputError` with `when_empty` where there is no text."""
        if self.is_empty:
            raise InputError(when_empty)
        return Document(one_line(title), self.text(), source, self.sections(), metadata)
