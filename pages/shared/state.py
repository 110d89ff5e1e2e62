"""What one person's session holds. The only file that names session keys."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from microrag_core import Corpus, PruneSettings
from microrag_core.comparison import End
from microrag_core.datatypes import Document, Pins, Progress, PrunedDocument, Skipped
from microrag_core.llm import LlmSettings
from microrag_core.settings import ChunkSettings, EncoderSettings, read_settings
from pages.shared import cache
from pages.shared.chosen import NAIVE, PRUNED, Chosen

MAXIMUM_TOP_K = 20
JUST_NOW = 0.2
"""Seconds within which the page begins to be drawn after a control's change was made."""
AnswerPipeline = Literal["naive", "pruned", "mixed", "left", "right"]
"""What an answer can come from: three pipelines of its own, and the two in use on Compare."""

DEFAULT_PIPELINES: dict[End, Chosen] = {"left": NAIVE, "right": PRUNED}


def first_chunks() -> ChunkSettings:
    """Return how a new session cuts documents: as the environment says, else recursively, as whole documents show no cuts."""
    return read_settings(ChunkSettings, None if os.environ.get("MICRORAG_STRATEGY") else {"strategy": "recursive"})


@dataclass
class Session:
    """Everything that lasts while a person uses the app."""

    corpus: Corpus
    model: str
    document_id: str = ""
    sentence: int | None = None
    tab: str = ""
    compare_tab: str = ""
    question: str = ""
    top_k: int = 5
    pipelines: dict[End, Chosen] = field(default_factory=lambda: dict(DEFAULT_PIPELINES))
    turns: dict[End, int] = field(default_factory=lambda: {"left": 0, "right": 0})
    """How often the pipeline of a side was replaced by another."""
    answer_by: AnswerPipeline = "naive"
    answer_beside: AnswerPipeline | None = None
    own_model: LlmSettings | None = field(default=None, repr=False)
    without_model: bool = False
    chunks: ChunkSettings = field(default_factory=first_chunks)
    skipped: list[Skipped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing_document: str = ""
    page: str = ""
    address: dict[str, str] = field(default_factory=dict)
    addresses: list[dict[str, str]] = field(default_factory=list)
    """The last few addresses before this one, on this page."""
    acted_at: float = 0.0
    """When a control was used last, by the clock that `time.monotonic` reads."""
    values: dict[str, Any] = field(default_factory=dict)
    reported: dict[str, str | None] = field(default_factory=dict)


def session() -> Session:
    """Return this session's state; a new one starts with the sample documents."""
    if "microrag" not in st.session_state:
        model = read_settings(EncoderSettings).model
        corpus = cache.sample_corpus(model).with_settings(read_settings(PruneSettings))
        st.session_state["microrag"] = Session(corpus, model)
    found: Session = st.session_state["microrag"]
    return found


def corpus() -> Corpus:
    """Return the session's documents under its settings and pins."""
    return session().corpus


def settings() -> PruneSettings:
    """Return the session's pruning settings."""
    return session().corpus.settings


def set_setting(name: str, value: Any) -> None:
    """Change one pruning setting; nothing is embedded again."""
    here = session()
    here.corpus = here.corpus.with_settings(replace(here.corpus.settings, **{name: value}))


def set_chunks(chunks: ChunkSettings) -> None:
    """Cut documents otherwise where their chunks are shown."""
    session().chunks = chunks


def add_documents(documents: tuple[Document, ...], on_progress: Progress | None = None) -> int:
    """Add documents to the session and return how many are new. A cancelled run leaves the session as it was."""
    here = session()
    before = len(here.corpus)
    here.corpus = here.corpus.with_documents(documents, on_progress)
    return len(here.corpus) - before


def replace_documents(documents: tuple[Document, ...], on_progress: Progress | None = None) -> None:
    """Put documents in the place of all the session has."""
    here = session()
    here.corpus = here.corpus.without(here.corpus.parts).with_documents(documents, on_progress)


def remove_documents(ids: list[str]) -> None:
    """Take documents out of the session."""
    here = session()
    here.corpus = here.corpus.without(ids)


def use_sample() -> None:
    """Show the sample documents again, beside what was added."""
    add_documents(cache.sample_corpus(session().model).documents)


def has_only_samples() -> bool:
    """Tell whether there are documents and all of them are sample documents."""
    here = session()
    return bool(here.corpus.parts) and here.corpus.parts.keys() <= cache.sample_corpus(here.model).parts.keys()


def is_sample() -> bool:
    """Tell whether the session has just the sample documents and no pins."""
    here = session()
    return not here.corpus.pins and here.corpus.parts.keys() == cache.sample_corpus(here.model).parts.keys()


def use_model(model: str, on_progress: Progress | None = None) -> None:
    """Embed the session's documents by another model. Raises `InputError` when it cannot be loaded; the old one then stays."""
    here = session()
    encoder = cache.encoder(model.strip() or "default")
    pins = here.corpus.pins
    fresh = Corpus.build(here.corpus.documents, encoder, here.corpus.settings, on_progress)
    for document_id, rows in pins.items():
        fresh = fresh.with_pins(document_id, rows)
    here.corpus, here.model = fresh, model.strip() or "default"


def document() -> PrunedDocument | None:
    """Return the document that is looked at, the first one when none was chosen; None when there are no documents."""
    here = session()
    if here.document_id not in here.corpus.parts:
        here.sentence = None if here.document_id else here.sentence
        here.document_id = next(iter(here.corpus.parts), "")
    return here.corpus.pruned(here.document_id) if here.document_id else None


def choose_document(document_id: str) -> None:
    """Look at another document; no sentence of it is selected."""
    here = session()
    if document_id != here.document_id:
        here.document_id, here.sentence = document_id, None


def choose_sentence(row: int | None) -> None:
    """Select a sentence of the document that is looked at."""
    session().sentence = row


def open_tab(name: str) -> None:
    """Open a view of the document that is looked at, by its name."""
    session().tab = name


def open_compare_tab(name: str) -> None:
    """Open a view of the comparison, by its name."""
    session().compare_tab = name


def pins() -> Pins:
    """Return the pins of the document that is looked at."""
    here = session()
    return here.corpus.pins.get(here.document_id, {})


def pin(row: int, keep: bool | None) -> None:
    """Keep (True) or prune (False) a sentence by hand, or leave it to the method again (None)."""
    here = session()
    rows = {key: value for key, value in pins().items() if key != row}
    if keep is not None:
        rows[row] = keep
    here.corpus = here.corpus.with_pins(here.document_id, rows)


def bind(name: str, value: Any, change: Callable[[Any], None]) -> dict[str, Any]:
    """Return `key` and `on_change` of a widget that shows `value` now and hands what a person chooses to `change`.

    The session stays the one place where the value lives, so that it survives page changes and several widgets can show it.
    """
    key = f"widget_{name}"
    reported = session().reported

    def report() -> None:
        reported[name] = page_in_use()
        acting(change)(st.session_state[key])

    # A value that is written is sent to the browser. Where it is the answer to the widget's own report, that would undo what
    # the person did meanwhile; on another page the widget is a new one, which must be told.
    if reported.pop(name, "") != page_in_use() or st.session_state.get(key) != value:
        st.session_state[key] = value
    return {"key": key, "on_change": report}


def page_in_use() -> str | None:
    """Return what tells the page that runs from all others; None outside a run."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.page_script_hash if context else None


def listen(name: str, change: Callable[[Any], None]) -> tuple[str, Callable[[], None]]:
    """Return key and callback of a figure or component that hands what it reports to `change`; its value cannot be set."""
    key = f"widget_{name}"
    return key, lambda: acting(change)(st.session_state[key])


def acting(change: Callable[..., None]) -> Callable[..., None]:
    """Return what a control does, with a note that it was used: such a run is no opened link and no step back."""

    def act(*arguments: Any) -> None:
        change(*arguments)
        session().acted_at = time.monotonic()

    return act


def has_acted() -> bool:
    """Tell whether a control was used just now: its change, made before the page is drawn, is what this run is for."""
    return time.monotonic() - session().acted_at < JUST_NOW


def recall(name: str, default: Any) -> Any:
    """Return a value that a page remembered under `name`."""
    return session().values.get(name, default)


def remember(name: str, value: Any) -> None:
    """Keep a value of one page for as long as the session lasts."""
    session().values[name] = value
