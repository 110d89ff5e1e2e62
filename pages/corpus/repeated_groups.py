"""What repeats in a corpus, counted: for the table, the figure, the sentence in words and the download."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Booleans, shorten
from microrag_core.pruning.repetition import Group, keep_one
from pages.corpus.units import Unit, Units
from pages.shared.wording import counted, percent

LONGEST_SHOWN = 400
"""Characters of a text in the table; the whole text stands below it and in the download."""


@dataclass(frozen=True, eq=False)
class Repetition:
    """The groups of a corpus' units that repeat one another, the most widespread first."""

    unit: Unit
    units: Units
    groups: tuple[Group, ...]

    @property
    def repeats(self) -> Booleans:
        """Marks (n,) of the texts that an earlier one says already."""
        return ~keep_one(self.groups, len(self.units))

    @property
    def tokens_saved(self) -> int:
        """Tokens of all texts but one of each group."""
        return int(self.units.tokens[self.repeats].sum())

    def saved_by(self, group: Group) -> int:
        """Return the tokens of all texts of one group but its first."""
        return int(self.units.tokens[list(group.rows[1:])].sum())

    def shared_tokens(self) -> dict[str, int]:
        """Return for each document that shares a text with another how many of its tokens stand elsewhere too."""
        shared: Counter[str] = Counter()
        for group in self.groups:
            if group.documents > 1:
                for row in group.rows:
                    shared[self.units.owners[row]] += int(self.units.tokens[row])
        return dict(shared)


def arrange(unit: Unit, units: Units, groups: Sequence[Group], across: bool) -> Repetition:
    """Return the groups, those in most documents first, then those that cost most tokens.

    `across` leaves out those that stay within one document.
    """
    wanted = tuple(group for group in groups if group.documents > 1 or not across)
    found = Repetition(unit, units, wanted)
    order = sorted(wanted, key=lambda group: (-group.documents, -found.saved_by(group), group.rows[0]))
    return Repetition(unit, units, tuple(order))


def groups_table(found: Repetition) -> pd.DataFrame:
    """Return a row a group: its first text, how often and in how many documents it stands, and what one of it would save."""
    return pd.DataFrame(
        {
            "Text": [shorten(found.units.texts[group.representative], LONGEST_SHOWN) for group in found.groups],
            "Documents": [group.documents for group in found.groups],
            "Times": [len(group) for group in found.groups],
            "Least alike": [group.similarity for group in found.groups],
            "Tokens saved": [found.saved_by(group) for group in found.groups],
        }
    )


def still_kept(found: Repetition, corpus: Corpus) -> int:
    """Return how many repeats are left when each document is pruned by itself; of sentences only."""
    kept = np.concatenate([item.selection.kept for item in corpus.all_pruned()])
    return int((kept & found.repeats).sum())


def in_words(found: Repetition, corpus: Corpus) -> str:
    """Say what the repetition means for a search and for a model's bill."""
    documents, total = len(corpus), int(found.units.tokens.sum())
    most, saved = found.groups[0], found.tokens_saved
    one = found.unit[:-1]
    if found.unit == "documents":
        opening = f"{counted(len(found.groups), 'group')} of documents say the same, the largest {len(most):,} times over."
    else:
        opening = (
            f"One {one} stands in {most.documents:,} of {counted(documents, 'document')}"
            if most.documents > 1
            else f"One {one} stands {len(most):,} times in its document"
        )
        opening += f", and {len(found.groups) - 1:,} more repeat likewise." if len(found.groups) > 1 else "; no other repeats."
    return (
        f"{opening} A search that finds one of them finds all of them, and other answers are pushed down. Keeping one of each "
        f"group would save {saved:,} of {counted(total, 'token')}, {percent(saved / total if total else 0.0)}."
    )


def to_jsonl(found: Repetition, corpus: Corpus) -> bytes:
    """Return a line a group with all its members: document, title, span and text of each."""
    lines = []
    for group in found.groups:
        members = []
        for row in group.rows:
            document = corpus.parts[found.units.owners[row]].document
            start, text = found.units.starts[row], found.units.texts[row]
            span = {"start": start, "end": start + len(text)}
            members.append(
                {"_id": document.record_id, "title": document.title, "source": document.source, **span, "text": text}
            )
        counts = {"documents": group.documents, "times": len(group), "similarity": round(group.similarity, 4)}
        lines.append(json.dumps({**counts, "tokens_saved": found.saved_by(group), "members": members}, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
