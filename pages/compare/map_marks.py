"""The marks of the map: passages and sentences, the question, what was found, and what is selected."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from microrag_core.chunk_map import Mark
from microrag_core.comparison import End
from microrag_core.datatypes import shorten
from pages.shared.colors import EDGE, KEPT, NEUTRAL, PRUNED
from pages.shared.markup import as_plotly
from pages.shared.wording import cut_in_the_middle

NAME_CHARACTERS = 26
TITLE_CHARACTERS = 48
HOVER_CHARACTERS = 160
HOVER_WIDTH = 46
SMALLEST = 5
"""Pixels: what is smaller shows neither its shape nor that it is hollow."""
# A click must not fade the other points: what is selected has its cross.
UNFADED: dict[str, Any] = {"selected": {"marker": {"opacity": 1.0}}, "unselected": {"marker": {"opacity": 1.0}}}


@dataclass(frozen=True, slots=True)
class Look:
    """How one kind of point looks: name in the legend, symbol, colour, and its size beside that of a passage, in pixels."""

    name: str
    symbol: str
    color: str
    smaller: int = 0


LOOKS: Mapping[str, Look] = {
    "sentence": Look("Pruned sentence", "diamond-open", PRUNED, smaller=3),
    "plain": Look("Unpruned passage", "circle", EDGE),
    "pruned": Look("Pruned passage", "diamond-open", PRUNED),
    "kept": Look("Kept passage", "circle", KEPT),
}
"""In the order of drawing: kept ones lie on top."""
RINGS: Mapping[End, tuple[str, str]] = {"left": ("circle-open", "middle left"), "right": ("square-open", "middle right")}
"""Shape of what a side found, and where its rank stands: the sides are told apart by shape, as colours mean kept and pruned."""


def scale(passages: int) -> tuple[int, float]:
    """Return size in pixels and opacity of a passage: the more there are, the smaller and the more see-through."""
    return (11, 0.85) if passages <= 300 else (8, 0.6) if passages <= 3000 else (5, 0.45)


def points(look: Look, rows: list[int], hover: list[str], size: int, opacity: float) -> dict[str, Any]:
    """Return the trace of one kind of point."""
    hollow = look.symbol.endswith("open")
    return {
        "mode": "markers",
        "name": look.name,
        "customdata": rows,
        "hovertext": hover,
        "hoverinfo": "text",
        "marker": {
            "symbol": look.symbol,
            "size": max(SMALLEST, size - look.smaller),
            "color": look.color,
            "opacity": opacity,
            "line": {"width": 1.2} if hollow else {"width": 0},
        },
        "selected": {"marker": {"opacity": opacity}},
        "unselected": {"marker": {"opacity": opacity}},
    }


def rings(end: End, marks: Sequence[Mark], name: str, ranked: bool) -> dict[str, Any]:
    """Return the trace of what one side found, with its ranks where it is `ranked`."""
    symbol, place = RINGS[end]
    return {
        "mode": "markers+text" if ranked else "markers",
        "name": f"Found by {as_plotly(cut_in_the_middle(name, NAME_CHARACTERS))}{', with its rank' if ranked else ''}",
        "text": [str(mark.hit.rank) for mark in marks],
        "textposition": place,
        "textfont": {"size": 13},
        "customdata": [mark.rows[0] for mark in marks],
        "hovertext": [hover(mark, name) for mark in marks],
        "hoverinfo": "text",
        "marker": {"symbol": symbol, "size": 20, "color": NEUTRAL, "line": {"width": 3}, "opacity": 1.0},
        **UNFADED,
    }


def hover(mark: Mark, name: str) -> str:
    """Return what is shown over something that was found: rank, title, and how the passage begins, in short lines."""
    said = "<br>".join(map(as_plotly, textwrap.wrap(shorten(mark.hit.text, HOVER_CHARACTERS), HOVER_WIDTH)))
    title = as_plotly(cut_in_the_middle(mark.hit.document.label, TITLE_CHARACTERS))
    return f"<b>{mark.hit.rank} in {as_plotly(cut_in_the_middle(name, NAME_CHARACTERS))}</b><br>{title}<br><i>{said}</i>"


def star() -> dict[str, Any]:
    """Return the trace of the question."""
    return {
        "mode": "markers+text",
        "name": "Question",
        "text": ["Question"],
        "textposition": "top center",
        "textfont": {"size": 14, "weight": "bold"},
        "hoverinfo": "skip",
        "marker": {"symbol": "star", "size": 20, "color": NEUTRAL, "line": {"width": 1.5, "color": "#FFFFFF"}, "opacity": 1.0},
        **UNFADED,
    }


def cross() -> dict[str, Any]:
    """Return the trace of the selected point."""
    marker = {"symbol": "cross-thin", "size": 26, "color": NEUTRAL, "line": {"width": 2.5, "color": NEUTRAL}, "opacity": 1.0}
    return {"mode": "markers", "name": "Selected", "hoverinfo": "skip", "marker": marker, **UNFADED}
