"""What opens under Edit: every stage of one side's pipeline, and the ways to keep it."""

import streamlit as st

from microrag_core.comparison import End
from pages.compare import keeping
from pages.compare.changing import changes, said, say
from pages.shared import pipeline_controls, pipelines, state
from pages.shared.markup import as_markdown

WIDTH = 560
"""Pixels: room for two controls side by side; a narrower screen has less."""
RESET = {"left": "Reset to Naive", "right": "Reset to Pruned"}


def draw(end: End) -> None:
    """Draw the stages in tabs, then what is wrong with the last change, if anything is, and the reset."""
    settings = pipelines.in_use(end)
    key = f"stages_{end}_{pipelines.turn(end)}"
    change = changes(end)
    passages, search, context, keep = st.tabs(["Passages", "Search", "Context", "Keep and share"], key=f"stages_{end}_tabs")
    with passages:
        follows = pipelines.chosen(end).follows_pruning
        follow = pipelines.only_now(end, pipelines.follow_sidebar)
        pipeline_controls.passages(key, settings, change, follows=follows, follow=lambda: follow(end))
    with search:
        pipeline_controls.search(key, settings, change, state.MAXIMUM_TOP_K)
    with context:
        pipeline_controls.context(key, settings, change)
    with keep:
        keeping.draw(end)
    message = said(end)
    if message:
        st.error(as_markdown(message))
    unchanged = pipelines.is_usual(end) and not message
    st.button(
        RESET[end],
        key=f"reset_{end}",
        icon=":material/restart_alt:",
        disabled=unchanged,
        on_click=state.acting(reset),
        args=(end,),
        type="tertiary",
    )


def reset(end: End) -> None:
    """Give one side the pipeline that a session starts with."""
    say(end, "")
    pipelines.reset(end)
