"""What passes between the stages. Vectors travel beside these items, never inside them."""

from microrag_core.datatypes.answers import (
    Answer,
    Citation,
    Claim,
    Conflict,
    Evidence,
    Grounding,
    Mismatch,
    MismatchKind,
    Verdict,
)
from microrag_core.datatypes.arrays import Booleans, Floats, Integers, Pins, Progress, Ranked, TokenVectors
from microrag_core.datatypes.documents import Chunk, Document, Section, Sentence, Skipped, chunk_id, shorten
from microrag_core.datatypes.finding import Context, Passage, Retrieved, Treatment
from microrag_core.datatypes.pruning import PrunedDocument, Selection, SentenceGraph

__all__ = [
    "Answer",
    "Booleans",
    "Chunk",
    "Citation",
    "Claim",
    "Conflict",
    "Context",
    "Document",
    "Evidence",
    "Floats",
    "Grounding",
    "Integers",
    "Mismatch",
    "MismatchKind",
    "Passage",
    "Pins",
    "Progress",
    "PrunedDocument",
    "Ranked",
    "Retrieved",
    "Section",
    "Selection",
    "Sentence",
    "SentenceGraph",
    "Skipped",
    "TokenVectors",
    "Treatment",
    "Verdict",
    "chunk_id",
    "shorten",
]
