"""Long texts read stretch by stretch: a model cuts a text at its limit, and a word below that would never be matched."""

from collections.abc import Sequence

import numpy as np

from microrag_core.datatypes import Floats, Integers, Progress, TokenVectors
from microrag_core.embedding.reading import Reader

MOST_STRETCHES = 4
"""A text is read up to four times the model's limit: passages of usual sizes to their end, and of a book no more than that."""


class Stretches:
    """Texts cut into what a model reads at once: `room` word pieces, as many as it has besides those of its own.

    Each stretch is filled as far as it goes and ends between two words where there are any. Stretches do not overlap.
    """

    def __init__(self, reader: Reader, texts: Sequence[str], room: int) -> None:
        self._count = len(texts)
        self._owners: list[int] = []
        self._starts: list[int] = []
        self.texts: list[str] = []
        for row, (text, spans) in enumerate(zip(texts, reader.spans(texts, MOST_STRETCHES), strict=True)):
            for start, end in borders(text, spans, room):
                self._owners.append(row)
                self._starts.append(start)
                self.texts.append(text[start:end])

    def joined(self, tokens: Sequence[TokenVectors]) -> list[TokenVectors]:
        """Return the token vectors of each text, given those of each stretch."""
        vectors: list[list[Floats]] = [[] for _ in range(self._count)]
        spans: list[list[Integers]] = [[] for _ in range(self._count)]
        for owner, start, found in zip(self._owners, self._starts, tokens, strict=True):
            vectors[owner].append(found.vectors)
            spans[owner].append(found.spans + np.int32(start))
        return [TokenVectors(np.concatenate(rows), np.concatenate(own)) for rows, own in zip(vectors, spans, strict=True)]

    def listener(self, on_progress: Progress | None, total: int) -> Progress | None:
        """Return a listener for the work on the stretches that tells of it in texts, of which there are `total`."""
        if on_progress is None:
            return None

        def listen(step: str, done: int, stretches: int) -> None:
            on_progress(step, done * total // stretches, total)

        return listen


def borders(text: str, spans: Integers, most: int) -> list[tuple[int, int]]:
    """Return the first and the last character + 1 of each stretch of at most `most` of the word pieces at `spans` (m, 2).

    A stretch is at least half full. A text of one stretch is that as a whole.
    """
    if len(spans) <= most:
        return [(0, len(text))]
    found: list[tuple[int, int]] = []
    first = 0
    while first < len(spans) and len(found) < MOST_STRETCHES:
        end = min(first + most, len(spans))
        if end < len(spans):
            open_places = (place for place in range(end, first + most // 2, -1) if between_words(text, spans, place))
            end = next(open_places, end)
        found.append((int(spans[first, 0]), int(spans[end - 1, 1])))
        first = end
    return found


def between_words(text: str, spans: Integers, place: int) -> bool:
    """Tell whether white space stands before a word piece, or, as some tokenizers have it, at the piece's own beginning."""
    start, before = int(spans[place, 0]), int(spans[place - 1, 1])
    return any(character.isspace() for character in text[before : start + 1])
