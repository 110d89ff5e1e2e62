"""Pipelines to start from, those that were saved, and what to call the one in use."""

from collections.abc import Mapping
from typing import Any

from microrag_core import PruneSettings
from microrag_core.pipeline import PipelineSettings
from pages.shared.chosen import NAIVE, PRUNED, Chosen
from pages.shared.pipeline_words import title

HYBRID = {"retriever": "hybrid"}
EDITED = " (edited)"
LATE = {"rerank": "late_interaction"}


def preset(values: Mapping[str, Any], pruned: bool = False) -> Chosen:
    """Return a pipeline with some settings that are not plain; a pruned one goes along with the session's pruning."""
    return Chosen(PipelineSettings().with_values(values), follows_pruning=pruned)


PRESETS: Mapping[str, Chosen] = {
    "Naive": NAIVE,
    "Pruned": PRUNED,
    "BM25": preset({"retriever": "bm25"}),
    "Hybrid": preset(HYBRID),
    "Late interaction": preset(LATE),
    "Hybrid + late interaction": preset({**HYBRID, **LATE}),
    "Pruned + late interaction": preset(LATE, pruned=True),
    "Pruned + hybrid + late interaction": preset({**HYBRID, **LATE}, pruned=True),
    "Sentences": preset({"retriever": "sentences"}),
    "Multi-query": preset({"retriever": "multi_query"}),
    "MMR": preset({"rerank": "mmr"}),
    "Recursive chunks": preset({"strategy": "recursive"}),
    "Child chunks + parents handed over": preset({"strategy": "parent_child", "context": "parents"}),
    "Hierarchical chunks": preset({"strategy": "hierarchical"}),
    "Micro-chunks + mixed context": preset({"strategy": "micro", "context": "mixed"}),
}
"""Each by the title that its stages give it."""


def preset_name(chosen: Chosen, prune: PruneSettings) -> str:
    """Return which preset a pipeline does the same as under the session's pruning; empty where it is none.

    Where pruning is off the pruned presets do what others do: the one that goes along with the session as it does is meant.
    """
    alike = [name for name, preset in PRESETS.items() if chosen.is_like(preset, prune)]
    same_way = [name for name in alike if PRESETS[name].follows_pruning == chosen.follows_pruning]
    return next(iter([*same_way, *alike]), "")


def name_of(chosen: Chosen, prune: PruneSettings) -> str:
    """Return what to call a pipeline under the session's pruning: the name a person gave it, else what its stages are.

    No other pipeline than a preset is called as that one is, and none by a name alone that stood for other settings.
    """
    own, preset = chosen.settings.name, preset_name(chosen, prune)
    found = own or preset or title(chosen.in_use(prune, chosen.settings.retriever.top_k))
    changed = bool(own and chosen.named_as) and chosen.named_as != chosen.text(prune)
    is_edited = found != preset if found in PRESETS else changed and not found.endswith(EDITED)
    return f"{found}{EDITED}" if is_edited else found
