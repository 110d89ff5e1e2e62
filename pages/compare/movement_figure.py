"""A slope chart: where each result stands on the left side and where on the right (Tufte, 1983)."""

from collections.abc import Sequence
from textwrap import wrap

import plotly.graph_objects as go

from microrag_core.comparison import Comparison, End
from microrag_core.datatypes import shorten
from pages.compare.movements import Movement, Rank, beyond_all, is_part, movements, rises
from pages.compare.moves import OTHER, cut_alike, missing
from pages.shared.colors import ACCENT, EDGE
from pages.shared.markup import as_plotly
from pages.shared.wording import cut_in_the_middle

ROW_PIXELS = 34
LABEL_CHARACTERS = 26
NAME_CHARACTERS = 26
LINE_CHARACTERS: dict[End, int] = {"left": 13, "right": 20}


def movement_figure(comparison: Comparison) -> tuple[go.Figure, str]:
    """Return the figure and its caption. Ranks beyond the lists stand below a dashed line, a row each."""
    moved = movements(comparison)
    shown = max(len(comparison.left), len(comparison.right))
    left_rows, right_rows = rows(moved, shown)
    figure = go.Figure()
    for item, left_row, right_row in zip(moved, left_rows, right_rows, strict=True):
        rose, same = rises(item), item.left == item.right
        figure.add_scatter(
            x=[0, 1],
            y=[left_row, right_row],
            mode="lines+markers",
            line={"color": ACCENT if rose else EDGE, "width": 3 if rose else 2, "dash": "solid" if rose or same else "dot"},
            marker={"size": 9},
            cliponaxis=False,
            hovertext=in_words(item, comparison),
            hoverinfo="text",
            showlegend=False,
        )
    if any(row > shown for row in left_rows + right_rows):
        figure.add_hline(y=shown + 0.5, line={"color": EDGE, "width": 1, "dash": "dash"})
    lay_out(figure, moved, comparison)
    return figure, caption(moved, comparison)


def lay_out(figure: go.Figure, moved: list[Movement], comparison: Comparison) -> None:
    """Label each end of a line with its own rank, the right one with the title too."""
    counts = len(comparison.left), len(comparison.right)
    left_rows, right_rows = rows(moved, max(counts))
    last = max(left_rows + right_rows)
    left, right = (as_plotly(cut_in_the_middle(comparison.names[end], NAME_CHARACTERS)) for end in OTHER)
    left_ranks = [rank_label(item.left, counts[0]) for item in moved]
    titles = [titled(rank_label(item.right, counts[1]), item.label) for item in moved]
    common = {"range": [last + 0.6, 0.4], "fixedrange": True, "showgrid": False, "zeroline": False, "automargin": True}
    figure.add_scatter(x=[0], y=[1], yaxis="y2", opacity=0, hoverinfo="skip", showlegend=False)
    for end in OTHER:
        name_over(figure, comparison, end)
    figure.update_layout(
        height=80 + ROW_PIXELS * last,
        margin={"l": 0, "r": 0, "t": 50, "b": 8},
        dragmode=False,
        hoverlabel={"align": "left"},
        yaxis={"title": f"Rank, {left}", "tickmode": "array", "tickvals": left_rows, "ticktext": left_ranks, **common},
        yaxis2={
            "title": f"Rank, {right}",
            "tickmode": "array",
            "tickvals": right_rows,
            "ticktext": titles,
            "overlaying": "y",
            "side": "right",
            **common,
        },
        xaxis={"range": [-0.04, 1.04], "showticklabels": False, "fixedrange": True, "showgrid": False, "zeroline": False},
    )


def name_over(figure: go.Figure, comparison: Comparison, end: End) -> None:
    """Write a pipeline's name over its end of the lines, on up to two short ones, outwards: both fit over a phone's figure."""
    lines = wrap(comparison.names[end], LINE_CHARACTERS[end], max_lines=2, placeholder="…")
    figure.add_annotation(
        x=0.02 if end == "left" else 0.98,
        y=1.02,
        yref="paper",
        xanchor=OTHER[end],
        yanchor="bottom",
        align=OTHER[end],
        text="<br>".join(map(as_plotly, lines)),
        showarrow=False,
    )


def rows(moved: Sequence[Movement], shown: int) -> tuple[list[int], list[int]]:
    """Return the row of each result's left end and of its right one, from the top.

    A rank within the longer list is its row. Below, no row has two ends: two results at one height would look like one.
    """
    left_ranks, right_ranks = [item.left for item in moved], [item.right for item in moved]
    left = rows_of(left_ranks, shown, shown)
    right = rows_of(right_ranks, shown, shown + sum(row > shown for row in left))
    return left, right


def rows_of(ranks: Sequence[Rank], shown: int, last: int) -> list[int]:
    """Return a row for each rank: itself within those shown, else one after the row `last`, in order."""
    beyond = sorted((place for place, rank in enumerate(ranks) if beyond_all(rank) > shown), key=lambda p: beyond_all(ranks[p]))
    below = {place: last + number for number, place in enumerate(beyond, 1)}
    return [below.get(place, rank or 0) for place, rank in enumerate(ranks)]


def rank_label(rank: Rank, listed: int) -> str:
    """Return a rank as it stands at the end of a line, saying so when it is beyond those listed or there is none."""
    if rank is None:
        return "absent"
    return f"{rank}" if rank <= listed else f"beyond: {rank:,}"


def titled(rank: str, title: str) -> str:
    """Return a rank and a title, cut so that both have room beside the figure on a phone."""
    return f"{rank}  {as_plotly(cut_in_the_middle(title, LABEL_CHARACTERS + 1 - len(rank)))}"


def in_words(item: Movement, comparison: Comparison) -> str:
    """Say where a result went."""
    told = f"rank {item.right} on both sides"
    if item.left != item.right:
        both: tuple[tuple[End, Rank], ...] = (("left", item.left), ("right", item.right))
        told = ", ".join(rank_in_words(rank, comparison, end) for end, rank in both)
    return f"<b>{as_plotly(shorten(item.label, 60))}</b><br>{told}"


def rank_in_words(rank: Rank, comparison: Comparison, end: End) -> str:
    """Say which rank a result has on one side."""
    name = as_plotly(cut_in_the_middle(comparison.names[end], NAME_CHARACTERS))
    return f"rank {rank:,} in {name}" if rank is not None else f"{missing(comparison, end)} {name}"


def caption(moved: Sequence[Movement], comparison: Comparison) -> str:
    """Say what to see in the figure."""
    rose, same = sum(map(rises, moved)), sum(item.left == item.right for item in moved)
    has_parts = any(is_part(result.hit) for result in comparison.left + comparison.right)
    what = "passage" if has_parts and cut_alike(comparison) else "document"
    said = (
        f"Each line is a {what}. Thick lines rise from {comparison.names['left']} to {comparison.names['right']} ({rose}), "
        f"dotted ones fall ({len(moved) - rose - same}), thin ones stay ({same})."
    )
    shown = max(len(comparison.left), len(comparison.right))
    if any(max(beyond_all(item.left), beyond_all(item.right)) > shown for item in moved):
        said += f" Below the dashed line, a row each: ranks beyond the {shown} that are listed."
    return said
