"""Where everything lies, whatever the question: the long part of a map, to be made once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from microrag_core.chunk_map.pca import Pca, fit_pca
from microrag_core.chunk_map.places import Place, passages, pruned_sentences
from microrag_core.chunk_map.umap_projection import Umap, fit_umap
from microrag_core.comparison import End
from microrag_core.datatypes import Floats
from microrag_core.errors import InputError
from microrag_core.pipeline import Pipeline

MapMethod = Literal["pca", "umap"]

MOST_POINTS = 20_000
"""As many as a browser still moves and zooms smoothly."""
GOLDEN = 0.6180339887498949
"""Multiples of the golden ratio are spread most evenly between 0 and 1, however many are taken (Weyl, 1916; Knuth, 1973)."""


@dataclass(frozen=True, eq=False)
class MapLayout:
    """All `places` (m), which `rows` (n) of them are drawn, in order and at most `limit`, and the `positions` (n, 2) of these.

    Anything else with a vector is placed by `projection`.
    """

    places: tuple[Place, ...]
    rows: npt.NDArray[np.int64]
    positions: Floats
    projection: Pca | Umap
    limit: int

    @property
    def explained(self) -> tuple[float, float] | None:
        """The share of the passages' variance along each axis, 0 to 1; None where the axes have no meaning."""
        return self.projection.explained if isinstance(self.projection, Pca) else None

    @cached_property
    def row_of(self) -> Mapping[tuple[End, str], int]:
        """The row among all places of each side's passages, by side and id."""
        return {(end, place.id): row for row, place in enumerate(self.places) for end in place.ends}


def lay_out(
    pipelines: Mapping[End, Pipeline], method: MapMethod = "pca", *, sentences: bool = True, limit: int = MOST_POINTS
) -> MapLayout:
    """Place the passages of one or two pipelines over the same documents, with pruned `sentences` or without.

    The axes of `pca` are fitted to all passages, those of `umap` to those that are drawn; sentences are placed among them and
    do not move them. Of more than `limit` points so many are drawn, spread evenly over their order by id: neither the
    question, nor the order in which documents were added, nor which pipeline is on which side plays a part. Raises
    `InputError` without a pipeline, and what `fit_umap` raises.
    """
    if not pipelines:
        raise InputError("There is no pipeline to draw a map of.")
    if limit < 1:
        raise InputError(f"limit is {limit}; it must be 1 or more.")
    places, vectors = passages(pipelines)
    gone, gone_vectors = pruned_sentences(pipelines) if sentences else ([], vectors[:0])
    everything = [*places, *gone]
    rows = spread(len(everything), limit)
    own, others = rows[rows < len(places)], rows[rows >= len(places)] - len(places)
    projection: Pca | Umap
    if method == "pca":
        projection = fit_pca(vectors)
        positions = projection.project(vectors[own])
    else:
        projection = fit_umap(vectors[own])
        positions = projection.positions
    positions = np.concatenate([positions, projection.project(gone_vectors[others])])
    return MapLayout(tuple(everything), rows, positions, projection, limit)


def spread(count: int, limit: int) -> npt.NDArray[np.int64]:
    """Return up to `limit` numbers below `count`, in order and spread evenly; of a larger limit none goes missing."""
    if count <= limit:
        return np.arange(count)
    return np.sort(np.argsort(np.arange(count) * GOLDEN % 1, kind="stable")[:limit])
