"""The two pipelines that a session compares."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from microrag_core.comparison import End
from microrag_core.pipeline import PipelineSettings
from microrag_core.pipeline.settings import LONGEST_NAME
from pages.shared import state
from pages.shared.chosen import Chosen
from pages.shared.pipeline_presets import EDITED, PRESETS, name_of, preset_name

Value = TypeVar("Value")
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
    return replace(in_use(end), name=short(name(end)))


def short(called: str) -> str:
    """Return a name as short as names are, still marked where it is that of an edited pipeline."""
    if len(called) <= LONGEST_NAME or not called.endswith(EDITED):
        return called[:LONGEST_NAME]
    return called[: LONGEST_NAME - len(EDITED)] + EDITED


def is_usual(end: End) -> bool:
    """Tell whether one side does what it does at the start of a session, and has no name of its own."""
    now, usual = in_use(end), state.DEFAULT_PIPELINES[end]
    here = state.session()
    return not now.name and now.to_text() == usual.in_use(here.corpus.settings, here.top_k).to_text()


def turn(end: End) -> int:
    """Return how often one side's pipeline was replaced: a part of its widgets' keys, so that none outlives its pipeline."""
    return state.session().turns[end]


def only_now(end: End, action: Callable[[Value], None]) -> Callable[[Value], None]:
    """Return an action for a widget of one side that does nothing once that side has another pipeline.

    The browser may report a widget late, when a load or a swap has put another pipeline in that place.
    """
    drawn = turn(end)

    def act(value: Value) -> None:
        if turn(end) == drawn:
            state.acting(action)(value)

    return act


def choose(end: End, pipeline: Chosen) -> None:
    """Give one side another pipeline in the place of the one it has."""
    here = state.session()
    here.pipelines[end] = pipeline
    here.turns[end] += 1


def edit(end: End, pipeline: Chosen) -> None:
    """Give one side its pipeline with a change."""
    state.session().pipelines[end] = pipeline


def take(end: End, settings: PipelineSettings) -> None:
    """Give one side a pipeline from a file or a link, which shows no more results than a page can."""
    here = state.session()
    settings = settings.with_values({"top_k": min(state.MAXIMUM_TOP_K, settings.retriever.top_k)})
    found = Chosen.of(settings, here.corpus.settings, here.top_k)
    if found.settings.name in PRESETS and found.settings.name == preset_name(found, here.corpus.settings):
        found = found.named("")
    choose(end, found)


def change(end: End, values: Mapping[str, Any]) -> None:
    """Change settings of one side, by their flat names. Raises `SettingsError` for a bad value; nothing changes then."""
    here = state.session()
    edit(end, here.pipelines[end].changed(values, here.corpus.settings, here.top_k))


def follow_sidebar(end: End) -> None:
    """Let one side prune as the session's settings say."""
    edit(end, replace(chosen(end), follows_pruning=True).plain())


def rename(end: End, called: str) -> None:
    """Give one side's pipeline another name."""
    edit(end, chosen(end).named(called.strip()))


def keep_name(end: End) -> None:
    """Let the name of one side's pipeline stand for it as it is now, as when it was saved."""
    edit(end, chosen(end).standing_for_its_name(state.settings()))


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
    left, right = here.pipelines["left"], here.pipelines["right"]
    choose("left", right)
    choose("right", left)


def set_top_k(count: int) -> None:
    """Show another number of results on both sides."""
    state.session().top_k = count
    for end in ENDS:
        edit(end, replace(chosen(end), follows_count=True).plain())
