"""Which sentences of a document were kept, and why."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from microrag_core.datatypes.arrays import Booleans, Floats, Integers
from microrag_core.datatypes.documents import Document, Sentence


@dataclass(frozen=True, slots=True, eq=False)
class SentenceGraph:
    """Each sentence's nearest sentences, the nearest first, itself among them.

    `neighbors` (n, k) are row numbers, -1 where an edge was dropped; `similarities` (n, k) are cosines, 0 where it was dropped.
    """

    neighbors: Integers
    similarities: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """Which of n sentences were kept, and why.

    `kept` (n,) tells which. `order` (m,) holds the kept rows as they were picked and `gains` (m,) what each pick added, in the
    method's own unit. `covered_by` (n,) is for each sentence the kept one most similar to it (a kept one has itself; -1 when
    nothing is kept) and `cover_similarity` (n,) the cosine of the two. `stopped_early` is true where a method ran out of gain
    before the budget. `pinned` (n,) marks what a person decided by hand.
    """

    kept: Booleans
    order: Integers
    gains: Floats
    covered_by: Integers
    cover_similarity: Floats
    stopped_early: bool
    pinned: Booleans


@dataclass(frozen=True, eq=False)
class PrunedDocument:
    """A document, its sentences, their graph and what was kept of them. All arrays have one row a sentence."""

    document: Document
    sentences: tuple[Sentence, ...]
    sentence_tokens: Integers
    graph: SentenceGraph
    selection: Selection
    at_risk_below: float

    def __post_init__(self) -> None:
        n = len(self.sentences)
        if not n == len(self.sentence_tokens) == len(self.graph.neighbors) == len(self.selection.kept):
            raise ValueError(
                f"{n} sentences do not match {len(self.graph.neighbors)} graph rows and {len(self.selection.kept)} marks"
            )

    @cached_property
    def text(self) -> str:
        """The kept sentences in document order; a paragraph break between two of them is kept as one."""
        parts: list[str] = []
        last_end = 0
        for sentence, kept in zip(self.sentences, self.selection.kept, strict=True):
            if kept:
                between = self.document.text[last_end : sentence.start]
                parts += ["\n\n" if between.count("\n") > 1 else " "] if parts else []
                parts.append(sentence.text)
                last_end = sentence.end
        return "".join(parts)

    @property
    def kept_count(self) -> int:
        """Number of kept sentences."""
        return int(self.selection.kept.sum())

    @property
    def kept_fraction(self) -> float:
        """Share of the sentences that was kept, 0 to 1; 1 for a document without sentences."""
        return self.kept_count / len(self.sentences) if self.sentences else 1.0

    @property
    def tokens_before(self) -> int:
        """Tokens (cl100k_base) of all sentences."""
        return int(self.sentence_tokens.sum())

    @property
    def tokens_after(self) -> int:
        """Tokens (cl100k_base) of the kept sentences."""
        return int(self.sentence_tokens[self.selection.kept].sum())

    @cached_property
    def at_risk(self) -> Integers:
        """Rows of the pruned sentences that no kept sentence is close to, the least covered first."""
        similarity = self.selection.cover_similarity
        rows = np.flatnonzero(~self.selection.kept & (similarity < self.at_risk_below))
        return rows[np.argsort(similarity[rows], kind="stable")].astype(np.int32)

    @property
    def covered_fraction(self) -> float:
        """Share of the sentences that are kept or said closely enough by a kept one, 0 to 1."""
        return 1.0 - len(self.at_risk) / len(self.sentences) if self.sentences else 1.0
