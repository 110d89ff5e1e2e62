"""What the two inverted-file families have in common: lists of vectors around centres (Jégou et al. 2011)."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import faiss

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels
from microrag_core.indexing.faiss_index import SMALL, FaissIndex, few_threads

VECTORS_A_LIST = 39
"""Fewer training vectors a centre than this, and FAISS warns that the centres are poor."""
TRAINING_VECTORS = 64
"""A sample of so many vectors a centre is enough to find the centres by."""


class InvertedFileIndex(FaissIndex):
    """Vectors in `nlist` lists, each around a centre found by k-means; a search reads the `nprobe` lists nearest to the query.

    The centres are found from the first vectors added. Where the lists read hold fewer vectors than asked for, more are read.
    """

    def _made(self) -> Any:
        return None

    @property
    def lists(self) -> int:
        """How many lists there are; 0 before the first vector."""
        return 0 if self._faiss is None else int(self._faiss.nlist)

    @property
    def probes(self) -> int:
        """How many lists a search reads."""
        return min(self.settings.nprobe, self.lists)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what was lowered and why."""
        found = []
        if 0 < self.lists < self.settings.nlist:
            found.append(
                f"nlist is {self.lists} instead of {self.settings.nlist}: each list needs {VECTORS_A_LIST} vectors to find its "
                "centre by."
            )
        if 0 < self.lists < self.settings.nprobe:
            found.append(f"nprobe is {self.lists} instead of {self.settings.nprobe}: there are no more lists to read.")
        return tuple(found)

    @abstractmethod
    def _trained(self, vectors: Floats) -> Any:
        """Return an empty index of FAISS whose centres were found from rows (n, d)."""

    def _factory(self, count: int, code: str) -> Any:
        """Return an untrained index for `count` training vectors that are held as `code` says."""
        made: Any = faiss.index_factory(self.dimension, f"IVF{self._list_count(count)},{code}", faiss.METRIC_INNER_PRODUCT)
        set_training(made.cp)
        return made

    def _list_count(self, count: int) -> int:
        return max(1, min(self.settings.nlist, count // VECTORS_A_LIST))

    def _outgrown(self, count: int) -> bool:
        """Return whether so many vectors would have at least twice the lists that there are."""
        return self._list_count(count) >= 2 * self.lists

    def _insert(self, labels: Labels, vectors: Floats, ids: Sequence[str]) -> None:
        if self._faiss is None:
            # Finding centres takes thousands of short steps; threads would wait for one another at each.
            with few_threads(True):
                self._faiss = self._trained(vectors)
        with few_threads(len(labels) <= SMALL):
            self._faiss.add_with_ids(vectors, labels)

    def _delete(self, labels: Labels) -> None:
        self._faiss.remove_ids(labels)

    def _searched(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        probes = self.probes
        scores, labels = self._probe(vectors, count, probes)
        while (short := (labels < 0).any(axis=1)).any() and probes < self.lists:
            probes = min(2 * probes, self.lists)
            scores[short], labels[short] = self._probe(vectors[short], count, probes)
        return scores, labels

    def _probe(self, vectors: Floats, count: int, probes: int) -> tuple[Floats, Labels]:
        parameters = faiss.SearchParametersIVF(nprobe=probes)  # type: ignore[call-arg]
        found: tuple[Floats, Labels] = self._faiss.search(vectors, count, params=parameters)
        return found


def set_training(parameters: Any) -> None:
    """Set how FAISS finds centres; it would print on standard error what `notes` say."""
    parameters.min_points_per_centroid = 1
    parameters.max_points_per_centroid = TRAINING_VECTORS
