"""What a control of one side does: change one setting of the pipeline that it was drawn for, or say why not."""

from collections.abc import Mapping
from typing import Any

from microrag_core import MicroRagError
from microrag_core.comparison import End
from pages.shared import pipeline_controls, pipelines, state


def changes(end: End) -> pipeline_controls.Change:
    """Return what takes new values of one side's settings, by their flat names, for as long as it has this pipeline."""

    def change(values: Mapping[str, Any]) -> None:
        say(end, "")
        try:
            pipelines.change(end, values)
        except MicroRagError as error:
            say(end, str(error))

    return pipelines.only_now(end, change)


def say(end: End, message: str) -> None:
    """Keep what went wrong with the last change of one side; empty when nothing did."""
    state.remember(f"said_of_{end}", message)
    state.remember(f"loaded_{end}", False)


def said(end: End) -> str:
    """Return what went wrong with the last change of one side."""
    return str(state.recall(f"said_of_{end}", ""))


def say_loaded(end: End) -> None:
    """Keep that the last change of one side was a file that was loaded."""
    say(end, "")
    state.remember(f"loaded_{end}", True)


def is_loaded(end: End) -> bool:
    """Tell whether the last change of one side was a file that was loaded."""
    return bool(state.recall(f"loaded_{end}", False))


def swap() -> None:
    """Let the two sides change places, with nothing left to say of either."""
    for end in pipelines.ENDS:
        say(end, "")
    pipelines.swap()
