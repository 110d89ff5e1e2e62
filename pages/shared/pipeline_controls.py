"""The controls of a whole pipeline, stage by stage; each shows only what applies to the pipeline as it is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import streamlit as st

from microrag_core.pipeline import PipelineSettings
from microrag_core.pipeline.settings import FLAT
from microrag_core.pruning import METHODS
from microrag_core.settings import ChunkSettings, PruneMethod
from pages.shared import chunk_controls, state
from pages.shared.pipeline_knobs import CONTEXT, PRUNING, REPETITION, SEARCH, Knob
from pages.shared.pipeline_words import CHOICES, pruning_in_words
from pages.shared.pruning_controls import method_name

Change = Callable[[Mapping[str, Any]], None]

WIDE, NARROW = 270, 166
"""Widths in pixels: two or three controls fit beside one another."""
SIDEBAR = "sidebar"
"""Stands among the methods of pruning for what the sidebar says."""


def passages(key: str, settings: PipelineSettings, change: Change, *, follows: bool, follow: Callable[[], None]) -> None:
    """Draw what is indexed: pruning, how documents are cut, and what is done about repeats.

    `change` is handed new values by their flat names. `follows` tells whether the pipeline prunes as the sidebar says; `follow`
    makes it do so. `key` tells these controls from others of the session.
    """
    pruning(key, settings, change, follows=follows, follow=follow)
    before = values_of(settings.chunk)
    chunk_controls.draw(settings.chunk, lambda chunk: change(differing(values_of(chunk), before)), f"{key}_chunk")
    draw(key, settings, change, REPETITION)


def search(key: str, settings: PipelineSettings, change: Change, most: int) -> None:
    """Draw how passages are found and ordered, and how many are shown, at most `most`."""
    draw(key, settings, change, SEARCH)
    count = Knob("top_k", "number", "Results", "How many this side shows. More send more tokens to a model.", low=1, high=most)
    draw(key, settings, change, (count,))


def context(key: str, settings: PipelineSettings, change: Change) -> None:
    """Draw what a model is handed."""
    draw(key, settings, change, CONTEXT)


def pruning(key: str, settings: PipelineSettings, change: Change, *, follows: bool, follow: Callable[[], None]) -> None:
    """Draw the method of pruning, the sidebar's among the choices, and the settings that it heeds."""

    def choose(method: str) -> None:
        if method == SIDEBAR:
            follow()
        else:
            change({"prune": method})

    now = SIDEBAR if follows else settings.prune.method
    described = METHODS[settings.prune.method].description
    choices = (SIDEBAR, *get_args(PruneMethod))
    st.selectbox(
        "Pruning",
        choices,
        choices.index(now),
        format_func=lambda method: "As in the sidebar" if method == SIDEBAR else method_name(method),
        help=f"Which sentences are indexed. {method_name(settings.prune.method)}: {described}",
        width=WIDE,
        **state.bind(f"{key}_prune", now, choose),
    )
    if follows:
        st.caption(f"Now: {pruning_in_words(settings.prune) or 'every sentence is kept'}.")
    else:
        draw(key, settings, change, PRUNING)


def draw(key: str, settings: PipelineSettings, change: Change, knobs: Sequence[Knob]) -> None:
    """Draw those of the controls that apply, side by side where there is room."""
    values = settings.values()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for knob in knobs:
            if knob.applies(settings):
                draw_knob(f"{key}_{knob.name}", knob, values[knob.name], change)


def draw_knob(key: str, knob: Knob, value: Any, change: Change) -> None:
    """Draw one control that shows `value`, brought into its range.

    It is handed over to the widget too: one that the browser draws anew, with what the session told it lost in an interrupted
    run, would report its minimum as if a person had chosen it.
    """

    def report(chosen: Any) -> None:
        change({knob.name: chosen})

    if knob.kind == "choice":
        words = CHOICES[knob.name]
        st.selectbox(
            knob.label,
            list(words),
            list(words).index(value),
            format_func=words.__getitem__,
            help=knob.about,
            width=WIDE,
            **state.bind(key, value, report),
        )
    elif knob.kind == "text":
        bound = state.bind(key, value, report)
        st.text_input(knob.label, value, placeholder=knob.placeholder, help=knob.about, width=WIDE, **bound)
    elif knob.kind == "number":
        low, high = int(knob.low), int(knob.high)
        now = min(high, max(low, value))
        shown = state.bind(key, now, report)
        st.number_input(knob.label, low, high, now, step=int(max(1, knob.step)), help=knob.about, width=NARROW, **shown)
    else:
        place = float(min(knob.high, max(knob.low, value)))
        shown = state.bind(key, place, report)
        style = "percent" if knob.kind == "share" else "%.2f"
        st.slider(knob.label, knob.low, knob.high, place, step=knob.step, format=style, help=knob.about, width=WIDE, **shown)


def values_of(chunk: ChunkSettings) -> dict[str, Any]:
    """Return the settings of cutting by their flat names."""
    return {name: getattr(chunk, field) for name, (part, field) in FLAT.items() if part == "chunk"}


def differing(values: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is not as before: a control changes what it names and leaves alone what was changed since it was drawn."""
    return {name: value for name, value in values.items() if value != before[name]}
