"""The selection methods by name, and which settings each of them heeds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from microrag_core.pruning.centrality import select_by_centrality
from microrag_core.pruning.clusters import select_by_clusters
from microrag_core.pruning.coverage import select_by_coverage
from microrag_core.pruning.lead import select_lead
from microrag_core.pruning.mmr import select_by_mmr
from microrag_core.pruning.none import select_all
from microrag_core.pruning.problem import Picks, Problem
from microrag_core.pruning.random_choice import select_at_random
from microrag_core.pruning.soft_coverage import select_by_soft_coverage
from microrag_core.settings import PruneMethod


@dataclass(frozen=True, slots=True)
class Method:
    """A way to select sentences, and one sentence that explains it to a person."""

    select: Callable[[Problem], Picks]
    description: str


METHODS: Mapping[PruneMethod, Method] = MappingProxyType(
    {
        "none": Method(select_all, "Keep every sentence."),
        "coverage": Method(
            select_by_coverage,
            "Pick the sentence with the most similar uncovered neighbours; stop when every sentence has a kept neighbour.",
        ),
        "soft_coverage": Method(
            select_by_soft_coverage,
            "Pick the sentence that best says what the kept ones do not say yet, weighted by closeness to the whole document.",
        ),
        "centrality": Method(
            select_by_centrality, "Pick the sentences that many others resemble: PageRank on the similarity graph."
        ),
        "mmr": Method(
            select_by_mmr,
            "Pick the sentence closest to the whole document and least like those kept: maximal marginal relevance.",
        ),
        "clusters": Method(select_by_clusters, "Group like sentences and keep the most typical one of each group."),
        "lead": Method(select_lead, "Keep the beginning of the document, a baseline."),
        "random": Method(select_at_random, "Keep sentences at random, the baseline every method must beat."),
    }
)

USES_BUDGET: frozenset[PruneMethod] = frozenset(METHODS) - {"none"}
"""Methods that heed `budget` and `budget_unit`."""

USES_NEIGHBORS: frozenset[PruneMethod] = frozenset({"coverage", "centrality"})
"""Methods that select on the neighbour graph; for the others `neighbors` changes only the drawn graph."""

USES_MINIMUM_SIMILARITY: frozenset[PruneMethod] = frozenset({"coverage", "centrality", "soft_coverage", "mmr"})
"""Methods for which a weaker similarity counts as none: no edge, no coverage, or no redundancy."""

USES_SEED: frozenset[PruneMethod] = frozenset({"clusters", "random"})
"""Methods that draw by `seed`."""

USES_DOCUMENT_VECTOR: frozenset[PruneMethod] = frozenset({"soft_coverage", "mmr"})
"""Methods that weigh a sentence by its closeness to the document's own vector."""

NESTED: frozenset[PruneMethod] = frozenset(METHODS) - {"clusters"}
"""Methods whose picks at a smaller budget of sentences begin those at a larger one."""
