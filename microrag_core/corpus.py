"""One set of documents seen from two sides: whole (naive) and pruned.

A `Corpus` never changes: adding documents, other settings or pins give a new one that shares every vector it can, so that
nothing is embedded twice and a page can hold on to the one it draws.
"""

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Literal, Self

import numpy as np

from microrag_core.datatypes import Document, Floats, Pins, Progress, PrunedDocument
from microrag_core.embedding import Encoder, load_encoder
from microrag_core.errors import InputError
from microrag_core.held import Held, Made
from microrag_core.pruning import prune
from microrag_core.settings import PruneSettings
from microrag_core.split_document import SplitDocument
from microrag_core.text.sentences import split_sentences
from microrag_core.text.tokens import token_counts
from microrag_core.totals import Totals

Side = Literal["naive", "pruned"]


class Corpus:
    """Documents with their sentences' vectors, prunings; the last are made when first asked for."""

    def __init__(
        self,
        encoder: Encoder,
        parts: Mapping[str, SplitDocument],
        settings: PruneSettings,
        pins: Mapping[str, Pins],
        seconds: Mapping[str, float],
    ) -> None:
        self.encoder = encoder
        self.settings = settings
        self.pins = pins
        self.parts = parts
        self._seconds = Counter(seconds)
        self._pruned: dict[str, PrunedDocument] = {}
        self._pruned_vectors: dict[str, Floats] = {}
        self._held = Held()

    @classmethod
    def build(
        cls,
        documents: Iterable[Document],
        encoder: Encoder | None = None,
        settings: PruneSettings | None = None,
        on_progress: Progress | None = None,
    ) -> Self:
        """Split and embed `documents`; the encoder is the default one unless given. See `with_documents`."""
        empty = cls(encoder or load_encoder(), {}, settings or PruneSettings(), {}, {})
        return empty.with_documents(documents, on_progress)

    def with_documents(self, documents: Iterable[Document], on_progress: Progress | None = None) -> Self:
        """Return a corpus that has `documents` too; only those not in this one are split and embedded.

        `on_progress` may raise `CancelledError`, which leaves this corpus as it was.
        """
        new = list({d.id: d for d in documents if d.id not in self.parts}.values())
        seconds = Counter(self._seconds)
        with timed(seconds, "split"):
            sentences = [split_sentences(document.text) for document in new]
            tokens = [token_counts(sentence.text for sentence in group) for group in sentences]
        with timed(seconds, "embed"):
            whole = [document.embedded_text() for document in new]
            texts = [sentence.text for group in sentences for sentence in group] + [text for text in whole if text.strip()]
            vectors = iter(self.encoder.encode(texts, on_progress))
            sentence_vectors = [self._stack(islice(vectors, len(group))) for group in sentences]
            nothing = np.zeros(self.encoder.dimension, np.float32)
            document_vectors = [next(vectors) if text.strip() else nothing for text in whole]
            fractions = self.encoder.read_fractions(whole).tolist()
        made = map(SplitDocument, new, sentences, tokens, sentence_vectors, document_vectors, fractions)
        parts = {**self.parts, **{part.document.id: part for part in made}}
        return self._like(parts, self.settings, self.pins, seconds, changed=set())

    def without(self, ids: Iterable[str]) -> Self:
        """Return a corpus that lacks the documents with these ids; unknown ids are passed over."""
        gone = set(ids)
        parts = {key: part for key, part in self.parts.items() if key not in gone}
        pins = {key: value for key, value in self.pins.items() if key not in gone}
        return self._like(parts, self.settings, pins, self._seconds, changed=set())

    def with_settings(self, settings: PruneSettings) -> Self:
        """Return a corpus pruned by other settings, this one when they are its own; no sentence is embedded again."""
        if settings == self.settings:
            return self
        return self._like(self.parts, settings, self.pins, self._seconds, changed=None)

    def with_pins(self, document_id: str, pins: Pins) -> Self:
        """Return a corpus in which `pins` of one document replace the ones it had: row -> True keeps it, False prunes it."""
        self._part(document_id)
        everybody = {key: value for key, value in self.pins.items() if key != document_id}
        if pins:
            everybody[document_id] = dict(pins)
        return self._like(self.parts, self.settings, everybody, self._seconds, changed={document_id})

    def _like(
        self,
        parts: Mapping[str, SplitDocument],
        settings: PruneSettings,
        pins: Mapping[str, Pins],
        seconds: Mapping[str, float],
        changed: set[str] | None,
    ) -> Self:
        """Return a corpus of `parts` with what is known of them, but for the prunings that `changed` names (None: all)."""
        other = type(self)(self.encoder, parts, settings, pins, seconds)
        if parts is self.parts:
            other._held = self._held
        if changed is not None:
            same = parts.keys() - changed
            other._pruned = {key: value for key, value in self._pruned.items() if key in same}
            other._pruned_vectors = {key: value for key, value in self._pruned_vectors.items() if key in same}
        return other

    def __len__(self) -> int:
        return len(self.parts)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents in the order in which they were added."""
        return tuple(part.document for part in self.parts.values())

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds spent so far on split, embed (both sides' documents too), select, index and search."""
        return {name: self._seconds[name] for name in ("split", "embed", "select", "index", "search")}

    def pruned(self, document_id: str) -> PrunedDocument:
        """Return the pruning of one document. Raises `InputError` for an unknown id."""
        if document_id not in self._pruned:
            part = self._part(document_id)
            with timed(self._seconds, "select"):
                self._pruned[document_id] = prune(
                    part.document,
                    part.sentences,
                    part.sentence_tokens,
                    part.vectors,
                    self.settings,
                    self.pins.get(document_id, {}),
                    document_vector=part.theme,
                )
        return self._pruned[document_id]

    def all_pruned(self, on_progress: Progress | None = None) -> list[PrunedDocument]:
        """Return the pruning of every document, in order."""
        found = []
        for done, key in enumerate(self.parts):
            if on_progress:
                on_progress("pruning", done, len(self))
            found.append(self.pruned(key))
        return found

    def totals(self) -> Totals:
        """Return the sums over all documents."""
        everything = self.all_pruned()
        return Totals(
            documents=len(everything),
            sentences=sum(len(item.sentences) for item in everything),
            kept=sum(item.kept_count for item in everything),
            tokens_before=sum(item.tokens_before for item in everything),
            tokens_after=sum(item.tokens_after for item in everything),
            at_risk=sum(len(item.at_risk) for item in everything),
            stopped_early=sum(item.selection.stopped_early for item in everything),
        )

    def read_fraction(self, document_id: str) -> float:
        """Return the share of the whole document's text that the model reads before it cuts, 0 to 1."""
        return self._part(document_id).read_fraction

    def body(self, document_id: str, side: Side) -> str:
        """Return the text that `side` has of a document: all of it, or what was kept."""
        return self._part(document_id).document.text if side == "naive" else self.pruned(document_id).text

    def document_vectors(self, side: Side, on_progress: Progress | None = None) -> tuple[list[str], Floats]:
        """Return ids and one unit vector each (n, d): of the title and the whole text, or of the title and the kept text.

        A document of which a side has nothing at all (no title, every sentence pruned by hand) is not among them.
        """
        texts = {key: part.document.embedded_text(self.body(key, side)) for key, part in self.parts.items()}
        ids = [key for key, text in texts.items() if text.strip()]
        if side == "naive":
            return ids, self._stack(self.parts[key].document_vector for key in ids)
        if missing := [key for key in ids if key not in self._pruned_vectors]:
            with timed(self._seconds, "embed"):
                found = self.encoder.encode([texts[key] for key in missing], on_progress)
            self._pruned_vectors.update(zip(missing, found, strict=True))
        return ids, self._stack(self._pruned_vectors[key] for key in ids)

    def _stack(self, rows: Iterable[Floats]) -> Floats:
        """Return vectors (d,) as rows (n, d)."""
        found = list(rows)
        return np.stack(found) if found else np.empty((0, self.encoder.dimension), np.float32)

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what `make` makes of this corpus's documents, made when first asked for; the last few results are held.

        Corpora that differ in settings and pins alone share what is held, so `key` must tell what of those it depends on.
        """
        return self._held.once(key, make)

    @property
    def pins_key(self) -> Hashable:
        """The pins as a part of a key for `once`."""
        return tuple(sorted((document, tuple(sorted(rows.items()))) for document, rows in self.pins.items()))

    def timed(self, name: str) -> AbstractContextManager[None]:
        """Add the wall-clock seconds spent inside to those of a stage."""
        return timed(self._seconds, name)

    def query_vector(self, query: str) -> Floats:
        """Return the unit vector (d,) of a question. Raises `InputError` when it is blank."""
        if not query.strip():
            raise InputError("The question is empty: type some words to search for.")
        with timed(self._seconds, "search"):
            vector: Floats = self.encoder.encode([query.strip()])[0]
        return vector

    def _part(self, document_id: str) -> SplitDocument:
        if document_id not in self.parts:
            raise InputError(f"No document has the id {document_id!r}.")
        return self.parts[document_id]


@contextmanager
def timed(seconds: Counter[str], name: str) -> Iterator[None]:
    """Add the wall-clock seconds spent inside to `seconds[name]`."""
    start = time.perf_counter()
    try:
        yield
    finally:
        seconds[name] += time.perf_counter() - start  # type: ignore[assignment]
