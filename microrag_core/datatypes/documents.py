"""Documents and the spans they are cut into."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Section:
    """A titled stretch of a document: characters `start` to `end` of its text; `page` counts from 1, None without pages."""

    title: str
    start: int
    end: int
    page: int | None = None


@dataclass(frozen=True)
class Document:
    """One text. `id` is derived from `title` and `text`, so equal content has equal ids wherever it was found.

    `title` is the text's own (a heading, a record's title field) and empty where it has none; `source` says where the text came
    from (a file name, an address). Sections are in order and lie within the text. `metadata["_id"]` is a record's own id.
    """

    title: str
    text: str
    source: str = ""
    sections: tuple[Section, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)

    @cached_property
    def id(self) -> str:
        """16 hexadecimal digits of the SHA-256 of title and text."""
        return hashlib.sha256(f"{self.title}\n{self.text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def record_id(self) -> str:
        """The id that the document's own collection gave it, else `id`."""
        return self.metadata.get("_id") or self.id

    @property
    def label(self) -> str:
        """What to call the document on screen: its title, else the file it came from, else how it begins."""
        if self.title:
            return self.title
        name = self.source.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
        return name if name and not name.endswith(".jsonl") and "#" not in name else shorten(self.text, 60)

    def embedded_text(self, body: str | None = None) -> str:
        """Return what stands for the document in a one-vector index: its title, then `body` (by default the whole text).

        The title is not said twice where the body has it as its heading. A sentence that begins with it is no heading.
        """
        body = self.text if body is None else body
        is_headed = body.startswith(self.title) and body[len(self.title) : len(self.title) + 1] in ("", "\n", "\r")
        return body if not self.title or is_headed else f"{self.title}\n{body}"


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that gave no document, and why in one sentence."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as a span: `document.text[start:end] == text`, never blank."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage as a span of a document: `document.text[start:end] == text`, never blank.

    `id` is derived from document, strategy and span, so the same input gives the same ids. `section` is the title of the
    section in which it begins (the overlap with the text before left aside), else empty. `tokens` counts cl100k_base. `parent`
    is the id of the larger chunk that holds it, if any; `level` counts from 0, the smallest chunks, which are the ones that are
    searched first.
    """

    id: str
    document: str
    start: int
    end: int
    text: str
    section: str
    tokens: int
    parent: str | None = None
    level: int = 0


def chunk_id(document_id: str, strategy: str, start: int, end: int, level: int = 0) -> str:
    """Return 16 hexadecimal digits that name a span of a document cut by a strategy."""
    what = f"{document_id} {strategy} {level} {start} {end}"
    return hashlib.sha256(what.encode()).hexdigest()[:16]


def shorten(text: str, limit: int) -> str:
    """Return `text` on one line, cut at a word to at most `limit` characters with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1].rsplit(" ", 1)[0] if " " in line[: limit - 1] else line[: limit - 1]
    return cut + "…"
