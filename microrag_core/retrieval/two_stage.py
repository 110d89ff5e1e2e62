"""A cheap first stage and a better second: a small model's vectors make a shortlist, a large model's rank it."""

from collections.abc import Callable, Sequence

import numpy as np

from microrag_core.datatypes import Floats, Progress, Ranked
from microrag_core.embedding import Encoder
from microrag_core.indexing.flat import FlatIndex
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.cosines import cosines

CANDIDATES = 20

VectorsOf = Callable[[Sequence[str]], Floats]
"""Gives (n, d) unit rows for passage ids, one each in their order."""


class TwoStageSearch:
    """Finds passages of a collection with the `first` encoder and ranks those few with another one's vectors.

    `vectors_of` gives the second encoder's vectors: those that the collection has (`stored_vectors`, the default), or made
    when a passage first comes on a shortlist (`vectors_on_demand`), so that the large model never sees the others. The
    first encoder's are made here, once: `on_progress` is told.
    """

    def __init__(
        self,
        collection: Collection,
        first: Encoder,
        vectors_of: VectorsOf | None = None,
        on_progress: Progress | None = None,
    ) -> None:
        self._first = first
        self._vectors_of = vectors_of or stored_vectors(collection)
        texts = [collection.embedded_text(key) for key in collection.ids]
        self._index = FlatIndex(collection.ids, first.encode(texts, on_progress))

    def shortlist(self, query: str, candidates: int = CANDIDATES) -> Ranked:
        """Return the first stage's best, by its cosines."""
        return self._index.search(self._first.encode([query])[0], candidates)

    def search(self, query: str, second_vector: Floats, top_k: int, candidates: int = CANDIDATES) -> Ranked:
        """Return the `top_k` of the shortlist by cosine with the question's vector (d,) of the second encoder."""
        return rank_shortlist(second_vector, self.shortlist(query, candidates), self._vectors_of)[:top_k]


def rank_shortlist(query_vector: Floats, shortlist: Ranked, vectors_of: VectorsOf) -> Ranked:
    """Return a shortlist by cosine with a unit vector (d,), equal ones in their order on the shortlist."""
    ids = [key for key, _ in shortlist]
    if not ids:
        return []
    scores = cosines(vectors_of(ids), query_vector)
    return [(ids[row], float(scores[row])) for row in np.argsort(-scores, kind="stable")]


def stored_vectors(collection: Collection) -> VectorsOf:
    """Return what looks vectors up among those of the collection."""
    return lambda ids: collection.vectors[[collection.rows[key] for key in ids]]


def vectors_on_demand(collection: Collection, second: Encoder) -> VectorsOf:
    """Return what encodes the passages asked for; an encoder with a cache encodes each once."""
    return lambda ids: second.encode([collection.embedded_text(key) for key in ids])
