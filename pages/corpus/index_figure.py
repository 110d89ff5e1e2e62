"""Recall against speed: a mark for each family of index."""

import math

import plotly.graph_objects as go

from microrag_core.settings import IndexKind
from pages.corpus.index_measures import NAMES, Trial
from pages.shared.colors import ACCENT, EDGE
from pages.shared.wording import percent

SYMBOLS: dict[IndexKind, str] = {"flat": "square", "hnsw": "circle", "ivf_flat": "diamond", "ivf_pq": "triangle-up"}


def index_figure(trial: Trial, advised: IndexKind) -> go.Figure:
    """Draw the families; up is more exact, right is faster, the advised one has the accent and a ring."""
    figure = go.Figure()
    for kind, found in trial.results:
        chosen = kind == advised
        memory = "" if found.megabytes is None else f"<br>{found.megabytes:,.1f} MB"
        figure.add_trace(
            go.Scatter(
                x=[found.queries_a_second],
                y=[100 * found.recall_at_10],
                mode="markers+text",
                name=NAMES[kind],
                text=[NAMES[kind]],
                textposition="bottom center",
                marker={
                    "size": 15,
                    "symbol": SYMBOLS[kind],
                    "color": ACCENT if chosen else EDGE,
                    "line": {"width": 3 if chosen else 0, "color": ACCENT},
                },
                hovertext=[
                    f"<b>{NAMES[kind]}</b>{' (advised)' if chosen else ''}<br>finds {percent(found.recall_at_10)} of the ten nearest"
                    f"<br>{found.queries_a_second:,.0f} questions a second{memory}<br>built in {found.build_seconds:,.2f} s"
                ],
                hoverinfo="text",
            )
        )
    lowest = min(found.recall_at_10 for _, found in trial.results)
    figure.update_layout(
        height=320,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        showlegend=False,
        hovermode="closest",
        hoverlabel={"align": "left"},
        dragmode=False,
    )
    speeds = [found.queries_a_second for _, found in trial.results]
    span = [min(speeds) / 2, max(speeds) * 2]
    figure.update_xaxes(title="Questions a second", type="log", range=logarithms(span), fixedrange=True, **log_ticks(span))
    figure.update_yaxes(title="Recall@10", range=[max(0, 100 * lowest - 15), 104], ticksuffix=" %", fixedrange=True)
    return figure


def logarithms(span: list[float]) -> list[float]:
    """Return the powers of ten of two numbers, as Plotly wants the range of a logarithmic axis."""
    return [math.log10(value) for value in span]


def log_ticks(span: list[float]) -> dict[str, object]:
    """Return ticks at 1, 2 and 5 times the powers of ten within a span."""
    values = [step * 10**power for power in range(-2, 8) for step in (1, 2, 5) if span[0] <= step * 10**power <= span[1]]
    return {"tickvals": values, "ticktext": [f"{value:,g}" for value in values]}
