"""Two bars a passage: its tokens in full, and what a model is given of it."""

from collections.abc import Sequence

import plotly.graph_objects as go

from microrag_core.datatypes import Context, Passage
from pages.shared.colors import EDGE, NEUTRAL
from pages.shared.markup import as_plotly
from pages.shared.wording import counted, cut_in_the_middle

ROW_PIXELS = 30
LABEL_CHARACTERS = 30
WORDS = {"raw": "in full", "compressed": "compressed", "left_out": "left out"}


def context_figure(context: Context, name: str) -> go.Figure:
    """Draw the passages by rank, the best on top; `name` is what the legend calls the bar of what is given."""
    passages = context.passages
    places = list(range(len(passages)))
    hovers = [in_words(passage) for passage in passages]
    figure = go.Figure()
    bars: Sequence[tuple[str, list[int], float, str]] = (
        ("In full", [passage.tokens_full for passage in passages], 0.78, f"{EDGE}66"),
        (name, [passage.tokens for passage in passages], 0.4, NEUTRAL),
    )
    for label, tokens, width, color in bars:
        figure.add_bar(
            x=tokens,
            y=places,
            orientation="h",
            name=label,
            width=width,
            marker={"color": color},
            hovertext=hovers,
            hoverinfo="text",
        )
    figure.update_layout(
        barmode="overlay",
        height=110 + ROW_PIXELS * len(passages),
        margin={"l": 0, "r": 8, "t": 32, "b": 48},
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "xanchor": "left", "traceorder": "normal"},
        hoverlabel={"align": "left"},
        dragmode=False,
    )
    figure.update_xaxes(title="Tokens (cl100k_base)", rangemode="tozero", fixedrange=True)
    figure.update_yaxes(
        title="Passage, by rank",
        autorange="reversed",
        fixedrange=True,
        automargin=True,
        showgrid=False,
        tickmode="array",
        tickvals=places,
        ticktext=[label_of(passage) for passage in passages],
    )
    return figure


def label_of(passage: Passage) -> str:
    """Return rank and title of a passage, cut so that both have room beside the bars on a phone."""
    return f"{passage.hit.rank}  {as_plotly(cut_in_the_middle(passage.hit.document.label, LABEL_CHARACTERS))}"


def in_words(passage: Passage) -> str:
    """Say what a bar stands for."""
    title = as_plotly(cut_in_the_middle(passage.hit.document.label, 60))
    return (
        f"<b>{passage.hit.rank}  {title}</b><br>{WORDS[passage.treatment]}: {passage.tokens:,} of "
        f"{counted(passage.tokens_full, 'token')}"
    )
