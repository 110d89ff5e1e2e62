"""What was found for a question, and what of it a model is given."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from microrag_core.datatypes.documents import Chunk, Document


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A search hit: `rank` counts from 1, `text` is what that side has of the passage `chunk` of `document`.

    `score` is that of the last stage and `scores` those of every stage it went through, in order (`dense`: the cosine of query
    and passage). `matched` is the row of the document's sentence most similar to the query among those that begin in the
    passage and that the side has; None when it has none.
    """

    document: Document
    chunk: Chunk
    rank: int
    score: float
    text: str
    matched: int | None
    scores: Mapping[str, float]


Treatment = Literal["raw", "compressed", "left_out"]


@dataclass(frozen=True, slots=True)
class Passage:
    """What a model is given of one hit: `text` as it stands in the context (empty when left out), and its tokens.

    `tokens_full` is what the raw text would cost. `number` counts from 1 in the order of the context, 0 when left out. `spans`
    are the characters of the document that `text` was taken from, where it is made of such stretches; `reason` says in words
    why it was treated so.
    """

    hit: Retrieved
    treatment: Treatment
    number: int
    text: str
    tokens: int
    tokens_full: int
    spans: tuple[tuple[int, int], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Context:
    """The passages for one question in the order of the hits, the text that a model reads, and its tokens.

    `tokens_full` is what the same hits would cost raw in the same format.
    """

    query: str
    passages: tuple[Passage, ...]
    text: str
    tokens: int
    tokens_full: int

    @property
    def saved(self) -> float:
        """Share of the tokens that was saved, 0 to 1 (below 0 where the context grew); 0 without passages."""
        return 1 - self.tokens / self.tokens_full if self.tokens_full else 0.0
