"""A bar for each document: its tokens, kept and pruned."""

from collections.abc import Sequence

import plotly.graph_objects as go

from microrag_core.datatypes import PrunedDocument, shorten
from pages.corpus.document_axis import name_documents
from pages.shared.colors import KEPT, PRUNED
from pages.shared.markup import as_plotly
from pages.shared.wording import counted, percent

MAXIMUM_BARS = 30
BAR_PIXELS = 21
LABEL_CHARACTERS = 32


def saved_figure(pruned: Sequence[PrunedDocument]) -> tuple[go.Figure, str]:
    """Return the figure of the largest documents, the largest on top, and its caption."""
    shown = sorted(pruned, key=lambda item: item.tokens_before, reverse=True)[:MAXIMUM_BARS]
    places = list(range(len(shown)))
    hover = [hover_text(item) for item in shown]
    bars = [
        go.Bar(
            name=name,
            y=places,
            x=amounts,
            orientation="h",
            marker={
                "color": color,
                "pattern": {"shape": pattern, "size": 5, "solidity": 0.3, "fillmode": "overlay", "fgcolor": "#FFFFFF"},
            },
            hovertext=hover,
            hoverinfo="text",
        )
        for name, color, pattern, amounts in (
            ("kept", KEPT, "", [item.tokens_after for item in shown]),
            ("pruned", PRUNED, "/", [item.tokens_before - item.tokens_after for item in shown]),
        )
    ]
    figure = go.Figure(bars)
    figure.update_layout(
        barmode="stack",
        bargap=0.25,
        height=110 + BAR_PIXELS * len(shown),
        margin={"l": 0, "r": 8, "t": 34, "b": 48},
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"},
        hoverlabel={"align": "left"},
        dragmode=False,
    )
    figure.update_xaxes(title="Tokens (cl100k_base)", rangemode="tozero", fixedrange=True, separatethousands=True)
    name_documents(figure, places, [item.document.label for item in shown], LABEL_CHARACTERS)
    return figure, caption(shown, len(pruned))


def hover_text(item: PrunedDocument) -> str:
    """Say in words what was kept of a document."""
    return (
        f"<b>{as_plotly(shorten(item.document.label, 60))}</b><br>"
        f"kept {item.tokens_after:,} of {counted(item.tokens_before, 'token')}, {percent(saved_fraction(item))} saved<br>"
        f"kept {item.kept_count:,} of {counted(len(item.sentences), 'sentence')}, "
        f"{counted(len(item.at_risk), 'pruned one')} at risk"
    )


def saved_fraction(item: PrunedDocument) -> float:
    """Return the share of a document's tokens that pruning saves, 0 to 1."""
    return 1 - item.tokens_after / item.tokens_before if item.tokens_before else 0.0


def caption(shown: Sequence[PrunedDocument], documents: int) -> str:
    """Say what to see in the figure."""
    least, most = (percent(pick(map(saved_fraction, shown))) for pick in (min, max))
    saves = f"saves {most}" if least == most else f"saves between {least} and {most}"
    if documents > len(shown):
        which = f"The {len(shown)} longest of {documents:,} documents. "
    else:
        which = "All documents, the longest on top. " if documents > 1 else ""
    return (
        f"{which}The plain blue part of a bar stays, the striped orange part goes. "
        f"Pruning {saves} of {'the' if documents == 1 else 'a'} document's tokens."
    )
