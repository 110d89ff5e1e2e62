"""From small passages to the larger ones that hold them: when many of a parent's children were found, or always."""

from collections import Counter
from collections.abc import Iterable, Set

from microrag_core.datatypes import Chunk, Ranked
from microrag_core.retrieval.collection import Collection

ENOUGH_CHILDREN = 0.5
"""The share of a parent's children among the hits from which on the parent stands in for them."""


def step_up(hits: Ranked, collection: Collection, enough: float = ENOUGH_CHILDREN) -> Ranked:
    """Replace hits by their parent where at least the share `enough` (above 0, up to 1) of its children are among them.

    It goes level by level: a parent that came in counts as found when its own parent is weighed, and what lies inside a parent
    that came in is not handed over beside it. A parent has the score and the place of the best hit inside it; hits without a
    parent stay. `hits` are all that count: pass those that would be handed over, not every candidate. This is the
    auto-merging retriever of LlamaIndex (Liu 2023).
    """
    present = {key for key, _ in hits}
    merged: set[str] = set()
    for level in range(max((chunk.level for chunk in collection.parents.values()), default=0)):
        chunks = (chunk_of(key, collection) for key in present)
        found = Counter(chunk.parent for chunk in chunks if chunk.level == level and chunk.parent is not None)
        merged |= {parent for parent, count in found.items() if count >= enough * collection.family_sizes[parent]}
        present |= merged
    return each_once((highest(key, merged, collection), score) for key, score in hits)


def highest(key: str, merged: Set[str], collection: Collection) -> str:
    """Return the largest of the `merged` chunks that hold a chunk; its own id where none does."""
    best, parent = key, chunk_of(key, collection).parent
    while parent is not None:
        best = parent if parent in merged else best
        parent = chunk_of(parent, collection).parent
    return best


def parents_of(hits: Ranked, collection: Collection) -> Ranked:
    """Return the parent of each hit once, with its best child's score and place; hits without a parent stay."""
    return each_once((chunk_of(key, collection).parent or key, score) for key, score in hits)


def chunk_of(key: str, collection: Collection) -> Chunk:
    """Return the chunk with an id, an indexed one or a parent."""
    row = collection.rows.get(key)
    return collection.parents[key] if row is None else collection.chunks[row]


def each_once(hits: Iterable[tuple[str, float]]) -> Ranked:
    """Return the hits without repeats: of each id the first, which is the best."""
    best: dict[str, float] = {}
    for key, score in hits:
        best.setdefault(key, score)
    return list(best.items())
