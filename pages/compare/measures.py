"""Three numbers on two lists, each with what it is compared to."""

from collections.abc import Mapping

from microrag_core.comparison import Comparison, End
from microrag_core.pipeline import Pipeline
from pages.compare.context_view import contexts_of
from pages.compare.moves import cut_alike, key_of
from pages.shared import figures, pipelines
from pages.shared.figures import Figure
from pages.shared.wording import percent


def draw(ready: Mapping[End, Pipeline], comparison: Comparison) -> None:
    """Draw overlap, near-repeats and tokens, of two sides that have both searched."""
    contexts = contexts_of(ready, comparison)
    before, after = contexts["left"].tokens, contexts["right"].tokens
    figures.draw(
        [
            overlap(comparison),
            Figure(
                "Near-repeats",
                f"{comparison.repeats('left'):,} → {comparison.repeats('right'):,}",
                "sentences that say what one above them says",
                "At cosine 0.8 or above with an earlier sentence of the same or a better result.",
            ),
            Figure(
                "Tokens to a model",
                f"{before:,} → {after:,}",
                saved(before, after),
                "What a model is given of each list, as under Context: titles and tags included, counted as cl100k_base.",
            ),
        ]
    )


def overlap(comparison: Comparison) -> Figure:
    """Return how many results are in both lists; how many documents, where the two sides cut them differently."""
    about = "Few in common means that the two pipelines find different things."
    alike = cut_alike(comparison)
    left, right = ({key_of(result, alike) for result in comparison.results(end)} for end in pipelines.ENDS)
    common, most = len(left & right), max(len(left), len(right))
    if alike:
        said = "result is in both lists" if most == 1 else "results are in both lists"
        return Figure(f"Top-{most} overlap" if most else "Overlap", f"{common} of {most}", said, about)
    return Figure("Documents in common", f"{common} of {len(left | right)}", "documents are in both lists", about)


def saved(before: int, after: int) -> str:
    """Say how much fewer tokens there are, or more."""
    if not before:
        return ""
    change = 1 - after / before
    return f"{percent(change)} saved" if change >= 0 else f"{percent(-change)} more: longer texts were found"
