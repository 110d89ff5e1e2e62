"""An index that Qdrant holds: in a folder by default, on a server when its address is set."""

import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Self
from uuid import uuid4

import numpy as np

from microrag_core.datatypes import Floats
from microrag_core.errors import InputError
from microrag_core.indexing.base import Labels, VectorIndex, dimension_of
from microrag_core.indexing.qdrant_connection import PREFIX, Connection, connect, keep, models
from microrag_core.settings import IndexSettings

POINTS_A_REQUEST = 256
LARGE_FOR_A_FOLDER = 20_000
"""Vectors from which on Qdrant's makers advise against a folder."""


class QdrantIndex(VectorIndex):
    """Unit rows in a collection of Qdrant, by inner product.

    Without a name the collection is this index's own and is deleted with it, unless `save_index` kept it. With one, a
    collection of that name is made anew in place of the one that is there, and stays. A folder's search compares with every
    vector; a server builds a graph of `hnsw_links` from some ten thousand vectors on and searches it with `ef_search`. Of more
    equal scores than were asked for, any may be found.
    """

    kind = "qdrant"

    def __init__(
        self, ids: Sequence[str], vectors: Floats, settings: IndexSettings | None = None, collection: str = ""
    ) -> None:
        super().__init__(dimension_of(vectors), settings or IndexSettings(index=self.kind))
        self._connection = connect(self.settings.qdrant)
        self.collection = collection or PREFIX + uuid4().hex
        with self._connection.client() as client:
            if collection and client.collection_exists(collection):
                client.delete_collection(collection)
            client.create_collection(
                self.collection,
                vectors_config=models.VectorParams(size=self.dimension, distance=models.Distance.DOT),
                hnsw_config=models.HnswConfigDiff(m=self.settings.hnsw_links),
            )
            self._connection.hasten(self.collection)
        self._deletion = weakref.finalize(self, self._connection.unwanted().append, self.collection)
        if collection:
            self._keep()
        self.add(ids, vectors)

    @classmethod
    def restored(cls, described: Mapping[str, Any], settings: IndexSettings) -> Self:
        """Return the index that was saved with this description. Raises `InputError` when Qdrant has another one by now."""
        index = cls.__new__(cls)
        VectorIndex.__init__(index, described["dimension"], settings)
        index._connection, index.collection = connect(settings.qdrant), described["collection"]
        index._restore(described["ids"], described["labels"], described["next_label"])
        with index._connection.client() as client:
            there = client.collection_exists(index.collection)
            if not there or client.count(index.collection, exact=True).count != len(index):
                where = index._connection.address
                raise InputError(f"Qdrant at {where} no longer has the {len(index):,} vectors of the index: make it anew.")
            index._connection.hasten(index.collection)
        return index

    @property
    def connection(self) -> Connection:
        """The connection to the server or the folder."""
        return self._connection

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what else is not as asked for."""
        if self._connection.is_server or len(self) <= LARGE_FOR_A_FOLDER:
            return ()
        return (f"Qdrant in a folder is slow for more than {LARGE_FOR_A_FOLDER:,} vectors: set qdrant to a server's address.",)

    def saved(self) -> tuple[dict[str, Any], bytes]:
        """Return the collection's name; Qdrant has the vectors. The collection is kept from now on."""
        self._keep()
        return {"collection": self.collection}, b""

    def _keep(self) -> None:
        with self._connection.client() as client:
            keep(client, self.collection)
        self._deletion.detach()

    def _insert(self, labels: Labels, vectors: Floats, ids: Sequence[str]) -> None:
        try:
            for start in range(0, len(labels), POINTS_A_REQUEST):
                some = slice(start, start + POINTS_A_REQUEST)
                batch = models.Batch(
                    ids=labels[some].tolist(), vectors=vectors[some].tolist(), payloads=[{"id": key} for key in ids[some]]
                )
                with self._connection.client() as client:
                    client.upsert(self.collection, batch, wait=True)
        except BaseException:
            with suppress(InputError):
                self._delete(labels)
            raise

    def _delete(self, labels: Labels) -> None:
        with self._connection.client() as client:
            client.delete(self.collection, models.PointIdsList(points=labels.tolist()), wait=True)

    def _find(self, vectors: Floats, count: int) -> tuple[Floats, Labels]:
        width = models.SearchParams(hnsw_ef=max(self.settings.ef_search, count)) if self._connection.is_server else None
        requests = [models.QueryRequest(query=row, limit=count, params=width) for row in vectors.tolist()]
        with self._connection.client() as client:
            answers = client.query_batch_points(self.collection, requests)
        scores = np.zeros((len(vectors), count), np.float32)
        labels = np.full((len(vectors), count), -1, np.int64)
        for row, answer in enumerate(answers):
            found = len(answer.points)
            scores[row, :found] = [point.score for point in answer.points]
            labels[row, :found] = [point.id for point in answer.points]
        return scores, labels
