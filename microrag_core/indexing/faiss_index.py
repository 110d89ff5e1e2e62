"""What the FAISS families have in common: the index of FAISS, its bytes, and the threads it is built by."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

import faiss
import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.indexing.base import Labels, VectorIndex, dimension_of
from microrag_core.settings import IndexSettings

SMALL = 20_000
"""Up to so many vectors one thread builds: the same index each time, and on a busy machine sooner than threads that wait."""


class FaissIndex(VectorIndex):
    """An index whose vectors FAISS holds (Douze et al. 2024, The Faiss library)."""

    def __init__(self, ids: Sequence[str], vectors: Floats, settings: IndexSettings | None = None) -> None:
        super().__init__(dimension_of(vectors), settings or IndexSettings(index=self.kind))
        self._faiss: Any = self._made()
        self.add(ids, vectors)

    @abstractmethod
    def _made(self) -> Any:
        """Return an empty index of FAISS, or None when it is made with the first vectors."""

    def _find(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        # To wake threads for one question takes longer on a busy machine than to answer it.
        with few_threads(len(vectors) == 1):
            return self._searched(vectors, count)

    @abstractmethod
    def _searched(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        """Do what `_find` does."""

    def saved(self) -> tuple[dict[str, Any], bytes]:
        """Return the index of FAISS as bytes; none before the first vector of an inverted file."""
        return {}, b"" if self._faiss is None else faiss.serialize_index(self._faiss).tobytes()

    @classmethod
    def restored(cls, described: Mapping[str, Any], data: bytes, settings: IndexSettings) -> Self:
        """Return the index that was saved with this description and these bytes."""
        index = cls([], np.empty((0, described["dimension"]), np.float32), settings)
        if data:
            index._faiss = faiss.deserialize_index(np.frombuffer(data, np.uint8))
        index._restore(described["ids"], described["labels"], described["next_label"])
        return index


@contextmanager
def few_threads(few: bool) -> Iterator[None]:
    """Let FAISS use one thread when the work is `few`; other threads of Python are not affected."""
    before = faiss.omp_get_max_threads()
    if few:
        faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)
