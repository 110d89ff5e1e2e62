"""What passes between the stages. Vectors travel beside these items, never inside them."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int32]
Booleans = npt.NDArray[np.bool_]

Progress = Callable[[str, int, int], None]
"""Told what is done now, how many of it are done, and of how many. To stop the work it raises `CancelledError`."""

Ranked = list[tuple[str, float]]
"""(passage id, score) pairs, the best first; no id twice: what every search, fusion and re-ranking takes and gives."""

Pins = Mapping[int, bool]
"""What a person decided by hand for sentences of one document: row -> True keeps it, False prunes it."""


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


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """A text word piece by word piece: `vectors` (m, d), float32 unit rows, and `spans` (m, 2), the characters of each.

    The model's special tokens are not among them.
    """

    vectors: Floats
    spans: Integers


@dataclass(frozen=True, slots=True, eq=False)
class SentenceGraph:
    """Each sentence's nearest sentences, the nearest first, itself among them.

    `neighbors` (n, k) are row numbers, -1 where an edge was dropped; `similarities` (n, k) are cosines, 0 where it was dropped.
    """

    neighbors: Integers
    similarities: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """Which of n sentences were kept, and why.

    `kept` (n,) tells which. `order` (m,) holds the kept rows as they were picked and `gains` (m,) what each pick added, in the
    method's own unit. `covered_by` (n,) is for each sentence the kept one most similar to it (a kept one has itself; -1 when
    nothing is kept) and `cover_similarity` (n,) the cosine of the two. `stopped_early` is true where a method ran out of gain
    before the budget. `pinned` (n,) marks what a person decided by hand.
    """

    kept: Booleans
    order: Integers
    gains: Floats
    covered_by: Integers
    cover_similarity: Floats
    stopped_early: bool
    pinned: Booleans


@dataclass(frozen=True, eq=False)
class PrunedDocument:
    """A document, its sentences, their graph and what was kept of them. All arrays have one row a sentence."""

    document: Document
    sentences: tuple[Sentence, ...]
    sentence_tokens: Integers
    graph: SentenceGraph
    selection: Selection
    at_risk_below: float

    def __post_init__(self) -> None:
        n = len(self.sentences)
        if not n == len(self.sentence_tokens) == len(self.graph.neighbors) == len(self.selection.kept):
            raise ValueError(
                f"{n} sentences do not match {len(self.graph.neighbors)} graph rows and {len(self.selection.kept)} marks"
            )

    @cached_property
    def text(self) -> str:
        """The kept sentences in document order; a paragraph break between two of them is kept as one."""
        parts: list[str] = []
        last_end = 0
        for sentence, kept in zip(self.sentences, self.selection.kept, strict=True):
            if kept:
                between = self.document.text[last_end : sentence.start]
                parts += ["\n\n" if between.count("\n") > 1 else " "] if parts else []
                parts.append(sentence.text)
                last_end = sentence.end
        return "".join(parts)

    @property
    def kept_count(self) -> int:
        """Number of kept sentences."""
        return int(self.selection.kept.sum())

    @property
    def kept_fraction(self) -> float:
        """Share of the sentences that was kept, 0 to 1; 1 for a document without sentences."""
        return self.kept_count / len(self.sentences) if self.sentences else 1.0

    @property
    def tokens_before(self) -> int:
        """Tokens (cl100k_base) of all sentences."""
        return int(self.sentence_tokens.sum())

    @property
    def tokens_after(self) -> int:
        """Tokens (cl100k_base) of the kept sentences."""
        return int(self.sentence_tokens[self.selection.kept].sum())

    @cached_property
    def at_risk(self) -> Integers:
        """Rows of the pruned sentences that no kept sentence is close to, the least covered first."""
        similarity = self.selection.cover_similarity
        rows = np.flatnonzero(~self.selection.kept & (similarity < self.at_risk_below))
        return rows[np.argsort(similarity[rows], kind="stable")].astype(np.int32)

    @property
    def covered_fraction(self) -> float:
        """Share of the sentences that are kept or said closely enough by a kept one, 0 to 1."""
        return 1.0 - len(self.at_risk) / len(self.sentences) if self.sentences else 1.0


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A search hit: `rank` counts from 1, `text` is what that side has of the passage `chunk` of `document`.

    `score` is that of the last stage and `scores` those of every stage it went through, in order (`dense`: the cosine of query
    and passage). `matched` is the row of the document's sentence most similar to the query among those that begin in the
    passage and that the side has; None when it has none.
    """

    document: Document
    chunk: Chunk
    rank: int
    score: float
    text: str
    matched: int | None
    scores: Mapping[str, float]


