"""What is shown under the measures: one view a tab, and only the one that is open is made."""

from collections.abc import Callable, Mapping

import streamlit as st

from microrag_core.comparison import Comparison, End
from microrag_core.pipeline import Pipeline
from pages.compare import context_view, map_view, results

View = Callable[[Mapping[End, Pipeline], Comparison], None]

VIEWS: Mapping[str, View] = {"Results": results.draw, "Context": context_view.draw, "Map": map_view.draw}
"""Each is handed the pipelines that could answer, by their sides."""


def draw(pipelines: Mapping[End, Pipeline], comparison: Comparison) -> None:
    """Draw the tabs and the view that is open."""
    for tab, view in zip(st.tabs(list(VIEWS), key="compare_views", on_change="rerun"), VIEWS.values(), strict=True):
        if tab.open:
            with tab:
                view(pipelines, comparison)
