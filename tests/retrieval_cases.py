"""Small collections and rankings that several retrieval tests use."""

from collections.abc import Mapping, Sequence

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from microrag_core.datatypes import Chunk, Document, Floats, Ranked
from microrag_core.retrieval.collection import Collection

many = settings(max_examples=60, deadline=None)

orders = st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=10)
"""Passage ids in some order."""


def ranked(keys: Sequence[str], scores: Sequence[float] | None = None) -> Ranked:
    """A ranking of these ids; its scores fall by 1 down to 1 unless given."""
    return list(zip(keys, scores or [float(len(keys) - place) for place in range(len(keys))], strict=True))


def unit_rows(n: int, d: int, seed: int) -> Floats:
    rows = np.random.default_rng(seed).normal(size=(n, d)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def collection_of(
    documents: Sequence[Document], vectors: Floats | None = None, parents: Mapping[str, Chunk] | None = None
) -> Collection:
    """Each document as one passage, whose id is the document's record id."""
    chunks = tuple(Chunk(d.record_id, d.id, 0, len(d.text), d.text, "", 1) for d in documents)
    rows = unit_rows(len(documents), 8, 0) if vectors is None else vectors
    return Collection(chunks, tuple(d.text for d in documents), rows, {d.id: d for d in documents}, parents or {})


def brute_force(query: Floats, collection: Collection, top_k: int) -> list[str]:
    """The ids by cosine, computed one by one."""
    cosines = {key: float(np.dot(query, row)) for key, row in zip(collection.ids, collection.vectors, strict=True)}
    return sorted(cosines, key=lambda key: -cosines[key])[:top_k]
