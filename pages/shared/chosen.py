"""A pipeline as a page uses it: its own settings, and what of the session's settings it goes along with."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from microrag_core import PruneSettings
from microrag_core.pipeline import PipelineSettings
from microrag_core.pipeline.settings import FLAT, NO_PRUNING
from microrag_core.settings import RetrieverSettings

USUAL_COUNT = RetrieverSettings().top_k


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pipeline, and whether it prunes as the session does and shows as many results.

    What it does not have of its own is plain in `settings`, so that two that are used alike are equal.
    """

    settings: PipelineSettings
    follows_pruning: bool = False
    follows_count: bool = True

    @classmethod
    def of(cls, settings: PipelineSettings, prune: PruneSettings, top_k: int) -> Self:
        """Take up a pipeline that came from a file or a link: what equals the session's settings goes along with them."""
        follows_pruning = settings.prune == prune and prune.method != "none"
        return cls(settings, follows_pruning, settings.retriever.top_k == top_k).plain()

    def in_use(self, prune: PruneSettings, top_k: int) -> PipelineSettings:
        """Return the whole pipeline in a session of that pruning and number of results."""
        settings = replace(self.settings, prune=prune) if self.follows_pruning else self.settings
        return settings.with_values({"top_k": top_k}) if self.follows_count else settings

    def changed(self, values: Mapping[str, Any], prune: PruneSettings, top_k: int) -> Self:
        """Return it with some settings replaced, by their flat names. Raises `SettingsError` for a value that is none.

        A setting of pruning, or the number of results, is its own from then on.
        """
        own_pruning = any(FLAT[key][0] == "prune" for key in values)
        return replace(
            self,
            settings=self.in_use(prune, top_k).with_values(values),
            follows_pruning=self.follows_pruning and not own_pruning,
            follows_count=self.follows_count and "top_k" not in values,
        ).plain()

    def named(self, name: str) -> Self:
        """Return it under another name."""
        return replace(self, settings=replace(self.settings, name=name))

    def plain(self) -> Self:
        """Return it with plain values in the place of what it does not have of its own."""
        settings = replace(self.settings, prune=NO_PRUNING) if self.follows_pruning else self.settings
        return replace(self, settings=settings.with_values({"top_k": USUAL_COUNT}) if self.follows_count else settings)


NAIVE = Chosen(PipelineSettings())
PRUNED = Chosen(PipelineSettings(), follows_pruning=True)
