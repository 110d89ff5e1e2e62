"""A pipeline as a page uses it: its own settings, and what of the session's settings it goes along with."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from microrag_core import PruneSettings
from microrag_core.pipeline import PipelineSettings
from microrag_core.pipeline.settings import FLAT, NO_PRUNING
from microrag_core.settings import RetrieverSettings

USUAL_COUNT = RetrieverSettings().top_k


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pipeline, and whether it prunes as the session does and shows as many results.

    What it does not have of its own is plain in `settings`, so that two that are used alike are equal. `named_as` is the flat
    text of what its name stood for when it was taken up or saved; empty where the name came otherwise.
    """

    settings: PipelineSettings
    follows_pruning: bool = False
    follows_count: bool = True
    named_as: str = field(default="", compare=False)

    @classmethod
    def of(cls, settings: PipelineSettings, prune: PruneSettings, top_k: int) -> Self:
        """Take up a pipeline that came from a file or a link: what equals the session's settings goes along with them."""
        follows_pruning = settings.prune == prune and prune.method != "none"
        found = cls(settings, follows_pruning, settings.retriever.top_k == top_k).plain()
        return found.standing_for_its_name(prune) if settings.name else found

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
        return replace(self, settings=replace(self.settings, name=name), named_as="")

    def standing_for_its_name(self, prune: PruneSettings) -> Self:
        """Return it as what its name stands for, so that a later change shows."""
        return replace(self, named_as=self.text(prune))

    def text(self, prune: PruneSettings) -> str:
        """Return the flat text of the whole pipeline under that pruning, however many results it shows."""
        return self.in_use(prune, USUAL_COUNT).with_values({"top_k": USUAL_COUNT}).to_text()

    def is_like(self, other: "Chosen", prune: PruneSettings) -> bool:
        """Tell whether both do the same under that pruning, however many results they show and whatever they are called."""
        return self.text(prune) == other.text(prune)

    def plain(self) -> Self:
        """Return it with plain values in the place of what it does not have of its own."""
        settings = replace(self.settings, prune=NO_PRUNING) if self.follows_pruning else self.settings
        return replace(self, settings=settings.with_values({"top_k": USUAL_COUNT}) if self.follows_count else settings)


NAIVE = Chosen(PipelineSettings())
PRUNED = Chosen(PipelineSettings(), follows_pruning=True)
