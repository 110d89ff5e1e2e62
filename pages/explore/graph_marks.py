"""The marks of the graph: lines, sentences, and what is pointed at."""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import plotly.graph_objects as go

from microrag_core.datatypes import Floats, shorten
from pages.explore.sentence_state import Kind, SentenceState
from pages.shared.colors import EDGE, KEPT, NEUTRAL, PRUNED
from pages.shared.markup import as_plotly

HOVER_CHARACTERS = 200
HOVER_WIDTH = 48
Trace = go.Scatter | go.Scattergl
# A click must not fade the other marks: what is selected has its ring.
UNFADED: dict[str, Any] = {"selected": {"marker": {"opacity": 1.0}}, "unselected": {"marker": {"opacity": 1.0}}}


@dataclass(frozen=True, slots=True)
class Look:
    """How the sentences of one kind look, and their place in the legend."""

    kind: Kind
    name: str
    symbol: str
    place: int


KINDS = (
    Look("pruned", "Pruned, a kept one is close", "diamond-open", 2),
    Look("at risk", "Pruned, at risk", "diamond-x-open", 3),
    Look("kept", "Kept", "circle", 1),
)
"""In the order of drawing: kept ones lie on top."""


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """Makes the traces of one figure.

    `positions` (n, 2) and `sizes` (n,), diameters in pixels, have a row a sentence. `fast` draws by WebGL; `numbered` shows
    the number of each. Lines are `line_scale` times as wide as asked for.
    """

    fast: bool
    numbered: bool
    positions: Floats
    sizes: Floats
    line_scale: float

    def trace(self, **parts: Any) -> Trace:
        """Return a trace of the kind that the figure uses."""
        return go.Scattergl(**parts) if self.fast else go.Scatter(**parts)

    def lines(self, pairs: Sequence[tuple[int, int]], width: float, opacity: float, color: str = EDGE) -> Trace:
        """Return lines between pairs of rows."""
        ends = self.positions[np.asarray(pairs, np.int64).reshape(-1, 2)]
        gaps = np.full((len(pairs), 1, 2), np.nan, np.float32)
        path = np.concatenate([ends, gaps], axis=1).reshape(-1, 2)
        red, green, blue = bytes.fromhex(color[1:])
        line = {"width": width * self.line_scale, "color": f"rgba({red},{green},{blue},{opacity})"}
        return self.trace(x=path[:, 0], y=path[:, 1], mode="lines", line=line, hoverinfo="skip", showlegend=False)

    def strong_lines(self, pairs: Sequence[tuple[int, int]]) -> Trace:
        """Return the lines of the selected sentence."""
        return self.lines(pairs, 2.5, 1.0, NEUTRAL)

    def nodes(self, group: Sequence[SentenceState], look: Look) -> Trace:
        """Return the sentences of one kind."""
        rows = [state.row for state in group]
        is_kept = look.kind == "kept"
        outline = {"width": 1, "color": "#FFFFFF"} if is_kept else {"width": 2.2 if self.numbered else 1.2}
        return self.trace(
            # A trace without a point is left out of the legend, which should name all three.
            x=self.positions[rows, 0] if rows else [None],
            y=self.positions[rows, 1] if rows else [None],
            name=look.name,
            legendrank=look.place,
            mode="markers+text" if self.numbered else "markers",
            text=[str(state.number) for state in group] if self.numbered else None,
            # Inside a hollow mark the lines to it would cross its number.
            textposition="middle center" if is_kept else "bottom center",
            textfont={"size": 11, "color": "#FFFFFF"} if is_kept else {"size": 11},
            customdata=rows,
            hovertext=[hover(state) for state in group],
            hoverinfo="text",
            marker={
                "symbol": look.symbol,
                "size": self.sizes[rows] if rows else 10,
                "color": KEPT if is_kept else PRUNED,
                "line": outline,
                "opacity": 1.0,
            },
            **UNFADED,
        )

    def pins(self, rows: Sequence[int]) -> Trace:
        """Return a square around each sentence that is pinned."""
        return self.outline(rows, 12, {"symbol": "square-open", "line": {"width": 1.5}}, "Pinned by hand", 4)

    def ring(self, row: int) -> Trace:
        """Return a ring around the selected sentence."""
        return self.outline([row], 8, {"symbol": "circle-open", "line": {"width": 3.5}}, "Selected", 5)

    def outline(self, rows: Sequence[int], extra: float, marker: dict[str, Any], name: str, place: int) -> Trace:
        """Return marks that are `extra` pixels wider than the sentences they surround."""
        return self.trace(
            x=self.positions[rows, 0],
            y=self.positions[rows, 1],
            mode="markers",
            name=name,
            legendrank=place,
            hoverinfo="skip",
            marker={**marker, "size": self.sizes[rows] + extra, "color": NEUTRAL, "opacity": 1.0},
            **UNFADED,
        )


def marker_sizes(states: Sequence[SentenceState], smallest: float, growth: float) -> Floats:
    """Return a diameter in pixels (n,) for each sentence: a kept one grows with the square root of its gain."""
    gains = np.array([max(0.0, state.gain) for state in states], np.float64)
    largest = gains.max(initial=0.0)
    relative = np.sqrt(gains / largest) if largest > 0 else gains
    return (smallest + growth * relative).astype(np.float32)


def hover(state: SentenceState) -> str:
    """Return what is shown over a node: number, state, the sentence in lines, and why."""
    # Each part of the reason gets a line of its own.
    why = re.sub(r"(?<=[;:.]) ", "<br>", as_plotly(state.why))
    return f"<b>{state.number} · {state.status}</b><br>{wrapped(state.text)}<br><i>{why}</i>"


@lru_cache(maxsize=16_384)
def wrapped(text: str) -> str:
    """Return the beginning of a sentence in short lines, escaped; it is asked for again at every move of a slider."""
    return "<br>".join(map(as_plotly, textwrap.wrap(shorten(text, HOVER_CHARACTERS), HOVER_WIDTH)))
