"""How similar all sentences of a document are to each other, in the order of the text."""

import itertools
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from microrag_core.datatypes import Floats

CELLS = 150
"""Cells a side at most; a longer document has several sentences a cell."""
SCALE = [[0.0, "rgba(150,90,190,0)"], [0.35, "rgba(150,90,190,0.12)"], [1.0, "rgba(150,90,190,1)"]]
"""One hue that is neither kept nor pruned, from nothing to full: it reads the same on light and dark backgrounds."""


@dataclass(frozen=True, slots=True, eq=False)
class HeatMap:
    """`similarity` (m, m): the largest cosine between a sentence of block i and another of block j; NaN where there is none.

    `starts` (m + 1,) are the rows at which the blocks begin, and the number of sentences at the end.
    """

    similarity: Floats
    starts: tuple[int, ...]

    @property
    def is_pooled(self) -> bool:
        """Whether a cell stands for more than one sentence."""
        return self.starts[-1] > len(self.similarity)


def pooled_similarity(vectors: Floats, cells: int = CELLS) -> HeatMap:
    """Compare all sentences with unit `vectors` (n, d), n at least 1, and keep the largest of each of `cells` x `cells` blocks.

    A sentence is not compared with itself. Needs memory for one row of blocks only.
    """
    n = len(vectors)
    starts = np.unique(np.linspace(0, n, min(cells, n) + 1).astype(np.int64))
    pooled = np.empty((len(starts) - 1, len(starts) - 1), np.float32)
    for block, (start, end) in enumerate(itertools.pairwise(starts)):
        similarity = vectors[start:end] @ vectors.T
        similarity[np.arange(end - start), np.arange(start, end)] = -np.inf
        pooled[block] = np.maximum.reduceat(similarity.max(axis=0), starts[:-1])
    pooled[np.isinf(pooled)] = np.nan
    return HeatMap(pooled, tuple(starts.tolist()))


def heat_map_figure(heat_map: HeatMap) -> go.Figure:
    """Draw the heat map, the beginning of the text at the top left."""
    names = [str(start + 1) if end - start == 1 else f"{start + 1}–{end}" for start, end in itertools.pairwise(heat_map.starts)]
    places = [(start + end + 1) / 2 for start, end in itertools.pairwise(heat_map.starts)]
    word = "up to " if heat_map.is_pooled else ""
    figure = go.Figure(
        go.Heatmap(
            x=places,
            y=places,
            z=heat_map.similarity,
            customdata=[[f"{row} and {column}" for column in names] for row in names],
            zmin=0,
            zmax=1,
            colorscale=SCALE,
            colorbar={"title": {"text": "Similarity"}, "tickvals": [0, 0.25, 0.5, 0.75, 1]},
            hovertemplate=f"Sentences %{{customdata}}: {word}%{{z:.2f}}<extra></extra>",
        )
    )
    figure.update_layout(
        xaxis={"title": "Sentence, in order of the text", "constrain": "domain", "showgrid": False},
        yaxis={
            "title": "Sentence, in order of the text",
            "autorange": "reversed",
            "scaleanchor": "x",
            "constrain": "domain",
            "showgrid": False,
        },
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
    )
    return figure


def what_to_see(heat_map: HeatMap) -> str:
    """Return the figure's caption."""
    seen = (
        "A strong cell away from the diagonal: two places that say nearly the same. "
        "A strong block on it: a passage that stays with one matter."
    )
    if not heat_map.is_pooled:
        return f"{seen} A sentence is not compared with itself."
    cells = len(heat_map.similarity)
    return (
        f"{seen} {heat_map.starts[-1]:,} sentences share {cells} × {cells} cells: each shows the most similar pair of its two "
        "stretches of text; a sentence is not compared with itself."
    )
