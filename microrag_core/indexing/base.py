"""What every index of vectors does, and what all of them do alike: ids, checks, the order of results."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from microrag_core.datatypes import Floats
from microrag_core.errors import InputError
from microrag_core.settings import IndexKind, IndexSettings

Labels = npt.NDArray[np.int64]
"""Numbers given to items in the order of adding, never twice; -1 is nothing."""


class VectorIndex(ABC):
    """Finds the ids whose unit rows have the largest inner product, the cosine, with a unit query.

    `notes` are sentences on what was lowered because there are few vectors, and why. Searching leaves an index as it is, so
    that threads may share one; `add` and `remove` must not run beside a search.
    """

    kind: ClassVar[IndexKind]

    def __init__(self, dimension: int, settings: IndexSettings) -> None:
        self.dimension = dimension
        self.settings = settings
        self._ids_by_label: dict[int, str] = {}
        self._labels: Labels = np.empty(0, np.int64)
        self._next_label = 0

    def __len__(self) -> int:
        return len(self._ids_by_label)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids in the order of adding."""
        return tuple(self._ids_by_label.values())

    @property
    def labels(self) -> Labels:
        """The numbers that stand for the ids, ascending (n,)."""
        return self._labels

    @property
    def next_label(self) -> int:
        """The number that the next id gets."""
        return self._next_label

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what was lowered and why, and on what else is not as asked for."""
        return ()

    def add(self, ids: Sequence[str], vectors: Floats) -> None:
        """Add unit rows (n, d) under new ids.

        Raises `InputError` for an id that is there already or comes twice, for rows of another length than those here and for
        values that are no finite numbers; the index then stays as it was.
        """
        if len(ids) != len(vectors):
            raise ValueError(f"{len(ids)} ids do not match {len(vectors)} vectors")
        rows = checked_rows(vectors, self.dimension)
        refuse_repeated(ids, set(self._ids_by_label.values()))
        if not len(rows):
            return
        labels = np.arange(self._next_label, self._next_label + len(ids), dtype=np.int64)
        self._insert(labels, rows, ids)
        self._ids_by_label.update(zip(labels.tolist(), ids, strict=True))
        self._labels = np.concatenate([self._labels, labels])
        self._next_label += len(ids)

    def remove(self, ids: Sequence[str]) -> None:
        """Take ids away; unknown ones are passed over."""
        gone = set(ids)
        leaving = np.fromiter((key in gone for key in self._ids_by_label.values()), np.bool_, len(self))
        if not leaving.any():
            return
        labels = self._labels[leaving]
        self._delete(labels)
        for label in labels.tolist():
            del self._ids_by_label[label]
        self._labels = self._labels[~leaving]

    def search(self, vector: Floats, top_k: int) -> list[tuple[str, float]]:
        """Return up to `top_k` (id, cosine) pairs for a unit `vector` (d,), the most similar first."""
        return self.search_many(np.asarray(vector).reshape(1, -1), top_k)[0]

    def search_many(self, vectors: Floats, top_k: int) -> list[list[tuple[str, float]]]:
        """Return for each of the unit rows (q, d) up to `top_k` (id, cosine) pairs, best first, ties in the order of adding.

        Raises `InputError` when the rows are of another length than those of the index.
        """
        rows = checked_rows(vectors, self.dimension)
        count = min(top_k, len(self))
        if count < 1 or not len(rows):
            return [[] for _ in rows]
        scores, labels = self._find(rows, count)
        return [self._named(*found) for found in zip(scores.tolist(), labels.tolist(), strict=True)]

    @abstractmethod
    def saved(self) -> tuple[dict[str, Any], bytes]:
        """Return what `load_index` needs beside ids, labels and settings: values of JSON, and bytes."""

    def _restore(self, ids: Sequence[str], labels: Sequence[int], next_label: int) -> None:
        """Take ids and labels as they were when the index was saved."""
        self._ids_by_label = dict(zip(labels, ids, strict=True))
        self._labels = np.array(labels, dtype=np.int64)
        self._next_label = next_label

    def _named(self, scores: list[float], labels: list[int]) -> list[tuple[str, float]]:
        found = sorted((-score, label) for score, label in zip(scores, labels, strict=True) if label >= 0)
        # Rounding, or the estimate of compressed vectors, may lead a little beyond what a cosine can be.
        return [(self._ids_by_label[label], min(1.0, max(-1.0, -negative))) for negative, label in found]

    @abstractmethod
    def _insert(self, labels: Labels, vectors: Floats, ids: Sequence[str]) -> None:
        """Take in rows (n, d), n at least 1, under new labels (n,), all larger than those here."""

    @abstractmethod
    def _delete(self, labels: Labels) -> None:
        """Take away labels that are here."""

    @abstractmethod
    def _find(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        """Return scores and labels (q, count), -1 where nothing was found; count is at least 1 and at most the length."""


def checked_rows(vectors: Floats, dimension: int) -> Floats:
    """Return rows (n, dimension) as contiguous float32, or raise `InputError`."""
    rows = np.ascontiguousarray(vectors, dtype=np.float32)
    if rows.ndim != 2:
        raise InputError(f"The vectors have the shape {rows.shape}; it must be one row for each item.")
    if rows.shape[1] != dimension:
        raise InputError(f"The vectors have {rows.shape[1]} dimensions, but those of the index have {dimension}.")
    if not np.isfinite(rows).all():
        raise InputError("The vectors hold values that are no finite numbers.")
    return rows


def dimension_of(vectors: Floats) -> int:
    """Return d of rows (n, d), or raise `InputError` when they are no such rows."""
    shape = np.shape(vectors)
    if len(shape) != 2 or shape[1] < 1:
        raise InputError(f"The vectors have the shape {shape}; it must be one row for each item.")
    return int(shape[1])


def refuse_repeated(ids: Sequence[str], present: set[str]) -> None:
    """Raise `InputError` when one of `ids` is among `present` or comes twice."""
    for key in ids:
        if key in present:
            raise InputError(f"The index has the id {key!r} already; each id stands for one vector.")
        present.add(key)
