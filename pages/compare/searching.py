"""Asking both pipelines: each on its own, so that one that cannot answer does not silence the other."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from microrag_core import MicroRagError
from microrag_core.comparison import DEPTH, Comparison, End, compare_found
from microrag_core.pipeline import Found, Pipeline
from pages.shared import pipelines, state
from pages.shared.held_pipelines import Held, held
from pages.shared.progress import ProgressBar

SEARCHING = "searching"


@dataclass(frozen=True, eq=False)
class Answers:
    """What both sides found. A side that could not answer is not among `pipelines`, and `errors` says why in a sentence."""

    comparison: Comparison
    pipelines: Mapping[End, Pipeline]
    errors: Mapping[End, str]


def ask_both(question: str) -> Answers:
    """Return what the session's two pipelines find, the last answer again while nothing has changed."""
    asked = (state.corpus().parts, state.corpus().pins, question, *map(pipelines.in_use, pipelines.ENDS))
    last, answers = state.recall("comparison", (None, None))
    if last and last[0] is asked[0] and last[1:] == asked[1:]:
        return named(answers)
    with ProgressBar(SEARCHING) as bar:
        answers = search(question, held(), bar)
    state.remember("comparison", (asked, answers))
    return named(answers)


def search(question: str, holder: Held, bar: ProgressBar) -> Answers:
    """Ask each side, and compare what those found that could answer."""
    ready: dict[End, Pipeline] = {}
    found: dict[End, Found] = {}
    errors: dict[End, str] = {}
    for end in pipelines.ENDS:
        try:
            pipeline = holder.pipeline(pipelines.in_use(end))
            pipeline.prepare(bar)
            found[end] = holder.found(pipeline, question, DEPTH)
            ready[end] = pipeline
        except MicroRagError as error:
            errors[end] = str(error)
    return Answers(compare_found(question, ready, found), ready, errors)


def named(answers: Answers) -> Answers:
    """Return the answers under what the pipelines are called now; two of one name are told apart."""
    names = {end: pipelines.name(end) for end in pipelines.ENDS}
    if names["left"] == names["right"]:
        names = {end: f"{name} ({end})" for end, name in names.items()}
    return replace(answers, comparison=replace(answers.comparison, names=names))


def forget() -> None:
    """Ask again even though nothing has changed."""
    state.remember("comparison", (None, None))


def draw_stopped() -> None:
    """Say that the search was stopped, with a button to go on."""
    st.warning(
        "Stopped before all documents were embedded. What is done is kept; nothing else changed.", icon=":material/stop_circle:"
    )
    st.button("Go on", type="primary", icon=":material/play_arrow:")
