"""Recall against speed: a mark for each family of index."""

import math

import plotly.graph_objects as go

from microrag_core.indexing.measure import Measured
from microrag_core.settings import IndexKind
from pages.corpus.index_measures import NAMES, Trial
from pages.shared.colors import ACCENT, EDGE
from pages.shared.wording import percent

SYMBOLS: dict[IndexKind, str] = {"flat": "square", "hnsw": "circle", "ivf_flat": "diamond", "ivf_pq": "triangle-up"}


def index_figure(trial: Trial, advised: IndexKind) -> go.Figure:
    """Draw the families; up is more exact, right is faster, the advised one is larger and has the accent."""
    figure = go.Figure()
    for kind, found in trial.results:
        chosen = kind == advised
        figure.add_trace(
            go.Scatter(
                x=[found.queries_a_second],
                y=[100 * found.recall_at_10],
                mode="markers",
                name=NAMES[kind],
                marker={
                    "size": 18 if chosen else 13,
                    "symbol": SYMBOLS[kind],
                    "color": ACCENT if chosen else EDGE,
                },
                hovertext=[hover_text(kind, found, chosen)],
                hoverinfo="text",
            )
        )
    lowest = 100 * min(found.recall_at_10 for _, found in trial.results)
    room = max(2.0, (100 - lowest) / 4)
    figure.update_layout(
        height=320,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False},
        hovermode="closest",
        hoverlabel={"align": "left"},
        dragmode=False,
    )
    speeds = [found.queries_a_second for _, found in trial.results]
    span = [min(speeds) / 2, max(speeds) * 2]
    figure.update_xaxes(title="Questions a second", type="log", range=logarithms(span), fixedrange=True, **log_ticks(span))
    figure.update_yaxes(title="Recall@10", range=[lowest - room, 100 + room], fixedrange=True, **recall_ticks(lowest - room))
    return figure


def hover_text(kind: IndexKind, found: Measured, chosen: bool) -> str:
    """Say in words what a family did."""
    memory = "" if found.megabytes is None else f"<br>{found.megabytes:,.1f} MB"
    return (
        f"<b>{NAMES[kind]}</b>{' (advised)' if chosen else ''}<br>finds {percent(found.recall_at_10)} of the ten nearest<br>"
        f"{found.queries_a_second:,.0f} questions a second{memory}<br>built in {found.build_seconds:,.2f} s"
    )


def logarithms(span: list[float]) -> list[float]:
    """Return the powers of ten of two numbers, as Plotly wants the range of a logarithmic axis."""
    return [math.log10(value) for value in span]


def log_ticks(span: list[float]) -> dict[str, object]:
    """Return ticks at 1, 2 and 5 times the powers of ten within a span."""
    values = [step * 10**power for power in range(-2, 8) for step in (1, 2, 5) if span[0] <= step * 10**power <= span[1]]
    return {"tickvals": values, "ticktext": [f"{value:,g}" for value in values]}


def recall_ticks(least: float) -> dict[str, object]:
    """Return at most six ticks from 100 % down to `least`: there is room above 100 for the mark, but nothing to read."""
    step = next((step for step in (1, 2, 5, 10) if (100 - least) / step <= 5), 25)
    values = [value for value in range(100, -1, -step) if value >= least]
    return {"tickvals": values, "ticktext": [f"{value} %" for value in values]}
