"""Which of the passages found a model gets whole, which shortened.

- `full` and `parents`: all are RAW. `compressed`: all are COMPRESSED.
- `mixed`: the passages are gone through in the order in which they were found, which is the judgement of the last search stage
  and leaves no ties. RAW is each that is at least `raw_threshold` similar to the question, until `raw_share` of all (rounded, a
  half up) are. Where these are fewer than `minimum_raw`, the first of the others become RAW too, however little similar they
  are. All others are COMPRESSED.

Similarity is the cosine of question and passage: the score of the `dense` stage, and where a passage did not go through one
(found by BM25 alone), the cosine that the encoder gives. Scores of other stages (BM25 30.2, RRF 0.03) have no fixed scale and
are not compared with a threshold.

A token budget bounds the whole and goes before all of this: see `budget`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from microrag_core.datatypes import Retrieved
from microrag_core.embedding import Encoder
from microrag_core.settings import ContextSettings


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a passage stays whole, and why in words that read on after its treatment."""

    raw: bool
    reason: str


def decide(hits: Sequence[Retrieved], similarities: Sequence[float], settings: ContextSettings) -> list[Decision]:
    """Return the decision about each hit. `similarities` (n) are cosines and matter to `mixed` alone."""
    if settings.context == "compressed":
        return [Decision(False, "every passage is shortened")] * len(hits)
    if settings.context != "mixed":
        return [Decision(True, "every passage is given whole")] * len(hits)
    most = int(settings.raw_share * len(hits) + 0.5)
    similar = [row for row, value in enumerate(similarities) if value >= settings.raw_threshold]
    chosen = set(similar[:most])
    others = [row for row in range(len(hits)) if row not in chosen]
    always = set(others[: max(0, settings.minimum_raw - len(chosen))])
    return [decision(row in chosen, row in always, similarities[row], most, settings) for row in range(len(hits))]


def decision(chosen: bool, always: bool, similarity: float, most: int, settings: ContextSettings) -> Decision:
    """Return the decision about one hit of a mixed context with its reason."""
    value, threshold = told_apart(similarity, settings.raw_threshold)
    if chosen:
        return Decision(True, f"similarity {value} is at least {threshold}")
    if always:
        return Decision(True, f"{settings.minimum_raw} stay whole whatever their similarity ({similarity:.2f})")
    if similarity < settings.raw_threshold:
        return Decision(False, f"similarity {value} is below {threshold}")
    return Decision(False, f"the {most} that may stay whole were found before it")


def told_apart(value: float, other: float) -> tuple[str, str]:
    """Return two numbers with two digits after the point, or as many more as it takes for different ones to differ."""
    for digits in range(2, 17):
        written = f"{value:.{digits}f}", f"{other:.{digits}f}"
        if value == other or written[0] != written[1]:
            return written
    return repr(value), repr(other)


def similarities(query: str, hits: Sequence[Retrieved], encoder: Encoder) -> list[float]:
    """Return the cosine of the question and each passage, from -1 to 1; 0 for a passage without any text."""
    texts = {
        row: hit.document.embedded_text(hit.text)
        for row, hit in enumerate(hits)
        if "dense" not in hit.scores and hit.document.embedded_text(hit.text).strip()
    }
    found = {row: hit.scores["dense"] for row, hit in enumerate(hits) if "dense" in hit.scores}
    if texts and query.strip():
        vectors = encoder.encode([query, *texts.values()])
        found |= dict(zip(texts, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    return [float(found.get(row, 0.0)) for row in range(len(hits))]
