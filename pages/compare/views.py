"""What is shown under the measures: one view a tab, and only the one that is open is made."""

from collections.abc import Callable, Mapping

import streamlit as st

from microrag_core.comparison import Comparison, End
from microrag_core.pipeline import Pipeline
from pages.compare import context_view, map_view, results
from pages.shared import state

View = Callable[[Mapping[End, Pipeline], Comparison], None]

VIEWS: Mapping[str, View] = {"Results": results.draw, "Context": context_view.draw, "Map": map_view.draw}
"""Each is handed the pipelines that could answer, by their sides."""


def draw(pipelines: Mapping[End, Pipeline], comparison: Comparison) -> None:
    """Draw the tabs and the view that is open."""
    names, wanted = list(VIEWS), state.session().compare_tab

    def choose(name: str) -> None:
        state.open_compare_tab("" if name == names[0] else name)

    tabs = st.tabs(names, **state.bind("compare_tab", wanted if wanted in VIEWS else names[0], choose))
    for tab, view in zip(tabs, VIEWS.values(), strict=True):
        if tab.open:
            with tab:
                view(pipelines, comparison)
