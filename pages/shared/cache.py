"""The only file that uses Streamlit's caches. What they hold is shared between sessions, so nobody changes it."""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import streamlit as st

from microrag_core import Corpus, EncoderSettings, PruneSettings, load_encoder, load_paths
from microrag_core.corpus import Held
from microrag_core.embedding import Encoder
from microrag_core.settings import read_settings

SAMPLE = Path(__file__).resolve().parents[2] / "sample"


@st.cache_resource(max_entries=3, show_spinner="Loading the embedding model")
def encoder(model: str) -> Encoder:
    """Return the encoder of a model name or path. Raises `InputError` when it cannot be loaded; a failure is not cached."""
    return load_encoder(read_settings(EncoderSettings, {"model": model}))


@st.cache_resource(max_entries=3, show_spinner="Embedding the sample documents")
def sample_corpus(model: str) -> Corpus:
    """Return the sample documents, embedded by a model; callers derive their own from it."""
    return Corpus.build(load_paths([SAMPLE]).documents, encoder(model), PruneSettings())


@st.cache_data(max_entries=1)
def sample_questions() -> list[dict[str, Any]]:
    """Return the questions that come with the sample documents."""
    return [json.loads(line) for line in (SAMPLE / "queries.jsonl").read_text("utf-8").splitlines() if line.strip()]


@st.cache_resource(max_entries=128, show_spinner=False)
def computed(what: str, key: tuple[Hashable, ...], _compute: Callable[[], Any]) -> Any:
    """Return the result of `_compute`, which depends on nothing but `key`; `what` names it."""
    return _compute()


@st.cache_resource(max_entries=1)
def held() -> Held:
    """Return the store of the last few results of long work, by a key that says what each depends on.

    Unlike `computed` it lets the work show a bar with a button, which Streamlit's own caches do not allow inside.
    """
    return Held()


class Snapshots:
    """The last few corpora that sessions looked at, by a digest of their documents, pins and model, for links and reloads."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._held: OrderedDict[str, tuple[str, Corpus]] = OrderedDict()
        self._lock = Lock()

    def put(self, model: str, corpus: Corpus) -> str:
        """Hold a corpus and the name of its model, letting go of the one not used for longest when full; return its digest."""
        pins = sorted((key, sorted(rows.items())) for key, rows in corpus.pins.items())
        what = json.dumps([corpus.encoder.name, list(corpus.parts), pins])
        digest = hashlib.sha256(what.encode()).hexdigest()[:24]
        with self._lock:
            self._held[digest] = (model, corpus)
            self._held.move_to_end(digest)
            while len(self._held) > self._capacity:
                self._held.popitem(last=False)
        return digest

    def get(self, digest: str) -> tuple[str, Corpus] | None:
        """Return model and corpus of a digest, or None when they are not held any more."""
        with self._lock:
            if digest in self._held:
                self._held.move_to_end(digest)
            return self._held.get(digest)


@st.cache_resource(max_entries=1)
def snapshots() -> Snapshots:
    """Return the one store of snapshots; corpora never change, so sessions that share one do not touch."""
    return Snapshots(capacity=32)


@dataclass(frozen=True, slots=True)
class Original:
    """A file as it was uploaded, and the password that opens it."""

    data: bytes = field(repr=False)
    password: str = field(default="", repr=False)


class Originals:
    """The last few uploaded files, by the ids of the documents that were read from them, so that their pages can be shown."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._held: OrderedDict[str, Original] = OrderedDict()
        self._lock = Lock()

    def put(self, document_id: str, original: Original) -> None:
        """Hold a file, letting go of those not used for longest while all together have more than `capacity` bytes."""
        if len(original.data) > self._capacity:
            return
        with self._lock:
            self._held[document_id] = original
            self._held.move_to_end(document_id)
            while sum(len(item.data) for item in self._held.values()) > self._capacity:
                self._held.popitem(last=False)

    def get(self, document_id: str) -> Original | None:
        """Return the file of a document, or None when it is not held (any more)."""
        with self._lock:
            if document_id in self._held:
                self._held.move_to_end(document_id)
            return self._held.get(document_id)


@st.cache_resource(max_entries=1)
def originals() -> Originals:
    """Return the one store of uploaded files; a document's id is made of its content, so sessions that share it are alike."""
    return Originals(capacity=256_000_000)
