"""All passages in two dimensions: what is kept and pruned, the question, and what each side found for it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from microrag_core.chunk_map import ChunkMap, Mark, Place
from microrag_core.comparison import End
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Floats
from pages.compare.map_marks import LOOKS, RINGS, TITLE_CHARACTERS, cross, points, rings, scale, star
from pages.shared.colors import NEUTRAL
from pages.shared.markup import as_plotly
from pages.shared.wording import cut_in_the_middle, percent

SVG_LIMIT = 1000
"""More points than this are drawn by WebGL."""
DRAG_LIMIT = 1000
"""Up to so many points a finger on the figure scrolls the page; beyond, it draws a frame to zoom into."""
ORDINALS = ("first", "second")


def map_figure(drawn: ChunkMap, corpus: Corpus, names: Mapping[End, str], selected: int | None, around: bool) -> go.Figure:
    """Draw the map; each point's `customdata` is its row, and `selected` is the row of the one that is marked.

    With `around` only the surroundings of the question and of what was found are in view.
    """
    fast = len(drawn.places) > SVG_LIMIT
    size, opacity = scale(sum(place.sentence is None for place in drawn.places))
    ranked = around or is_spread(drawn)
    figure = go.Figure()

    def add(positions: Floats, **parts: Any) -> None:
        figure.add_trace((go.Scattergl if fast else go.Scatter)(x=positions[:, 0], y=positions[:, 1], **parts))

    labels = {key: as_plotly(cut_in_the_middle(part.document.label, TITLE_CHARACTERS)) for key, part in corpus.parts.items()}
    kinds = np.array([kind_of(place) for place in drawn.places])
    for kind, look in LOOKS.items():
        rows = np.flatnonzero(kinds == kind)
        if len(rows):
            hover = [labels[drawn.places[row].document] for row in rows]
            add(drawn.positions[rows], **points(look, rows.tolist(), hover, size, opacity))
    if len(joined := joints(drawn.marks)):
        add(joined, mode="lines", line={"color": NEUTRAL, "width": 1}, hoverinfo="skip", showlegend=False)
    for end in RINGS:
        if marks := [mark for mark in drawn.marks if mark.end == end]:
            add(np.array([(mark.x, mark.y) for mark in marks]), **rings(end, marks, names[end], ranked))
    if selected is not None:
        add(drawn.positions[selected][None], **cross())
    if drawn.question is not None:
        # Last, and never by WebGL, which lies below all else: nothing covers the star and its label.
        figure.add_trace(go.Scatter(x=drawn.question[:1], y=drawn.question[1:2], **star()))
    arrange(figure, drawn, frame(drawn) if around else None)
    return figure


def kind_of(place: Place) -> str:
    """Return which of `LOOKS` a point has."""
    return "sentence" if place.sentence is not None else place.state


def is_spread(drawn: ChunkMap) -> bool:
    """Tell whether what was found takes enough of the whole map for ranks to be read beside it."""
    found = np.array([(mark.x, mark.y) for mark in drawn.marks]).reshape(-1, 2)
    return len(found) > 0 and float(np.ptp(found, axis=0).max()) > 0.3 * float(np.ptp(drawn.positions, axis=0).max())


def joints(marks: Sequence[Mark]) -> Floats:
    """Return lines (n, 2), with gaps, from where a passage lies on the left side to where it lies on the right."""
    left = {mark.hit.chunk.id: mark for mark in marks if mark.end == "left"}
    path: list[tuple[float, float]] = []
    for mark in marks:
        other = left.get(mark.hit.chunk.id)
        if mark.end == "right" and other and other.rows != mark.rows:
            path += [(other.x, other.y), (mark.x, mark.y), (np.nan, np.nan)]
    return np.array(path, np.float32).reshape(-1, 2)


def frame(drawn: ChunkMap) -> tuple[list[float], list[float]] | None:
    """Return the ranges of x and y that hold the question and all that was found, with room around; None without any."""
    seen = [(mark.x, mark.y) for mark in drawn.marks]
    seen += [] if drawn.question is None else [tuple(drawn.question.tolist())]
    if not seen:
        return None
    low, high = np.min(seen, axis=0), np.max(seen, axis=0)
    room = 0.25 * max(float((high - low).max()), 1e-3)
    return [low[0] - room, high[0] + room], [low[1] - room, high[1] + room]


def arrange(figure: go.Figure, drawn: ChunkMap, ranges: tuple[list[float], list[float]] | None) -> None:
    """Set axes of one scale with their titles, and the legend under them."""
    titles = [axis_title(drawn, place) for place in range(2)]
    common = {"showticklabels": False, "zeroline": False, "showgrid": False, "ticks": ""}
    x_range, y_range = ranges or (None, None)
    figure.update_layout(
        xaxis={"title": titles[0], "range": x_range, **common},
        yaxis={"title": titles[1], "range": y_range, "scaleanchor": "x", **common},
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        legend={"orientation": "h", "x": 0, "y": -0.08, "yanchor": "top", "xanchor": "left", "itemsizing": "constant"},
        dragmode="zoom" if len(drawn.places) > DRAG_LIMIT else False,
        hovermode="closest",
        hoverlabel={"align": "left"},
        # The same view stays zoomed as it is while a question or a click changes what is marked.
        uirevision=f"{drawn.explained}{ranges}",
    )


def axis_title(drawn: ChunkMap, place: int) -> str:
    """Return what an axis is."""
    if drawn.explained is None:
        return f"UMAP, {ORDINALS[place]} axis (no unit)"
    return f"{ORDINALS[place].capitalize()} principal component, {percent(drawn.explained[place])} of the variance"


def what_to_see(drawn: ChunkMap, names: Mapping[End, str], dimensions: int) -> str:
    """Return the figure's caption: what to see, and what it cannot show; the vectors have so many `dimensions`."""
    said = ["Each point is a passage; those about like things lie near each other."]
    if any(place.state == "pruned" for place in drawn.places):
        said.append("An orange diamond near the star is something pruned that the question may be about.")
    if len(joints(drawn.marks)):
        said.append(f"A line joins one passage as it is in {names['left']} and in {names['right']}: what pruning moved.")
    if drawn.explained is None:
        said.append("UMAP keeps neighbours together; its axes and the distances between groups mean nothing.")
    else:
        said.append(
            f"The two axes hold {percent(sum(drawn.explained))} of what tells passages apart, the other "
            f"{max(0, dimensions - 2):,} dimensions do not show: near on the map is not always near in meaning."
        )
    if drawn.total > len(drawn.places):
        said.append(
            f"{len(drawn.places):,} of {drawn.total:,} points are drawn, picked evenly; what was found is always there."
        )
    return " ".join(said)
