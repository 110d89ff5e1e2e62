"""The choice of what a view looks at, and the work of taking the corpus apart where that may be long."""

from collections.abc import Callable
from typing import Any, get_args

import streamlit as st

from microrag_core import MicroRagError
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Progress
from pages.corpus.units import Unit, Units, take_apart
from pages.shared import cache, chunk_controls, progress, state
from pages.shared.markup import as_markdown
from pages.shared.progress import ProgressBar
from pages.shared.wording import counted

AT_ONCE = 5_000
"""Up to so many sentences the work starts by itself; with more a person starts it."""


def choose(name: str, label: str, about: str) -> Unit:
    """Draw the choice of the unit, and for passages how they are cut; return it. `name` tells one view from another."""
    key = f"{name}_unit"
    unit: Unit = state.recall(key, "sentences")
    st.segmented_control(
        label, get_args(Unit), required=True, help=about, **state.bind(key, unit, lambda value: state.remember(key, value))
    )
    if unit == "passages":
        with st.popover(f"Cut: {chunk_controls.strategy_name(state.session().chunks.strategy)}", icon=":material/content_cut:"):
            chunk_controls.draw(state.session().chunks, state.set_chunks, f"{name}_chunks")
    return unit


def key_of(corpus: Corpus, unit: Unit) -> tuple[Any, ...]:
    """Return what a result about the units of a corpus depends on."""
    return (corpus.encoder.name, tuple(corpus.parts), unit, state.session().chunks if unit == "passages" else None)


def run(
    work: str,
    corpus: Corpus,
    unit: Unit,
    compute: Callable[[Units, Progress], Any],
    *,
    call: str,
    key: tuple[Any, ...],
    by_itself: bool = True,
) -> Any | None:
    """Return what `compute` makes of the units, once for each `key`; None while it waits for a person or cannot be done.

    With many sentences, or unless it starts `by_itself`, it waits until its button, labelled `call`, is pressed; pressing Stop
    makes it wait again.
    """
    started, halted = f"{work}_started", f"{work}_halted"
    mine = key_of(corpus, unit)
    if progress.stopped() == work:
        state.remember(started, None)
        state.remember(halted, mine)
        st.warning("Stopped before the end.", icon=":material/stop_circle:")
    sentences = sum(len(part.sentences) for part in corpus.parts.values())
    waits = not by_itself or sentences > AT_ONCE or state.recall(halted, None) == mine
    if waits and state.recall(started, None) != mine:
        if sentences > AT_ONCE:
            st.caption(f"The corpus has {counted(sentences, 'sentence')}, so this may take a while; it can be stopped.")
        st.button(call, type="primary", icon=":material/play_arrow:", on_click=state.remember, args=(started, mine))
        return None

    def make() -> Any:
        with ProgressBar(work) as bar:
            units = cache.held().once(("units", *mine), lambda: take_apart(corpus, unit, state.session().chunks, bar))
            return compute(units, bar)

    try:
        return cache.held().once((work, *mine, *key), make)
    except MicroRagError as error:
        st.error(as_markdown(str(error)), icon=":material/error:")
        return None
