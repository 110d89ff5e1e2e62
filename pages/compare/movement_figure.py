"""A slope chart: where each result stands on the naive side and where on the pruned side (Tufte, 1983)."""

from dataclasses import dataclass

import plotly.graph_objects as go

from microrag_core.comparison import Comparison
from microrag_core.datatypes import shorten
from pages.shared.colors import ACCENT, EDGE
from pages.shared.markup import as_plotly
from pages.shared.wording import cut_in_the_middle

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
    """Return the figure and its caption. Ranks below the list stand under its end in their order, with their number."""
    moved = movements(comparison)
    shown = len(comparison.pruned)
    naive_places = places([item.naive for item in moved])
    pruned_places = places([item.pruned for item in moved])
    figure = go.Figure()
    for item in moved:
        rose, same = item.pruned < item.naive, item.pruned == item.naive
        figure.add_scatter(
            x=[0, 1],
            y=[naive_places[item.naive], pruned_places[item.pruned]],
            mode="lines+markers",
            line={"color": ACCENT if rose else EDGE, "width": 3 if rose else 2, "dash": "solid" if rose or same else "dot"},
            marker={"size": 9},
            hovertext=in_words(item, documents),
            hoverinfo="text",
            showlegend=False,
        )
    if len(moved) > shown:
        figure.add_hline(y=shown + 0.5, line={"color": EDGE, "width": 1, "dash": "dash"})
    lay_out(figure, moved, naive_places, pruned_places)
    return figure, caption(moved, shown)


def lay_out(figure: go.Figure, moved: list[Movement], naive_places: dict[int, int], pruned_places: dict[int, int]) -> None:
    """Label the two sides: the rank on the left, rank and title on the right, a place each so that none crowds another."""
    bottom = len(moved) + 0.6
    naive_axis = {
        "tickmode": "array",
        "tickvals": list(naive_places.values()),
        "ticktext": [str(rank) for rank in naive_places],
    }
    titles = [f"{item.pruned}  {as_plotly(cut_in_the_middle(item.label, LABEL_CHARACTERS))}" for item in moved]
    pruned_axis = {"tickmode": "array", "tickvals": [pruned_places[item.pruned] for item in moved], "ticktext": titles}
    common = {"range": [bottom, 0.4], "fixedrange": True, "showgrid": False, "zeroline": False, "automargin": True}
    figure.add_scatter(x=[0], y=[1], yaxis="y2", opacity=0, hoverinfo="skip", showlegend=False)
    figure.update_layout(
        height=70 + ROW_PIXELS * len(moved),
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


def places(ranks: list[int]) -> dict[int, int]:
    """Return for each rank, in order, its place from the top."""
    return {rank: place for place, rank in enumerate(sorted(ranks), 1)}


def in_words(item: Movement, documents: int) -> str:
    """Say where a document went."""
    if item.naive == item.pruned:
        moved = f"rank {item.pruned} on both sides"
    else:
        moved = f"{'up' if item.pruned < item.naive else 'down'} from rank {item.naive} to rank {item.pruned}"
    return f"<b>{as_plotly(shorten(item.label, 60))}</b><br>{moved}, of {documents:,} documents"


def caption(moved: list[Movement], shown: int) -> str:
    """Say what to see in the figure."""
    rose = sum(item.pruned < item.naive for item in moved)
    fell = sum(item.pruned > item.naive for item in moved)
    said = (
        f"Each line is a document. Thick lines rise when documents are pruned ({rose}), dotted ones fall ({fell}), "
        f"thin ones stay ({len(moved) - rose - fell})."
    )
    return said + (f" Under the dashed line: ranks beyond the {shown} that are listed." if len(moved) > shown else "")
