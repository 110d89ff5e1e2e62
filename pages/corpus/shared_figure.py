"""A bar for each document that shares text with another: how much of it stands elsewhere too."""

import plotly.graph_objects as go

from microrag_core.corpus import Corpus
from microrag_core.datatypes import shorten
from pages.corpus.document_axis import name_documents
from pages.corpus.repeated_groups import Repetition
from pages.shared.colors import EDGE
from pages.shared.markup import as_plotly
from pages.shared.wording import counted, percent

MAXIMUM_BARS = 12
BAR_PIXELS = 22
LABEL_CHARACTERS = 28


def shared_figure(found: Repetition, corpus: Corpus) -> tuple[go.Figure, str] | None:
    """Return the figure of the documents that share most of their tokens, and its caption; None where none shares any."""
    shared = {key: (tokens, total_tokens(corpus, key)) for key, tokens in found.shared_tokens().items()}
    if not shared:
        return None
    order = sorted(shared, key=lambda key: (-share(shared[key]), -shared[key][0]))[:MAXIMUM_BARS]
    labels = [corpus.parts[key].document.label for key in order]
    hover = [
        f"<b>{as_plotly(shorten(label, 60))}</b><br>{shared[key][0]:,} of {counted(shared[key][1], 'token')} "
        f"({percent(share(shared[key]))}) stand in another document too"
        for key, label in zip(order, labels, strict=True)
    ]
    places = list(range(len(order)))
    bar = go.Bar(
        y=places,
        x=[100 * share(shared[key]) for key in order],
        orientation="h",
        marker={"color": EDGE},
        hovertext=hover,
        hoverinfo="text",
    )
    figure = go.Figure([bar])
    figure.update_layout(
        bargap=0.3,
        height=80 + BAR_PIXELS * len(order),
        margin={"l": 0, "r": 8, "t": 8, "b": 48},
        hoverlabel={"align": "left"},
        dragmode=False,
    )
    figure.update_xaxes(title="Share of its tokens", range=[0, 102], dtick=25, ticksuffix=" %", fixedrange=True)
    name_documents(figure, places, labels, LABEL_CHARACTERS)
    which = f"the {len(order)} that share most of" if len(shared) > len(order) else "all"
    return figure, (
        f"How much of a document stands in another too: {which} {counted(len(shared), 'document')} that share any text. "
        f"Of the topmost one {percent(share(shared[order[0]]))} is said elsewhere."
    )


def total_tokens(corpus: Corpus, key: str) -> int:
    """Return the tokens of a document's sentences."""
    return int(corpus.parts[key].sentence_tokens.sum())


def share(tokens: tuple[int, int]) -> float:
    """Return the first of two numbers as a share of the second, at most 1: overlapping passages count text twice."""
    return min(1.0, tokens[0] / tokens[1]) if tokens[1] else 0.0
