"""Sums over the documents of a corpus."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over a corpus; `at_risk` counts pruned sentences that no kept one is close to."""

    documents: int
    sentences: int
    kept: int
    tokens_before: int
    tokens_after: int
    at_risk: int
    stopped_early: int

    @property
    def kept_fraction(self) -> float:
        """Share of all sentences that was kept, 0 to 1; 1 when there are none."""
        return self.kept / self.sentences if self.sentences else 1.0
