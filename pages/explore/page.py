"""Explore: which sentences carry a document, and which repeat them."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from microrag_core.datatypes import PrunedDocument
from microrag_core.split_document import SplitDocument
from pages.explore import header, tabs
from pages.explore.graph_figure import NUMBERED_LIMIT, graph_figure
from pages.explore.layout import lay_out
from pages.explore.selected import SUMMARY_HEIGHT, details, summary
from pages.explore.sentence_list import sentence_list
from pages.explore.sentence_state import SentenceState, describe
from pages.shared import address, cache, messages, pruning_controls, state

GRAPH_HEIGHT = 520
LIST_HEIGHT = GRAPH_HEIGHT - SUMMARY_HEIGHT
WHOLE, AROUND = "Whole document", "Around the selected sentence"


@st.fragment
def body() -> None:
    """Draw all that changes with the document, the settings and the selection."""
    pruned = state.document()
    # Written here because a fragment runs without app.py, and first because nothing below changes it.
    address.write()
    if pruned is None:
        header.title()
        no_documents()
        return
    left, right = st.columns([5, 6], vertical_alignment="bottom")
    with left:
        header.title()
    with right:
        header.choice_of_document()
    n = len(pruned.sentences)
    if n < 2:
        too_short(pruned)
    else:
        header.figures(pruned)
        pruning_controls.row(st.columns(4))
        header.early_stop(pruned)
        part = state.corpus().parts[pruned.document.id]
        states = describe(pruned)
        selected = state.session().sentence
        selected = selected if selected is not None and 0 <= selected < n else None
        left, right = st.columns([11, 10])
        with left:
            graph(part, pruned, states, selected)
        with right:
            summary(states, selected)
            sentence_list("explore_text", states, selected, state.choose_sentence, height=LIST_HEIGHT)
        if selected is not None:
            details(pruned, states, selected)
        tabs.draw(part, pruned, states)


def graph(part: SplitDocument, pruned: PrunedDocument, states: Sequence[SentenceState], selected: int | None) -> None:
    """Draw the similarity graph; a click on a node selects its sentence."""
    with st.spinner("Placing the sentences", show_time=False) if len(states) > 2000 else st.container():
        positions = cache.computed("layout", tabs.vectors_key(part), lambda: lay_out(part.vectors))
    around = False
    if len(states) > NUMBERED_LIMIT and selected is not None:
        view = state.recall("explore_view", WHOLE)
        st.segmented_control(
            "What the graph shows",
            (WHOLE, AROUND),
            required=True,
            label_visibility="collapsed",
            **state.bind("explore_view", view, lambda value: state.remember("explore_view", value)),
        )
        around = view == AROUND
    which = "those around the selected sentence" if around else "each sentence's strongest first"
    drawn = graph_figure(pruned, states, positions, selected, around)
    key, report = state.listen("explore_graph", choose_from_graph)
    st.plotly_chart(
        drawn.figure,
        height=GRAPH_HEIGHT,
        key=key,
        on_select=report,
        selection_mode="points",
        config={"displayModeBar": len(states) > NUMBERED_LIMIT},
        alt="Graph of the sentences; the list beside it has the same in words",
    )
    cut = "" if drawn.edges_shown == drawn.edges else f" {drawn.edges_shown:,} of {drawn.edges:,} lines are drawn: {which}."
    st.caption(
        "Each mark is a sentence; like sentences stand near each other and are joined, a thicker line for a closer likeness. "
        f"The larger a circle, the more its sentence added (its gain).{cut}"
    )


def choose_from_graph(event: Any) -> None:
    """Select the sentence of a node that was clicked; a click that takes the selection back changes nothing."""
    rows = [point["customdata"] for point in event["selection"]["points"] if point.get("customdata") is not None]
    if rows:
        state.choose_sentence(int(rows[0][0] if isinstance(rows[0], list) else rows[0]))


def no_documents() -> None:
    """Say what to do where no documents are loaded."""
    st.info("No documents are loaded yet. Add your own, or look at the sample first.", icon=":material/library_books:")
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button("Show the sample documents", type="primary"):
            state.use_sample()
            st.rerun()
        st.page_link("pages/corpus/page.py", label="Add documents", icon=":material/library_books:")


def too_short(pruned: PrunedDocument) -> None:
    """Say why there is nothing to prune in a document of one sentence or none."""
    if pruned.sentences:
        st.info("This document has a single sentence: there is nothing to prune. Choose another document above.")
        st.code(pruned.sentences[0].text, language=None, wrap_lines=True)
    else:
        st.info("This document has no sentences. Choose another document above, or remove it on the page Corpus.")


messages.draw()
body()
