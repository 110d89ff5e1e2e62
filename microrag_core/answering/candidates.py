"""The sentences that an answer may quote, each with how well every word piece of the question is matched in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from microrag_core.answering.asked import Asked
from microrag_core.context.source import Source, read_source
from microrag_core.context.token_windows import SentenceTokens, read_tokens
from microrag_core.datatypes import Context, Document, Floats, Passage, Sentence
from microrag_core.embedding import Encoder

Sentences = Callable[[Document], Sequence[Sentence]]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A sentence of a passage.

    `number` is the passage's in the context, 0 where the context lacks the sentence: then it may not be quoted. `place` counts
    passages and `row` the passage's sentences from 0; `start` is where it stands in its document (in the passage, where the
    passage cannot be found there). `matches` (t,) are for each word piece of the question the largest cosine with one of
    the sentence, `title_matches` (t,) those with the title above it; 0 where there is none.
    """

    number: int
    place: int
    row: int
    passage: Passage
    text: str
    start: int
    matches: Floats
    title_matches: Floats


def read_candidates(asked: Asked, context: Context, encoder: Encoder, sentences: Sentences | None) -> list[Candidate]:
    """Return the sentences of all passages that were found, those too that the context leaves out, in order."""
    passages = [passage for passage in context.passages if passage.hit.text.strip() or passage.text.strip()]
    sources = [readable(passage, sentences) for passage in passages]
    given = [given_rows(passage, source) for passage, source in zip(passages, sources, strict=True)]
    found = []
    for tokens in read_tokens(asked.text, sources, encoder):
        passage, source = passages[tokens.source], sources[tokens.source]
        number = passage.number if tokens.row in given[tokens.source] else 0
        found.append(candidate(asked, passage, source, tokens, number))
    return found


def candidate(asked: Asked, passage: Passage, source: Source, tokens: SentenceTokens, number: int) -> Candidate:
    """Return one sentence matched with the question."""
    sentence = source.sentences[tokens.row]
    start = sentence.start + (source.offsets[tokens.row] if source.offsets else 0)
    query = asked.tokens.vectors
    own, title = largest(query, tokens.vectors), largest(query, tokens.title)
    return Candidate(number, tokens.source, tokens.row, passage, sentence.text, start, own, title)


def largest(query: Floats, others: Floats) -> Floats:
    """Return (t,) the largest cosine of each row of the question with one of the others; 0 without others."""
    if not len(others):
        return np.zeros(len(query), np.float32)
    best: Floats = np.clip((query @ others.T).max(axis=1), -1, 1)
    return best


def readable(passage: Passage, sentences: Sentences | None) -> Source:
    """Return the text that a passage was taken from, sentence by sentence: the hit's, or the larger one that is given for
    it."""
    hit = passage.hit
    if passage.spans and (passage.spans[0][0] < hit.chunk.start or passage.spans[-1][1] > hit.chunk.end):
        start, end = passage.spans[0][0], passage.spans[-1][1]
        text = hit.document.text[start:end]
        hit = replace(hit, chunk=replace(hit.chunk, start=start, end=end, text=text), text=text)
    return read_source(hit, sentences)


def given_rows(passage: Passage, source: Source) -> set[int]:
    """Return the rows of the sentences that the context has whole, else of those that it has something of."""
    rows = set(range(len(source.sentences)))
    if passage.treatment == "raw":
        return rows
    if passage.treatment == "left_out":
        return set()
    if not source.offsets:
        return {row for row in rows if source.sentences[row].text in passage.text}
    places = [
        (sentence.start + offset, sentence.end + offset)
        for sentence, offset in zip(source.sentences, source.offsets, strict=True)
    ]
    whole = {row for row in rows if any(a <= places[row][0] and places[row][1] <= b for a, b in passage.spans)}
    return whole or {row for row in rows if any(a < places[row][1] and places[row][0] < b for a, b in passage.spans)}
