"""Searching among the passages of the documents that meet all conditions, so that `top_k` are found where so many match."""

from collections.abc import Callable, Sequence, Set

import numpy as np

from microrag_core.datatypes import Booleans, Floats, Ranked
from microrag_core.errors import SettingsError
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.cosines import cosines
from microrag_core.retrieval.filters import OWN_FIELDS, Condition


def matching(collection: Collection, conditions: Sequence[Condition]) -> Booleans:
    """Return (n,) whether each passage's document meets all conditions.

    Raises `SettingsError` for a field that no document of the collection has: it is a slip of the pen, not an empty result.
    """
    documents = collection.documents.values()
    known = {name.casefold(): name for document in documents for name in document.metadata}
    for condition in conditions:
        if documents and condition.field.casefold() not in {*known, *OWN_FIELDS}:
            names = ", ".join(sorted([*OWN_FIELDS, *known.values()]))
            raise SettingsError(f"No document has the field {condition.field!r} of filters; the fields are {names}.")
    met = {key: all(condition.holds(document) for condition in conditions) for key, document in collection.documents.items()}
    return np.array([met[chunk.document] for chunk in collection.chunks], dtype=np.bool_)


def matching_ids(collection: Collection, conditions: Sequence[Condition]) -> frozenset[str]:
    """Return the ids of the passages whose document meets all conditions. Raises as `matching` does."""
    rows = np.flatnonzero(matching(collection, conditions))
    return frozenset(collection.ids[row] for row in rows)


def search_rows(query_vector: Floats, collection: Collection, rows: Booleans, top_k: int) -> Ranked:
    """Return the `top_k` passages among the marked `rows` (n,) by cosine with the unit `query_vector` (d,), exactly.

    Equal cosines keep the order of the collection.
    """
    marked = np.flatnonzero(rows)
    scores = cosines(collection.vectors[marked], query_vector)
    best = np.argsort(-scores, kind="stable")[:top_k]
    return [(collection.ids[marked[row]], float(scores[row])) for row in best]


def search_deeper(search: Callable[[int], Ranked], allowed: Set[str], top_k: int, total: int) -> Ranked:
    """Return the first `top_k` `allowed` passages of a search that cannot be limited to them itself.

    `search(depth)` gives its best `depth` of `total` passages. It is asked for more until it gave enough of them, or all that
    are allowed, or has no more to give.
    """
    depth = max(1, top_k)
    while True:
        found = search(depth)
        kept = [hit for hit in found if hit[0] in allowed]
        if len(kept) >= min(top_k, len(allowed)) or len(found) < depth or depth >= total:
            return kept[:top_k]
        depth = min(total, depth * 4)
