"""The sums over all documents, each with what it is compared to."""

from microrag_core.totals import Totals
from pages.shared import figures
from pages.shared.figures import Figure
from pages.shared.wording import counted, percent


def draw(totals: Totals) -> None:
    """Draw tokens, sentences, documents and sentences at risk."""
    saved = 1 - totals.tokens_after / totals.tokens_before if totals.tokens_before else 0.0
    pruned = totals.sentences - totals.kept
    stopped = f"in {totals.stopped_early:,} the method stopped before the budget" if totals.stopped_early else ""
    figures.draw(
        [
            Figure(
                "Tokens kept",
                f"{totals.tokens_after:,} of {totals.tokens_before:,}",
                f"{percent(saved)} saved",
                "Counted as cl100k_base, which large language models bill by.",
            ),
            Figure(
                "Sentences kept",
                f"{totals.kept:,} of {totals.sentences:,}",
                percent(totals.kept_fraction),
                "The sentences that stand for their documents on the pruned side.",
            ),
            Figure(
                "Documents",
                f"{totals.documents:,}",
                stopped,
                "A method stops before its budget when no further sentence adds anything by its own rule.",
            ),
            Figure(
                "At risk",
                f"{totals.at_risk:,}",
                f"of {counted(pruned, 'pruned sentence')}",
                "Pruned sentences whose best kept sentence is less similar than the limit in the sidebar. Explore lists them.",
            ),
        ]
    )
