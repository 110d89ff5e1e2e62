"""How large chunks are: a bar each in the order of the text, or where they are many, how many have how many tokens."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from pages.shared.colors import EDGE, NEUTRAL
from pages.shared.wording import counted

MOST_SINGLE = 60
"""Up to so many chunks each has a bar of its own."""
MOST_BINS = 24


def chunk_sizes_figure(tokens: Sequence[int]) -> go.Figure:
    """Draw the tokens of chunks, one chunk at least, with a dotted line at the median."""
    single = len(tokens) <= MOST_SINGLE
    figure = bar_each(tokens) if single else histogram(tokens)
    median = float(np.median(tokens))
    line = {"line": {"width": 2, "dash": "dot", "color": NEUTRAL}}
    # Above the figure no bar is in the way of the words, and on the side that has room they are not cut.
    words = {"text": f"median {median:,.0f}", "showarrow": False, "yanchor": "bottom"}
    if single:
        figure.add_hline(y=median, **line)
        figure.add_annotation(x=1, y=1, xref="paper", yref="paper", xanchor="right", **words)
    else:
        late = median > (min(tokens) + max(tokens)) / 2
        figure.add_vline(x=median, **line)
        figure.add_annotation(x=median, y=1, yref="paper", xanchor="right" if late else "left", **words)
    figure.update_layout(
        height=260, margin={"l": 8, "r": 8, "t": 26, "b": 8}, hoverlabel={"align": "left"}, dragmode=False, showlegend=False
    )
    return figure


def bar_each(tokens: Sequence[int]) -> go.Figure:
    """Return a bar for each chunk, in the order of the text."""
    bars = go.Bar(
        x=list(range(1, len(tokens) + 1)),
        y=list(tokens),
        marker={"color": EDGE},
        hovertext=[f"Chunk {number}: {counted(count, 'token')}" for number, count in enumerate(tokens, 1)],
        hoverinfo="text",
    )
    figure = go.Figure([bars])
    figure.update_layout(bargap=0.25)
    figure.update_xaxes(title="Chunk", fixedrange=True, **whole_ticks(len(tokens)))
    figure.update_yaxes(title="Tokens (cl100k_base)", fixedrange=True, rangemode="tozero", separatethousands=True)
    return figure


def histogram(tokens: Sequence[int]) -> go.Figure:
    """Return a bar for each range of sizes."""
    edges, counts = size_bins(tokens)
    width = int(edges[1] - edges[0])
    bars = go.Bar(
        x=[float(start + (width - 1) / 2) for start in edges[:-1]],
        y=counts.tolist(),
        width=float(width),
        marker={"color": EDGE, "line": {"width": 1, "color": "rgba(255,255,255,.35)"}},
        hovertext=[
            f"{counted(int(count), 'chunk')} of {spoken(int(start), int(start) + width - 1)}"
            for start, count in zip(edges[:-1], counts, strict=True)
        ],
        hoverinfo="text",
    )
    figure = go.Figure([bars])
    figure.update_layout(bargap=0)
    figure.update_xaxes(title="Tokens in a chunk (cl100k_base)", fixedrange=True, separatethousands=True)
    figure.update_yaxes(title="Chunks", fixedrange=True, rangemode="tozero", **whole_ticks(int(counts.max())))
    return figure


def whole_ticks(largest: int) -> dict[str, int | bool]:
    """Return the ticks of an axis that counts things: none between whole numbers."""
    return {"dtick": 1} if largest < 6 else {"separatethousands": True}


def size_bins(tokens: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Return the borders (m + 1,) of equally wide bins of whole numbers, and how many values are in each (m,)."""
    least, most = min(tokens), max(tokens)
    width = max(1, -(-(most - least + 1) // MOST_BINS))
    if width > 5:
        width = -(-width // 5) * 5
        least = least // width * width
    # The last border is beyond the largest value: numpy counts a value on the last border into the last bin.
    edges = np.arange(least, most + width + 1, width)
    return edges, np.histogram(tokens, edges)[0]


def spoken(least: int, most: int) -> str:
    """Say a range of tokens."""
    return counted(least, "token") if least == most else f"{least:,} to {most:,} tokens"


def what_to_see(tokens: Sequence[int], limit: int, unit: str) -> str:
    """Return the figure's caption; `limit` is the size that was asked for in its unit, 0 where there is none."""
    small = sum(count < np.median(tokens) / 2 for count in tokens)
    which = "Each bar is a chunk" if len(tokens) <= MOST_SINGLE else "How many chunks have how many tokens"
    opening = f"{which}; none holds more than {limit:,} {unit}. " if limit else f"{which}. "
    if len(tokens) == 1:
        return f"{opening}The document is a single chunk."
    if not small:
        return f"{opening}All are at least half as long as the median."
    are = "is" if small == 1 else "are"
    short = f"{counted(small, 'chunk')} {are} less than half as long as the median"
    return f"{opening}{short}: on their own they say little."
