"""The pipelines that an answer can come from: naive, pruned and mixed, and the two in use on Compare."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

from microrag_core.assistant import mode_pipeline
from microrag_core.comparison import End
from microrag_core.pipeline import PipelineSettings
from pages.shared import pipelines, state
from pages.shared.state import AnswerPipeline as Choice

Mode = Literal["naive", "pruned", "mixed"]
MODES: Sequence[Mode] = get_args(Mode)
CHOICES: Sequence[Choice] = get_args(Choice)
ABOUT = (
    "Naive: whole passages. Pruned: of the same passages only the sentences that pruning keeps, as the sidebar says. "
    "Mixed: twice as many passages, the closest whole, of the others only what the question needs."
)


def end_of(choice: Choice) -> End | None:
    """Return the side of Compare that a choice takes its pipeline from, if it does."""
    return next((end for end in pipelines.ENDS if end == choice), None)


def settings_of(choice: Choice) -> PipelineSettings:
    """Return the pipeline of a choice; the pruned one goes along with the session's pruning."""
    if end := end_of(choice):
        return pipelines.in_use_named(end)
    found = mode_pipeline(choice)
    return replace(found, prune=state.settings()) if choice == "pruned" else found


def name_of(choice: Choice) -> str:
    """Return what a choice is called."""
    if end := end_of(choice):
        return f"{pipelines.name(end)} (Compare, {end})"
    return choice.capitalize()


def chosen() -> Choice:
    """Return the pipeline that answers."""
    return state.session().answer_by


def beside() -> Choice | None:
    """Return the pipeline that answers beside it, if there is one."""
    found = state.session().answer_beside
    return None if found == chosen() else found


def choose(choice: Choice) -> None:
    """Answer by another pipeline; the one beside it makes room where it is the same."""
    here = state.session()
    if here.answer_beside == choice:
        here.answer_beside = here.answer_by
    here.answer_by = choice


def choose_beside(choice: Choice | None) -> None:
    """Answer by a second pipeline too, or by one alone."""
    state.session().answer_beside = choice
