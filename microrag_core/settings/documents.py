"""What is read of documents, how it is embedded, and which sentences are kept."""

from dataclasses import dataclass
from typing import Literal

from microrag_core.settings.reading import check_fields, require, require_counts, require_shares

PruneMethod = Literal["none", "coverage", "soft_coverage", "centrality", "mmr", "clusters", "lead", "random"]
BudgetUnit = Literal["sentences", "tokens"]
Precision = Literal["auto", "fp32", "bf16"]
DAY = 86_400
"""Seconds: the longest that reading a file may be given."""


@dataclass(frozen=True, slots=True)
class PruneSettings:
    """How sentences are selected.

    `budget` is the fraction of sentences (or tokens) to keep, above 0 and up to 1. `neighbors` counts the sentence itself
    (at least 1) and is lowered to the number of sentences. `minimum_similarity` drops weaker edges of the graph (0 to 1).
    A pruned sentence whose best kept sentence is less similar than `at_risk_below` (0 to 1) is at risk. `seed` is for
    `random` and `clusters`.
    """

    method: PruneMethod = "soft_coverage"
    budget: float = 0.5
    budget_unit: BudgetUnit = "sentences"
    neighbors: int = 5
    minimum_similarity: float = 0.0
    at_risk_below: float = 0.4
    seed: int = 0

    def __post_init__(self) -> None:
        check_fields(self)
        require(0 < self.budget <= 1, "budget", self.budget, "above 0 and up to 1")
        require_counts(self, "neighbors")
        require_shares(self, "minimum_similarity", "at_risk_below")
        require(self.seed >= 0, "seed", self.seed, "0 or more")


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """Which model embeds and how.

    `model` is `default` (the packaged all-MiniLM-L6-v2), or any sentence-transformers name or path. `precision` `auto` takes
    bf16 where the processor multiplies it in hardware, else fp32. `cache_megabytes` bounds each of the two caches on disk, of
    texts' vectors and of their word pieces'; 0 is no cache.
    """

    model: str = "default"
    precision: Precision = "auto"
    cache_megabytes: int = 512

    def __post_init__(self) -> None:
        check_fields(self)
        require(bool(self.model.strip()), "model", self.model, "a name or a path")
        require(self.cache_megabytes >= 0, "cache_megabytes", self.cache_megabytes, "0 or more")


@dataclass(frozen=True, slots=True)
class LoadSettings:
    """What is read from files.

    `maximum_megabytes` refuses larger files unread. `text_field` names the field of JSON, JSONL and CSV records that holds the
    text; empty means guess. `password` opens encrypted PDFs. `timeout_seconds` (up to a day) ends a reading that does not.
    """

    maximum_megabytes: float = 100.0
    text_field: str = ""
    password: str = ""
    timeout_seconds: float = 60.0

    def __post_init__(self) -> None:
        check_fields(self)
        require(self.maximum_megabytes > 0, "maximum_megabytes", self.maximum_megabytes, "above 0")
        require(0 < self.timeout_seconds <= DAY, "timeout_seconds", self.timeout_seconds, f"above 0 and up to {DAY}, a day")
