"""The only file that uses Streamlit's caches. What they hold is shared between sessions, so nobody changes it."""

import hashlib
import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import streamlit as st

from microrag_core import Corpus, EncoderSettings, PruneSettings, load_encoder, load_paths
from microrag_core.embedding import Encoder
from microrag_core.held import Held, Recent
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
        self._recent: Recent[str, tuple[str, Corpus]] = Recent(capacity, lambda _: 1)

    def put(self, model: str, corpus: Corpus) -> str:
        """Hold a corpus and the name of its model; return its digest."""
        pins = sorted((key, sorted(rows.items())) for key, rows in corpus.pins.items())
        what = json.dumps([corpus.encoder.name, list(corpus.parts), pins])
        digest = hashlib.sha256(what.encode()).hexdigest()[:24]
        self._recent.put(digest, (model, corpus))
        return digest

    def get(self, digest: str) -> tuple[str, Corpus] | None:
        """Return model and corpus of a digest, or None when they are not held any more."""
        return self._recent.get(digest)


@st.cache_resource(max_entries=1)
def snapshots() -> Snapshots:
    """Return the one store of snapshots; corpora never change, so sessions that share one do not touch."""
    return Snapshots(capacity=32)


@dataclass(frozen=True, slots=True)
class Original:
    """A file as it was uploaded, and the password that opens it."""

    data: bytes = field(repr=False)
    password: str = field(default="", repr=False)


@st.cache_resource(max_entries=1)
def originals() -> Recent[str, Original]:
    """Return the one store of uploaded files, by the ids of the documents read from them, up to 256 MB.

    A document's id is made of its content, so sessions that share it are alike.
    """
    return Recent(256_000_000, lambda original: len(original.data))
