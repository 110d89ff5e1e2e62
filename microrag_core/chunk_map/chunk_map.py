"""A layout with a question on it: where the question lies, and what each side retrieved for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from microrag_core.chunk_map.layout import MapLayout
from microrag_core.chunk_map.places import Place
from microrag_core.comparison import End
from microrag_core.datatypes import Chunk, Floats, Retrieved
from microrag_core.pipeline import Found, Pipeline
from microrag_core.retrieval.collection import Collection


@dataclass(frozen=True, slots=True)
class Mark:
    """A passage that a side retrieved: where it lies, and the `rows` of the map that it is.

    A larger passage that stepped up in the place of its parts is not indexed itself: it lies in the middle of them.
    """

    end: End
    hit: Retrieved
    x: float
    y: float
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ChunkMap:
    """`places` and their `positions` (n, 2), what was retrieved among them, and where the question lies, (2,) or None.

    `explained` is the share of the passages' variance along each axis, 0 to 1, None where axes have no meaning. `total` counts
    all points, which may be more than are drawn.
    """

    places: tuple[Place, ...]
    positions: Floats
    marks: tuple[Mark, ...]
    question: Floats | None
    explained: tuple[float, float] | None
    total: int

    @property
    def ids(self) -> tuple[str, ...]:
        """The passages' ids, for sentences those of their documents with their numbers; one row each."""
        return tuple(place.id for place in self.places)

    @property
    def retrieved(self) -> dict[int, Literal["left", "right", "both"]]:
        """Which side retrieved which rows; a row that neither did is not among them."""
        by_end = {end: {row for mark in self.marks if mark.end == end for row in mark.rows} for end in ("left", "right")}
        both = by_end["left"] & by_end["right"]
        return {
            **dict.fromkeys(by_end["left"] - both, "left"),
            **dict.fromkeys(by_end["right"] - both, "right"),
            **dict.fromkeys(both, "both"),
        }


def chunk_map(layout: MapLayout, pipelines: Mapping[End, Pipeline], found: Mapping[End, Found]) -> ChunkMap:
    """Return the map of a question that `pipelines`, those of the layout, `found` passages for; without a question if none did.

    What was retrieved is always on the map. Where the layout has no room for it, the last of the other points make room.
    """
    hits = [(end, hit, parts_of(hit.chunk, pipelines[end].collection)) for end in found for hit in found[end].hits]
    vectors: dict[int, Floats] = {}
    for end, _, parts in hits:
        collection = pipelines[end].collection
        vectors |= {layout.row_of[end, collection.ids[part]]: collection.vectors[part] for part in parts}
    rows, positions = with_retrieved(layout, vectors)
    row_on_map = {row: place for place, row in enumerate(rows.tolist())}
    marks = []
    for end, hit, parts in hits:
        ids = pipelines[end].collection.ids
        own = tuple(row_on_map[layout.row_of[end, ids[part]]] for part in parts)
        x, y = positions[list(own)].mean(axis=0).tolist()
        marks.append(Mark(end, hit, x, y, own))
    asked = next(iter(found.values()), None)
    question = layout.projection.project(asked.vector[None])[0] if asked else None
    places = tuple(layout.places[row] for row in rows)
    return ChunkMap(places, positions, tuple(marks), question, layout.explained, len(layout.places))


def parts_of(chunk: Chunk, collection: Collection) -> list[int]:
    """Return the row of a passage that is indexed, or those of the indexed passages within a larger one."""
    if chunk.id in collection.rows:
        return [collection.rows[chunk.id]]
    return [
        row
        for row, part in enumerate(collection.chunks)
        if part.document == chunk.document and chunk.start <= part.start and part.end <= chunk.end
    ]


def with_retrieved(layout: MapLayout, vectors: Mapping[int, Floats]) -> tuple[npt.NDArray[np.int64], Floats]:
    """Return which rows of all places are drawn and where (n, 2), those with `vectors` always among them."""
    missing = sorted(vectors.keys() - set(layout.rows.tolist()))
    if not missing:
        return layout.rows, layout.positions
    others = np.flatnonzero(~np.isin(layout.rows, list(vectors)))
    surplus = max(0, len(layout.rows) + len(missing) - layout.limit)
    drawn = np.delete(np.arange(len(layout.rows)), others[len(others) - min(surplus, len(others)) :])
    placed = layout.projection.project(np.stack([vectors[row] for row in missing]))
    return np.append(layout.rows[drawn], missing), np.concatenate([layout.positions[drawn], placed])
