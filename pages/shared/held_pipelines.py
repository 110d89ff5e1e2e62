"""The pipelines of a session, ready to be asked again: their indexes and models stay as long as the documents do."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace

from microrag_core.pipeline import Found, Pipeline, PipelineSettings
from pages.shared import chat_model, state

HELD_PIPELINES = 8
HELD_ANSWERS = 32


class Held:
    """A few pipelines over the same documents, and what they found for the last questions."""

    def __init__(self) -> None:
        self._pipelines: OrderedDict[Hashable, Pipeline] = OrderedDict()
        self._found: OrderedDict[Hashable, Found] = OrderedDict()

    def pipeline(self, settings: PipelineSettings) -> Pipeline:
        """Return the pipeline of these settings over the session's documents and pins, the same one while these stay.

        Raises `MicroRagError` where it cannot be made.
        """
        corpus = state.corpus()
        settings = replace(settings, name="")
        if any(held.corpus.parts is not corpus.parts for held in self._pipelines.values()):
            self._pipelines.clear()
            self._found.clear()
        key = (settings, corpus.pins_key, chat_model.settings())
        if key not in self._pipelines:
            self._pipelines[key] = Pipeline(corpus, settings, chat_model.model())
        bound(self._pipelines, key, HELD_PIPELINES)
        return self._pipelines[key]

    def found(self, pipeline: Pipeline, question: str, depth: int) -> Found:
        """Return what a pipeline finds for a question, as deep as `depth`, the same again for the last few."""
        key = (pipeline, question, depth)
        if key not in self._found:
            self._found[key] = pipeline.find(question, depth)
        bound(self._found, key, HELD_ANSWERS)
        return self._found[key]


def bound(held: OrderedDict[Hashable, object], key: Hashable, most: int) -> None:
    """Put what was used last at the end, and let go of what was not used for longest."""
    held.move_to_end(key)
    while len(held) > most:
        held.popitem(last=False)


def held() -> Held:
    """Return this session's."""
    found: Held = state.recall("held_pipelines", None) or Held()
    state.remember("held_pipelines", found)
    return found
