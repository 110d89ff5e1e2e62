"""The controls of the tab Context: which side is shown, and what a model is given of its passages."""

import streamlit as st

from microrag_core.comparison import Comparison, End
from pages.compare.changing import changes, said
from pages.shared import pipeline_controls, pipelines, state
from pages.shared.markup import as_markdown
from pages.shared.pipeline_knobs import CONTEXT
from pages.shared.wording import cut_in_the_middle

NAME_CHARACTERS = 36


def side(comparison: Comparison) -> End:
    """Draw the switch between the sides, as far as both have searched, and return the one that is shown."""
    ends = list(comparison.found)
    now = state.recall("context_side", "right")
    now = now if now in ends else ends[0]
    st.segmented_control(
        "Side",
        ends,
        format_func=lambda end: as_markdown(cut_in_the_middle(comparison.names[end], NAME_CHARACTERS)),
        required=True,
        **state.bind("context_side", now, lambda end: state.remember("context_side", end)),
    )
    return now


def kind(end: End) -> None:
    """Draw the choice of what a model is given of this side's passages."""
    pipeline_controls.draw(f"context_{end}_{pipelines.turn(end)}", pipelines.in_use(end), changes(end), CONTEXT[:1])


def more(end: End) -> None:
    """Draw the other settings of this side's context, folded away, and what is wrong with the last change, if anything is."""
    with st.expander("More settings of the context", type="compact", key=f"context_more_{end}"):
        pipeline_controls.draw(f"context_{end}_{pipelines.turn(end)}", pipelines.in_use(end), changes(end), CONTEXT[1:])
    if message := said(end):
        st.error(as_markdown(message))
