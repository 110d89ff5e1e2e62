"""A slope chart: where each result stands on the naive side and where on the pruned side (Tufte, 1983)."""

from dataclasses import dataclass

import plotly.graph_objects as go

from microrag_core.comparison import Comparison
from microrag_core.datatypes import shorten
from pages.shared.colors import ACCENT, EDGE
from pages.shared.markup import as_plotly
from pages.shared.wording import counted, cut_in_the_middle

ROW_PIXELS = 34
LABEL_CHARACTERS = 30


@dataclass(frozen=True, slots=True)
class Movement:
    """A document that is in at least one of the lists, and its rank on either side among all documents."""

    label: str
    naive: int
    pruned: int


def movements(comparison: Comparison) -> list[Movement]:
    """Return each document of either list once, in the order of the pruned side."""
    found = {r.hit.document.id: Movement(r.hit.document.label, r.other_rank, r.hit.rank) for r in comparison.pruned}
    for result in comparison.naive:
        found.setdefault(result.hit.document.id, Movement(result.hit.document.label, result.hit.rank, result.other_rank))
    return sorted(found.values(), key=lambda movement: movement.pruned)


def movement_figure(comparison: Comparison, documents: int) -> tuple[go.Figure, str]:
    """Return the figure and its caption. Ranks beyond the lists stand below a dashed line, a row each."""
    moved = movements(comparison)
    shown = len(comparison.pruned)
    naive_rows, pruned_rows = rows(moved, shown)
    figure = go.Figure()
    for item, naive_row, pruned_row in zip(moved, naive_rows, pruned_rows, strict=True):
        rose, same = item.pruned < item.naive, item.pruned == item.naive
        figure.add_scatter(
            x=[0, 1],
            y=[naive_row, pruned_row],
            mode="lines+markers",
            line={"color": ACCENT if rose else EDGE, "width": 3 if rose else 2, "dash": "solid" if rose or same else "dot"},
            marker={"size": 9},
            hovertext=in_words(item, documents),
            hoverinfo="text",
            showlegend=False,
        )
    if len(moved) > shown:
        figure.add_hline(y=shown + 0.5, line={"color": EDGE, "width": 1, "dash": "dash"})
    lay_out(figure, moved, shown)
    return figure, caption(moved, shown)


def lay_out(figure: go.Figure, moved: list[Movement], shown: int) -> None:
    """Label each end of a line with its own rank, the right one with the title too."""
    naive_rows, pruned_rows = rows(moved, shown)
    last = max(naive_rows + pruned_rows)
    naive_axis = {"tickmode": "array", "tickvals": naive_rows, "ticktext": [rank_label(item.naive, shown) for item in moved]}
    titles = [titled(rank_label(item.pruned, shown), item.label) for item in moved]
    pruned_axis = {"tickmode": "array", "tickvals": pruned_rows, "ticktext": titles}
    common = {"range": [last + 0.6, 0.4], "fixedrange": True, "showgrid": False, "zeroline": False, "automargin": True}
    figure.add_scatter(x=[0], y=[1], yaxis="y2", opacity=0, hoverinfo="skip", showlegend=False)
    figure.update_layout(
        height=70 + ROW_PIXELS * last,
        margin={"l": 0, "r": 0, "t": 40, "b": 8},
        dragmode=False,
        hoverlabel={"align": "left"},
        yaxis={"title": "Rank, whole documents", **naive_axis, **common},
        yaxis2={"title": "Rank, pruned", "overlaying": "y", "side": "right", **pruned_axis, **common},
        xaxis={
            "range": [-0.04, 1.04],
            "tickvals": [0, 1],
            "ticktext": ["Naive", "Pruned"],
            "side": "top",
            "fixedrange": True,
            "showgrid": False,
            "zeroline": False,
        },
    )


def rows(moved: list[Movement], shown: int) -> tuple[list[int], list[int]]:
    """Return the row of each document's left end and of its right one, from the top.

    A rank that is listed is its row. Below, no row has two ends: two documents at one height would look like the same one.
    """
    beyond_left = sorted(item.naive for item in moved if item.naive > shown)
    beyond_right = sorted(item.pruned for item in moved if item.pruned > shown)
    left = {rank: row for row, rank in enumerate(beyond_left, shown + 1)}
    right = {rank: row for row, rank in enumerate(beyond_right, shown + len(beyond_left) + 1)}
    return [left.get(item.naive, item.naive) for item in moved], [right.get(item.pruned, item.pruned) for item in moved]


def rank_label(rank: int, shown: int) -> str:
    """Return a rank as it stands at the end of a line, saying so when it is beyond those listed."""
    return f"{rank}" if rank <= shown else f"beyond: {rank}"


def titled(rank: str, title: str) -> str:
    """Return a rank and a title, cut so that both have room beside the figure on a phone."""
    return f"{rank}  {as_plotly(cut_in_the_middle(title, LABEL_CHARACTERS + 1 - len(rank)))}"


def in_words(item: Movement, documents: int) -> str:
    """Say where a document went."""
    if item.naive == item.pruned:
        moved = f"rank {item.pruned} on both sides"
    else:
        moved = f"{'up' if item.pruned < item.naive else 'down'} from rank {item.naive} to rank {item.pruned}"
    return f"<b>{as_plotly(shorten(item.label, 60))}</b><br>{moved}, of {counted(documents, 'document')}"


def caption(moved: list[Movement], shown: int) -> str:
    """Say what to see in the figure."""
    rose = sum(item.pruned < item.naive for item in moved)
    fell = sum(item.pruned > item.naive for item in moved)
    said = (
        f"Each line is a document. Thick lines rise when documents are pruned ({rose}), dotted ones fall ({fell}), "
        f"thin ones stay ({len(moved) - rose - fell})."
    )
    return said + (
        f" Below the dashed line, a row each: ranks beyond the {shown} that are listed." if len(moved) > shown else ""
    )
