"""Which items have equal vectors, for an index that holds each vector once."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels

DIGEST_BYTES = 16


@dataclass(frozen=True)
class Copies:
    """The row (n,) in the index of the vector of each of `labels` (n,), ascending; several may share one."""

    labels: Labels
    rows: Labels

    @classmethod
    def none(cls) -> Self:
        """Return those of an empty index."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64))

    def with_labels(self, labels: Labels, rows: Labels) -> "Copies":
        """Return these and further ones."""
        return Copies(np.concatenate([self.labels, labels]), np.concatenate([self.rows, rows]))

    def without(self, labels: Labels) -> "Copies":
        """Return these but for some labels; the rows keep their numbers."""
        kept = ~np.isin(self.labels, labels)
        return Copies(self.labels[kept], self.rows[kept])

    @cached_property
    def _by_row(self) -> tuple[Labels, Labels]:
        """The labels in the order of their rows, and where those of each row begin (and those of the last end)."""
        order = np.argsort(self.rows, kind="stable")
        starts = np.searchsorted(self.rows[order], np.arange(self.rows.max(initial=-1) + 2))
        return self.labels[order], starts

    def spread(self, scores: Floats, rows: Labels, count: int) -> tuple[Floats, Labels]:
        """Return scores and labels (q, count) of found rows (q, k), best first: a row gives all its labels while there is room.

        Every row must have a label, and k be `count` or the number of rows.
        """
        labels, starts = self._by_row
        if len(labels) == len(starts) - 1:
            return scores, labels[rows]
        sizes = starts[rows + 1] - starts[rows]
        spread_scores, spread_labels = np.empty((len(rows), count), np.float32), np.empty((len(rows), count), np.int64)
        for query, (row, size) in enumerate(zip(rows, sizes, strict=True)):
            spread_scores[query] = np.repeat(scores[query], size)[:count]
            spread_labels[query] = np.concatenate([labels[starts[one] : starts[one + 1]] for one in row])[:count]
        return spread_scores, spread_labels


def first_alike(vectors: Floats) -> Labels:
    """Return for each row (n,) the number of its vector, the different ones counted from 0 in the order of appearance."""
    seen: dict[bytes, int] = {}
    digests = (hashlib.blake2b(row.tobytes(), digest_size=DIGEST_BYTES).digest() for row in vectors)
    return np.fromiter((seen.setdefault(digest, len(seen)) for digest in digests), np.int64, len(vectors))
