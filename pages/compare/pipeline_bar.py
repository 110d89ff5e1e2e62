"""The two pipelines over the results: which they are, what they do, and the way to edit or swap them."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from microrag_core.comparison import End
from microrag_core.pipeline import PipelineSettings
from microrag_core.pipeline.saved import saved
from pages.compare import editor
from pages.compare.changing import say, swap
from pages.shared import pipelines, state
from pages.shared.markup import as_markdown
from pages.shared.pipeline_presets import PRESETS
from pages.shared.pipeline_words import in_words
from pages.shared.wording import counted

LABELS: dict[End, str] = {"left": "Left pipeline", "right": "Right pipeline"}
SAVED = " (saved)"


def draw() -> dict[End, DeltaGenerator]:
    """Draw both headers with a button between them that swaps the sides; return a place under each for what goes wrong."""
    kept = {f"{pipeline.name}{SAVED}": pipeline for pipeline in saved()}
    left, middle, right = st.columns([10, 1, 10], gap="small", vertical_alignment="top")
    with middle:
        swap_button()
    with left:
        below_left = draw_side("left", kept)
    with right:
        below_right = draw_side("right", kept)
    return {"left": below_left, "right": below_right}


def swap_button() -> None:
    """Draw the button between the sides."""
    with st.container(horizontal_alignment="center"):
        st.button(
            ":material/swap_horiz:", key="swap_sides", help="Swap the sides", on_click=state.acting(swap), type="tertiary"
        )


def draw_side(end: End, kept: dict[str, PipelineSettings]) -> DeltaGenerator:
    """Draw one side's header: the choice of a pipeline, Edit, and the stages in words; return a place under it."""
    settings = pipelines.in_use(end)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choice(end, settings, kept)
        edit = st.popover("Edit", key=f"edit_{end}", icon=":material/tune:", help="Choose each stage, save or share.")
        with edit, st.container(width=editor.WIDTH):
            editor.draw(end)
    count = "" if pipelines.chosen(end).follows_count else f", {counted(settings.retriever.top_k, 'result')}"
    st.caption(as_markdown(in_words(settings) + count))
    return st.empty()


def choice(end: End, settings: PipelineSettings, kept: dict[str, PipelineSettings]) -> None:
    """Draw the choice among the presets, the saved pipelines, and the one in use where it is neither."""
    now = next((name for name, pipeline in kept.items() if alike(pipeline, settings)), pipelines.name(end))

    def choose(name: str) -> None:
        say(end, "")
        if name in kept:
            pipelines.take(end, kept[name])
        elif name in PRESETS:
            pipelines.choose(end, PRESETS[name])

    choices = list(dict.fromkeys([*PRESETS, *kept, now]))
    st.selectbox(
        LABELS[end],
        choices,
        choices.index(now),
        label_visibility="collapsed",
        **state.bind(f"pipeline_{end}_{pipelines.turn(end)}", now, pipelines.only_now(end, choose)),
    )


def alike(one: PipelineSettings, other: PipelineSettings) -> bool:
    """Tell whether two pipelines have the same name and settings."""
    return (one.name, one.to_text()) == (other.name, other.to_text())