Treatment = Literal["raw", "compressed", "left_out"]


@dataclass(frozen=True, slots=True)
class Passage:
    """What a model is given of one hit: `text` as it stands in the context (empty when left out), and its tokens.

    `tokens_full` is what the raw text would cost. `number` counts from 1 in the order of the context, 0 when left out. `spans`
    are the characters of the document that `text` was taken from, where it is made of such stretches; `reason` says in words
    why it was treated so.
    """

    hit: Retrieved
    treatment: Treatment
    number: int
    text: str
    tokens: int
    tokens_full: int
    spans: tuple[tuple[int, int], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Context:
    """The passages for one question in the order of the hits, the text that a model reads, and its tokens.

    `tokens_full` is what the same hits would cost raw in the same format.
    """

    query: str
    passages: tuple[Passage, ...]
    text: str
    tokens: int
    tokens_full: int

    @property
    def saved(self) -> float:
        """Share of the tokens that was saved, 0 to 1 (below 0 where the context grew); 0 without passages."""
        return 1 - self.tokens / self.tokens_full if self.tokens_full else 0.0


Verdict = Literal["supported", "partly", "unsupported", "contradicted", "no_claim"]
MismatchKind = Literal["formatting", "out_of_range", "invented"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, with markers such as `[1]` for the passages of a context by their numbers.

    `refused` is true where the answer says that the passages do not hold it. `answerer` is `extractive` or the model's name.
    The tokens are those that the model counted, None where it told none. `stopped` is true where a person cut it short. `notes`
    say in sentences what did not go as set, such as passages left out because the model's window is too small.
    """

    text: str
    refused: bool
    answerer: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    stopped: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation in an answer, matched with what was retrieved for this very question.

    `text` is how it was written, characters `start` to `end` of the answer. `number` is the passage's in the context.
    """

    text: str
    start: int
    end: int
    number: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A citation that names nothing that was retrieved: a slip of formatting, a number out of range, or an invented source."""

    text: str
    start: int
    end: int
    kind: MismatchKind


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sentence of a passage that bears a claim out best: characters `start` to `end` of its document, support 0 to 1."""

    number: int
    document: str
    start: int
    end: int
    text: str
    support: float


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of an answer, characters `start` to `end`, with the citations that belong to it and what bears it out.

    `support` (0 to 1) is from the cited passages (0 without any), `support_anywhere` from all that were retrieved.
    `unsupported` are characters of the answer that no cited passage bears out (of no passage at all, where none is cited).
    `reason` says the verdict in words. `evidence` is the best sentence of each passage that was looked at, the best first.
    """

    text: str
    start: int
    end: int
    citations: tuple[Citation, ...]
    verdict: Verdict
    support: float
    support_anywhere: float
    unsupported: tuple[tuple[int, int], ...]
    evidence: tuple[Evidence, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sentences of different passages that answer the same and disagree, and in what."""

    first: Evidence
    second: Evidence
    reason: str


@dataclass(frozen=True, slots=True)
class Grounding:
    """An answer checked against the passages of its own question."""

    claims: tuple[Claim, ...]
    mismatches: tuple[Mismatch, ...]
    conflicts: tuple[Conflict, ...]


def shorten(text: str, limit: int) -> str:
    """Return `text` on one line, cut at a word to at most `limit` characters with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1].rsplit(" ", 1)[0] if " " in line[: limit - 1] else line[: limit - 1]
    return cut + "…"
