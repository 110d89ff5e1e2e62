"""What became of each sentence of a document, in words: for the graph, the list and the panel alike."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from microrag_core.datatypes import PrunedDocument

Kind = Literal["kept", "pruned", "at risk"]


@dataclass(frozen=True, slots=True)
class SentenceState:
    """One sentence: `row` counts from 0, `number` from 1 as people count.

    `note` is short enough for the margin of a list, `why` is one or two sentences. `pick` counts from 1; pruned ones have None.
    """

    row: int
    text: str
    kind: Kind
    pinned: bool
    pick: int | None
    gain: float
    note: str
    why: str

    @property
    def number(self) -> int:
        """The sentence's number in the document, from 1."""
        return self.row + 1

    @property
    def status(self) -> str:
        """Its state in words."""
        return "pruned, at risk" if self.kind == "at risk" else self.kind


def describe(pruned: PrunedDocument) -> list[SentenceState]:
    """Return the state of every sentence of a document, in order."""
    selection = pruned.selection
    at_risk = frozenset(pruned.at_risk.tolist())
    order = zip(selection.order.tolist(), selection.gains.tolist(), strict=True)
    picks = {row: (pick, gain) for pick, (row, gain) in enumerate(order, 1)}
    covers = zip(
        selection.kept.tolist(),
        selection.pinned.tolist(),
        selection.covered_by.tolist(),
        selection.cover_similarity.tolist(),
        strict=True,
    )
    states = []
    for row, (sentence, (kept, pinned, cover, similarity)) in enumerate(zip(pruned.sentences, covers, strict=True)):
        kind: Kind = "kept" if kept else "at risk" if row in at_risk else "pruned"
        pick, gain = picks.get(row, (None, 0.0))
        note = margin_note(kind, pinned, cover, similarity)
        why = reason_kept(pinned, pick, len(picks), gain) if kept else reason_pruned(kind, pinned, cover, similarity)
        states.append(SentenceState(row, sentence.text, kind, pinned, pick, gain, note, why))
    return states


def margin_note(kind: Kind, pinned: bool, cover: int, similarity: float) -> str:
    """Return what stands beside a sentence in the list."""
    if kind == "kept":
        return "kept by hand" if pinned else "kept"
    note = "at risk" if kind == "at risk" else f"near {cover + 1} · {short(similarity)}" if cover >= 0 else "pruned"
    return f"pruned by hand, {note}" if pinned else note


def reason_kept(pinned: bool, pick: int | None, picks: int, gain: float) -> str:
    """Say why a sentence was kept."""
    if pinned:
        return "You kept it by hand."
    return f"The method picked it as number {pick} of {picks}; it added a gain of {gain:.3g}."


def reason_pruned(kind: Kind, pinned: bool, cover: int, similarity: float) -> str:
    """Say why a sentence was pruned, and which kept one is closest to it."""
    opening = "You pruned it by hand. " if pinned else ""
    if cover < 0:
        return f"{opening}Nothing of this document is kept."
    if kind == "at risk":
        return f"{opening}No kept sentence is close to it: the closest is sentence {cover + 1} ({similarity:.2f})."
    return f"{opening}The closest kept one is sentence {cover + 1} (similarity {similarity:.2f})."


def short(similarity: float) -> str:
    """Return a similarity with two digits and no leading zero."""
    text = f"{similarity:.2f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def stands_for(pruned: PrunedDocument, row: int) -> list[tuple[int, float]]:
    """Return the pruned sentences that a kept one covers better than any other, with their similarity, the closest first."""
    selection = pruned.selection
    rows = np.flatnonzero((selection.covered_by == row) & ~selection.kept)
    similarity = selection.cover_similarity[rows]
    best_first = np.argsort(-similarity, kind="stable")
    return list(zip(rows[best_first].tolist(), similarity[best_first].tolist(), strict=True))


def neighbors_of(pruned: PrunedDocument, row: int) -> list[tuple[int, float]]:
    """Return the other sentences that a sentence is joined to in the graph, with their similarity, the closest first."""
    pairs = zip(pruned.graph.neighbors[row].tolist(), pruned.graph.similarities[row].tolist(), strict=True)
    return [(other, similarity) for other, similarity in pairs if other not in (-1, row)]


def stopped_message(pruned: PrunedDocument, limit: int, unit: str) -> str:
    """Say that the method stopped before the budget of `limit` sentences or tokens; empty when it did not."""
    if not pruned.selection.stopped_early:
        return ""
    used = pruned.kept_count if unit == "sentences" else pruned.tokens_after
    return f"The method ran out of gain after {used:,} of {limit:,} allowed {unit}: what is left adds nothing by its rule."
