"""A document cut into sentences and embedded: what is computed of it once, whatever the settings."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from microrag_core.datatypes import Document, Floats, Integers, Sentence

ENOUGH_READ = 0.5
"""The share of a document that the model must have read for its vector to stand for the whole."""


@dataclass(frozen=True, eq=False)
class SplitDocument:
    """A document with its sentences, their token counts (n,) and unit vectors (n, d), and the vector (d,) of the whole.

    `read_fraction` is the share of the whole document (its title and text) that the model reads before it cuts, 0 to 1.
    """

    document: Document
    sentences: tuple[Sentence, ...]
    sentence_tokens: Integers
    vectors: Floats
    document_vector: Floats
    read_fraction: float

    def __post_init__(self) -> None:
        if not len(self.sentences) == len(self.sentence_tokens) == len(self.vectors):
            raise ValueError(f"{len(self.sentences)} sentences do not match {len(self.vectors)} vectors")

    def rows_in(self, start: int, end: int) -> slice:
        """Return the rows of the sentences that begin from character `start` to before `end`."""
        first = bisect_left(self.sentences, start, key=lambda sentence: sentence.start)
        return slice(first, bisect_left(self.sentences, end, key=lambda sentence: sentence.start))

    @cached_property
    def theme(self) -> Floats:
        """The unit vector (d,) that stands for the whole document when its sentences are weighed.

        It is the document's own vector where the model read at least half of the document. Of a longer one the beginning says
        less the less of it was read, and the mean of the sentences, which sees all of it, takes over in proportion.
        """
        mean = self.vectors.mean(axis=0) if len(self.vectors) else np.zeros_like(self.document_vector)
        mean /= max(float(np.linalg.norm(mean)), 1e-6)
        weight = min(1.0, self.read_fraction / ENOUGH_READ)
        blend = weight * self.document_vector + (1 - weight) * mean
        return np.asarray(blend / max(float(np.linalg.norm(blend)), 1e-6), np.float32)
