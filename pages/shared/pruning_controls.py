"""The controls of the pruning settings: in the sidebar, and in a row on the page that is about them."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, get_args

import streamlit as st

from microrag_core.pruning import METHODS, USES_MINIMUM_SIMILARITY, USES_NEIGHBORS
from microrag_core.settings import BudgetUnit, PruneMethod
from pages.shared import state


def method_name(method: str) -> str:
    """Return a method's name as people read it."""
    return method.replace("_", " ").capitalize() if method != "mmr" else "MMR"


def method() -> None:
    """Draw the choice of the selection method."""
    described = METHODS[state.settings().method].description
    st.selectbox(
        "Method",
        get_args(PruneMethod),
        format_func=method_name,
        help=f"How sentences are chosen. {method_name(state.settings().method)}: {described}",
        **state.bind("method", state.settings().method, lambda value: state.set_setting("method", value)),
    )


def budget() -> None:
    """Draw the budget slider, in percent."""
    unit = state.settings().budget_unit
    st.slider(
        f"Budget, % of {unit} to keep",
        5,
        100,
        step=5,
        format="%d %%",
        help=f"The share of {unit} to keep. Higher keeps more text and repeats more; lower risks dropping something unsaid.",
        disabled=state.settings().method == "none",
        **state.bind("budget", percent(), lambda value: state.set_setting("budget", value / 100)),
    )


def percent() -> int:
    """Return the budget as a whole percentage that the slider can show."""
    return min(100, max(5, 5 * round(state.settings().budget * 20)))


def neighbors() -> None:
    """Draw the slider for the neighbours of a sentence in the graph."""
    st.slider(
        "Neighbours in the graph",
        1,
        20,
        help="How many of its nearest sentences each is joined to, itself among them. Higher joins more of the document. "
        + uses(USES_NEIGHBORS),
        **state.bind("neighbors", min(20, state.settings().neighbors), lambda value: state.set_setting("neighbors", value)),
    )


def minimum_similarity() -> None:
    """Draw the slider for the weakest edge of the graph."""
    st.slider(
        "Minimum similarity",
        0.0,
        0.95,
        step=0.05,
        help="Weaker likenesses do not count. Higher leaves only close paraphrases joined. " + uses(USES_MINIMUM_SIMILARITY),
        **state.bind(
            "minimum_similarity",
            min(0.95, state.settings().minimum_similarity),
            lambda value: state.set_setting("minimum_similarity", value),
        ),
    )


def uses(methods: frozenset[PruneMethod]) -> str:
    """Say whether the method in use heeds a setting that only `methods` heed."""
    name = method_name(state.settings().method)
    return "" if state.settings().method in methods else f"{name} ignores it when it selects; the graph still shows it."


def more() -> None:
    """Draw the settings that are rarely changed."""
    st.segmented_control(
        "Budget counts",
        get_args(BudgetUnit),
        required=True,
        help="Whether the budget is a share of the sentences or of the tokens. Tokens keep a model's bill exact.",
        **state.bind("budget_unit", state.settings().budget_unit, lambda value: state.set_setting("budget_unit", value)),
    )
    st.slider(
        "At risk below",
        0.0,
        1.0,
        step=0.05,
        help="A pruned sentence is at risk when no kept one is at least this similar. Higher warns of more sentences.",
        **state.bind("at_risk_below", state.settings().at_risk_below, lambda value: state.set_setting("at_risk_below", value)),
    )


def row(columns: Sequence[AbstractContextManager[Any]]) -> None:
    """Draw the four main controls, one in each of four columns."""
    for column, draw in zip(columns, (method, budget, neighbors, minimum_similarity), strict=True):
        with column:
            draw()
