"""The similarity graph of one document: kept and pruned sentences told apart by shape and colour."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from microrag_core.datatypes import Floats, PrunedDocument
from pages.explore.graph_marks import KINDS, Canvas, marker_sizes
from pages.explore.layout import edge_list, separate, to_unit_square
from pages.explore.sentence_state import SentenceState, neighbors_of, stands_for

NUMBERED_LIMIT = 80
"""Up to so many sentences each shows its number."""
SVG_LIMIT = 400
"""Up to so many sentences the figure is drawn as SVG; beyond, by WebGL."""
EDGE_LIMIT = 1500
STANDS_FOR_LIMIT = 8
"""So many of the sentences that one stands for are among its surroundings."""
WIDTHS = ((-1.0, 0.8, 0.4), (0.4, 1.4, 0.55), (0.6, 2.5, 0.7), (0.8, 4.0, 0.85), (2.0, 0.0, 0.0))
"""Similarity from which a line has which width and opacity; a Plotly trace has one width for all of its lines."""


@dataclass(frozen=True, slots=True)
class GraphFigure:
    """The figure, and how many of how many edges it shows."""

    figure: go.Figure
    edges_shown: int
    edges: int


def graph_figure(
    pruned: PrunedDocument,
    states: Sequence[SentenceState],
    positions: Floats,
    selected: int | None = None,
    around: bool = False,
) -> GraphFigure:
    """Draw the graph at `positions` (n, 2); each node's `customdata` is its row.

    `selected` is ringed and its edges stand out. With `around` only its surroundings are drawn, spread over the whole figure.
    """
    rows = surroundings(pruned, selected) if around and selected is not None else list(range(len(states)))
    shown, total = strongest_edges(pruned, rows)
    if len(rows) < len(states):
        states = [states[row] for row in rows]
        positions = positions.copy()
        positions[rows] = separate(to_unit_square(positions[rows]))
    figure = go.Figure()
    canvas = canvas_for(states, positions)
    for (low, width, opacity), (high, *_) in itertools.pairwise(WIDTHS):
        pairs = [(left, right) for left, right, similarity in shown if low <= similarity < high]
        figure.add_trace(canvas.lines(pairs, width, opacity))
    if selected is not None:
        figure.add_trace(canvas.strong_lines([(selected, other) for other, _ in neighbors_of(pruned, selected)]))
    for kind in KINDS:
        figure.add_trace(canvas.nodes([state for state in states if state.kind == kind.kind], kind))
    if pins := [state.row for state in states if state.pinned]:
        figure.add_trace(canvas.pins(pins))
    if selected is not None:
        figure.add_trace(canvas.ring(selected))
    arrange(figure, can_zoom=len(states) > NUMBERED_LIMIT)
    return GraphFigure(figure, len(shown), total)


def canvas_for(states: Sequence[SentenceState], positions: Floats) -> Canvas:
    """Return a canvas whose marks and lines are the smaller the more sentences there are."""
    n = len(states)
    numbered, fast = n <= NUMBERED_LIMIT, n > SVG_LIMIT
    digits = len(str(states[-1].number)) if states else 1
    smallest, growth = (13 + 4 * max(2, digits), 15) if numbered else (7, 8) if fast else (11, 11)
    sizes = np.zeros(len(positions), np.float32)
    sizes[[state.row for state in states]] = marker_sizes(states, smallest, growth)
    return Canvas(fast, numbered, positions, sizes, line_scale=0.5 if fast else 1.0)


def strongest_edges(pruned: PrunedDocument, rows: Sequence[int]) -> tuple[list[tuple[int, int, float]], int]:
    """Return the edges among `rows`, each sentence's strongest first up to a limit, and how many the document has in all."""
    left, right, similarity = edge_list(pruned.graph)
    total = len(left)
    inside = np.zeros(len(pruned.sentences), np.bool_)
    inside[rows] = True
    order = np.argsort(-similarity, kind="stable")
    order = order[inside[left[order]] & inside[right[order]]]
    left, right, similarity = left[order], right[order], similarity[order]
    if len(order) > EDGE_LIMIT:
        # The first time that a sentence comes up in this order is its strongest edge.
        ends = np.stack([left, right], axis=1).ravel()
        strongest = np.zeros(len(order), np.bool_)
        strongest[np.unique(ends, return_index=True)[1] // 2] = True
        chosen = np.concatenate([np.flatnonzero(strongest), np.flatnonzero(~strongest)])[:EDGE_LIMIT]
        left, right, similarity = left[chosen], right[chosen], similarity[chosen]
    return list(zip(left.tolist(), right.tolist(), similarity.tolist(), strict=True)), total


def surroundings(pruned: PrunedDocument, selected: int) -> list[int]:
    """Return the selected sentence, its neighbours, what covers it or is covered by it, and their neighbours, in order."""
    cover = int(pruned.selection.covered_by[selected])
    near = {selected, *(other for other, _ in neighbors_of(pruned, selected) + stands_for(pruned, selected)[:STANDS_FOR_LIMIT])}
    near |= {cover} if cover >= 0 else set()
    return sorted(near | {other for row in near for other, _ in neighbors_of(pruned, row)})


def arrange(figure: go.Figure, can_zoom: bool) -> None:
    """Set the frame: no axes, and a legend in words. Where nothing is to zoom, a finger on the figure scrolls the page."""
    axis = {"visible": False, "fixedrange": not can_zoom}
    figure.update_layout(
        xaxis={**axis, "range": [-0.06, 1.06]},
        yaxis={**axis, "range": [-0.07, 1.06]},
        margin={"l": 4, "r": 4, "t": 8, "b": 8},
        legend={"orientation": "h", "x": 0, "y": 0, "yanchor": "top", "xanchor": "left", "itemsizing": "constant"},
        hovermode="closest",
        hoverlabel={"align": "left"},
    )
