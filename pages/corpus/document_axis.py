"""The axis of bars that stand for documents."""

from collections.abc import Sequence

import plotly.graph_objects as go

from pages.shared.markup import as_plotly
from pages.shared.wording import cut_in_the_middle


def name_documents(figure: go.Figure, places: Sequence[int], labels: Sequence[str], most: int) -> None:
    """Let the bars at `places`, from the top, have the documents' `labels`, each of at most `most` characters."""
    figure.update_yaxes(
        title="Document",
        autorange="reversed",
        fixedrange=True,
        automargin=True,
        tickmode="array",
        tickvals=list(places),
        ticktext=[as_plotly(cut_in_the_middle(label, most)) for label in labels],
    )
