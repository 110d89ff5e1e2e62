"""Three numbers on two lists, each with what it is compared to."""

from microrag_core.comparison import Comparison
from pages.shared import figures
from pages.shared.figures import Figure
from pages.shared.wording import percent


def draw(comparison: Comparison) -> None:
    """Draw overlap, near-repeats and tokens."""
    shown = len(comparison.naive)
    before, after = comparison.tokens("naive"), comparison.tokens("pruned")
    figures.draw(
        [
            Figure(
                f"Top-{shown} overlap",
                f"{comparison.overlap} of {shown}",
                "result is in both lists" if shown == 1 else "results are in both lists",
                "Few in common means that pruning changes what is found.",
            ),
            Figure(
                "Near-repeats",
                f"{comparison.repeats('naive'):,} → {comparison.repeats('pruned'):,}",
                "sentences that say what one above them says",
                "At cosine 0.8 or above with an earlier sentence of the same or a better result.",
            ),
            Figure(
                "Tokens to a model",
                f"{before:,} → {after:,}",
                saved(before, after),
                "What the texts of each list would cost a language model, counted as cl100k_base.",
            ),
        ]
    )


def saved(before: int, after: int) -> str:
    """Say how much fewer tokens there are, or more: the pruned side may find longer documents."""
    change = 1 - after / before if before else 0.0
    return f"{percent(change)} saved" if change >= 0 else f"{percent(-change)} more: longer documents were found"
