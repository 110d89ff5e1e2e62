"""The token vectors of every sentence of the passages, read as the model reads them: in the passage, below its title."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from microrag_core.context.source import Source
from microrag_core.datatypes import Floats, TokenVectors
from microrag_core.embedding import Encoder

MOST_SENTENCES = 64
"""Of a longer passage only the sentences most similar to the question are read token by token."""


@dataclass(frozen=True, slots=True, eq=False)
class SentenceTokens:
    """A sentence `row` of a source with its token vectors (m, d), and those of the title above it (t, d)."""

    source: int
    row: int
    vectors: Floats
    title: Floats


@dataclass(frozen=True, slots=True)
class Window:
    """A text that the model is given, where its body begins after the title, and where in it each sentence stands."""

    source: int
    text: str
    body: int
    rows: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


def read_tokens(query: str, sources: Sequence[Source], encoder: Encoder) -> list[SentenceTokens]:
    """Return the tokens of the sentences of all sources, in their order.

    A passage longer than the model reads is read in windows, each from the first sentence that the one before did not reach.
    """
    waiting = {place: shortlist(query, source, encoder) for place, source in enumerate(sources)}
    found: list[SentenceTokens] = []
    while waiting := {place: rows for place, rows in waiting.items() if rows}:
        windows = [make_window(place, sources[place], rows) for place, rows in waiting.items()]
        for window, tokens in zip(windows, encoder.encode_tokens([window.text for window in windows]), strict=True):
            read = list(sentences_read(window, tokens))
            found += read
            waiting[window.source] = waiting[window.source][len(read) :]
    return sorted(found, key=lambda sentence: (sentence.source, sentence.row))


def shortlist(query: str, source: Source, encoder: Encoder) -> list[int]:
    """Return the rows of the sentences worth reading: all, or the most similar of a long passage."""
    rows = list(range(len(source.sentences)))
    if len(rows) <= MOST_SENTENCES:
        return rows
    vectors = encoder.encode([query, *(sentence.text for sentence in source.sentences)])
    best = np.argsort(-(vectors[1:] @ vectors[0]), kind="stable")[:MOST_SENTENCES]
    return sorted(best.tolist())


def make_window(place: int, source: Source, rows: Sequence[int]) -> Window:
    """Return a window on these sentences; on all of them it is the text that a search embeds, whose tokens may be known."""
    document, sentences = source.hit.document, [source.sentences[row] for row in rows]
    if len(rows) == len(source.sentences):
        body, spans = source.text, [(sentence.start, sentence.end) for sentence in sentences]
    else:
        body = " ".join(sentence.text for sentence in sentences)
        ends = np.cumsum([len(sentence.text) + 1 for sentence in sentences]).tolist()
        spans = [(end - 1 - len(sentence.text), end - 1) for end, sentence in zip(ends, sentences, strict=True)]
    text = document.embedded_text(body)
    shift = len(text) - len(body)
    return Window(place, text, shift, tuple(rows), tuple((start + shift, end + shift) for start, end in spans))


def sentences_read(window: Window, tokens: TokenVectors) -> Iterator[SentenceTokens]:
    """Yield the sentences of a window that the model read to their last letter, the first in any case."""
    starts, ends = tokens.spans[:, 0], tokens.spans[:, 1]
    reached = int(ends.max(initial=0))
    title = tokens.vectors[ends <= window.body]
    for place, (row, (start, end)) in enumerate(zip(window.rows, window.spans, strict=True)):
        if place and end > reached:
            return
        yield SentenceTokens(window.source, row, tokens.vectors[(starts < end) & (ends > start)], title)
