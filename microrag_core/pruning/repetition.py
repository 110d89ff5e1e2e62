"""Texts of a whole corpus (sentences, passages, documents) that repeat one another, in groups that do not drift."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from microrag_core.datatypes import Booleans, Floats, Progress
from microrag_core.pruning.close_rows import ROUNDING, CloseRows

REPEATED_FROM = 0.95
SHARED_WORDS = 0.6
"""At this share "March 10, 2015" and "March 9, 2015" (cosine 0.97) are two texts; a clause with another name in it is one."""
BLOCK_ROWS = 1024
# Chinese, Japanese and Thai are written without spaces: each character counts as a word.
UNSPACED = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff"
WORD = re.compile(f"[{UNSPACED}]|[^\\W_{UNSPACED}]+")


@dataclass(frozen=True, slots=True)
class Group:
    """Texts that repeat one another: any two of them do, not only neighbours in a chain.

    `rows` are their numbers in order; the first is the group's representative. `documents` counts the documents that they are
    in. `similarity` is the lowest cosine of two of its different texts, 1 where all are equal.
    """

    rows: tuple[int, ...]
    documents: int
    similarity: float

    @property
    def representative(self) -> int:
        """The row that stands for the group: its first."""
        return self.rows[0]

    def __len__(self) -> int:
        return len(self.rows)


def find_repetition(
    documents: Sequence[str],
    texts: Sequence[str],
    vectors: Floats,
    threshold: float = REPEATED_FROM,
    *,
    shared_words: float = SHARED_WORDS,
    on_progress: Progress | None = None,
) -> tuple[Group, ...]:
    """Return the groups of two and more texts that repeat one another, in the order of their representatives.

    `documents` (n) are the ids of the documents that the `texts` (n) are of, `vectors` (n, d) their unit rows. Two texts repeat
    each other when they are equal but for white space, or when their cosine is at least `threshold` (0 to 1) and they share
    at least `shared_words` (0 to 1) of their words (the Jaccard index of the two sets; 0 leaves the words out). The words
    tell apart what an encoder does not see: another date or number, and what follows where it stops reading.

    A text joins the group whose representative is most similar to it (the earlier of two alike) among those of which it repeats
    every member; else it starts one. A like B and B like C thus never brings C to A: a text that could be in two groups is
    in one. Every text is compared with every representative; time grows with their number squared, memory only with n.
    """
    if not len(documents) == len(texts) == len(vectors):
        raise ValueError(f"{len(documents)} documents, {len(texts)} texts and {len(vectors)} vectors do not match")
    copies = equal_texts(texts)
    firsts = [rows[0] for rows in copies]
    grouping = Grouping([texts[row] for row in firsts], vectors[firsts], threshold, shared_words)
    for start in range(0, len(firsts), BLOCK_ROWS):
        if on_progress:
            on_progress("comparing", start, len(firsts))
        grouping.take(start, min(start + BLOCK_ROWS, len(firsts)))
    found = []
    for members in grouping.members.values():
        rows = sorted(row for member in members for row in copies[member])
        if len(rows) > 1:
            inside = {documents[row] for row in rows}
            found.append(Group(tuple(rows), len(inside), min(1.0, grouping.similarity[members[0]])))
    return tuple(found)


def keep_one(groups: Iterable[Group], n: int) -> Booleans:
    """Return the marks (n,) of what is left when one text of each group is kept, its representative."""
    kept = np.ones(n, dtype=bool)
    for group in groups:
        kept[list(group.rows[1:])] = False
    return kept


class Grouping:
    """Groups that grow as different texts are taken in order: representative -> members, all by their place."""

    def __init__(self, texts: Sequence[str], vectors: Floats, threshold: float, shared_words: float) -> None:
        self.members: dict[int, list[int]] = {}
        self.similarity: dict[int, float] = {}
        self._texts = texts
        self._vectors = vectors
        self._threshold = threshold
        self._shared_words = shared_words
        self._words: dict[int, frozenset[str]] = {}
        self._close = CloseRows(vectors, threshold)

    def take(self, start: int, end: int) -> None:
        """Take the texts from `start` to before `end`, which follow those taken before."""
        block = np.arange(start, end, dtype=np.int64)
        among = self._vectors[block] @ self._vectors[block].T
        close = among >= self._threshold - ROUNDING
        leads = np.zeros(len(block), dtype=bool)
        for place, (near, cosines) in enumerate(self._close.search(block)):
            within = np.flatnonzero(close[place] & leads)
            candidates = np.concatenate([near, start + within])
            order = np.lexsort((candidates, -np.concatenate([cosines, among[place, within]])))
            row = start + place
            if not any(self._join(row, leader) for leader in candidates[order].tolist()):
                self.members[row] = [row]
                self.similarity[row] = 1.0
                leads[place] = True
        self._close.add(block[leads])

    def _join(self, row: int, leader: int) -> bool:
        """Put a text into the group of `leader` where it repeats every member; tell whether it does."""
        members = self.members[leader]
        cosine = float((self._vectors[members] @ self._vectors[row]).min())
        if cosine < self._threshold - ROUNDING or any(self._shared(row, member) < self._shared_words for member in members):
            return False
        members.append(row)
        self.similarity[leader] = min(cosine, self.similarity[leader])
        return True

    def _shared(self, row: int, other: int) -> float:
        """Return the share of two texts' words that both have, 0 to 1; 1 where neither has any."""
        first, second = self._words_of(row), self._words_of(other)
        either = len(first | second)
        return len(first & second) / either if either else 1.0

    def _words_of(self, row: int) -> frozenset[str]:
        if row not in self._words:
            self._words[row] = frozenset(WORD.findall(self._texts[row].casefold()))
        return self._words[row]


def equal_texts(texts: Sequence[str]) -> list[list[int]]:
    """Return the rows of each text that differs from all others by more than white space, in order."""
    rows: dict[str, list[int]] = {}
    for row, text in enumerate(texts):
        rows.setdefault(" ".join(text.split()), []).append(row)
    return list(rows.values())
