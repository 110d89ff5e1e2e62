"""The two pipelines that a session compares."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from microrag_core.comparison import End
from microrag_core.pipeline import PipelineSettings
from microrag_core.pipeline.settings import LONGEST_NAME
from pages.shared import state
from pages.shared.chosen import Chosen
from pages.shared.pipeline_presets import name_of

ENDS: tuple[End, End] = ("left", "right")


def chosen(end: End) -> Chosen:
    """Return what one side was given."""
    return state.session().pipelines[end]


def in_use(end: End) -> PipelineSettings:
    """Return the whole pipeline that one side uses now."""
    here = state.session()
    return here.pipelines[end].in_use(here.corpus.settings, here.top_k)


def name(end: End) -> str:
    """Return what one side's pipeline is called."""
    return name_of(chosen(end), state.settings())


def in_use_named(end: End) -> PipelineSettings:
    """Return the whole pipeline that one side uses now, with a name even where nobody gave it one."""
    return replace(in_use(end), name=name(end)[:LONGEST_NAME])


def choose(end: End, pipeline: Chosen) -> None:
    """Give one side another pipeline."""
    state.session().pipelines[end] = pipeline


def take(end: End, settings: PipelineSettings) -> None:
    """Give one side a pipeline from a file or a link, which shows no more results than a page can."""
    here = state.session()
    settings = settings.with_values({"top_k": min(state.MAXIMUM_TOP_K, settings.retriever.top_k)})
    choose(end, Chosen.of(settings, here.corpus.settings, here.top_k))


def change(end: End, values: Mapping[str, Any]) -> None:
    """Change settings of one side, by their flat names. Raises `SettingsError` for a bad value; nothing changes then."""
    here = state.session()
    choose(end, here.pipelines[end].changed(values, here.corpus.settings, here.top_k))


def follow_sidebar(end: End) -> None:
    """Let one side prune as the session's settings say."""
    choose(end, replace(chosen(end), follows_pruning=True).plain())


def reset(end: End) -> None:
    """Give one side the pipeline that a session starts with."""
    choose(end, state.DEFAULT_PIPELINES[end])


def anyone_follows_sidebar() -> bool:
    """Tell whether a side prunes as the session's settings say."""
    return any(chosen(end).follows_pruning for end in ENDS)


def answering_follows_sidebar() -> bool:
    """Tell whether a pipeline that answers prunes as the session's settings say."""
    here = state.session()
    asked = {here.answer_by, here.answer_beside}
    return "pruned" in asked or any(chosen(end).follows_pruning for end in ENDS if end in asked)


def swap() -> None:
    """Let the two sides change places."""
    here = state.session()
    here.pipelines = {"left": here.pipelines["right"], "right": here.pipelines["left"]}


def set_top_k(count: int) -> None:
    """Show another number of results on both sides."""
    state.session().top_k = count
    for end in ENDS:
        choose(end, replace(chosen(end), follows_count=True).plain())
