"""What a side has of a passage, sentence by sentence, and where in the document each of them stands."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from microrag_core.context.spans import Span
from microrag_core.datatypes import Document, Retrieved, Sentence
from microrag_core.text.language import language_of
from microrag_core.text.sentences import split_sentences

SplitDocument = Callable[[Document], Sequence[Sentence]]


@dataclass(frozen=True, slots=True)
class Source:
    """A hit's text with its sentences as spans into that text: `text[s.start:s.end] == s.text`.

    `offsets` has for each sentence what to add to a place in `text` to get the place in the document; it is empty where the
    text cannot be found there. `language` is a two-letter code.
    """

    hit: Retrieved
    text: str
    sentences: tuple[Sentence, ...]
    offsets: tuple[int, ...]
    language: str

    def document_spans(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Return the stretches of the document that spans of the text, which may run over sentences, were taken from."""
        found: list[Span] = []
        ends = [sentence.end for sentence in self.sentences]
        for start, end in spans if self.offsets else ():
            for row in range(bisect_right(ends, start), len(ends)):
                sentence, offset = self.sentences[row], self.offsets[row]
                if sentence.start >= end:
                    break
                found.append((max(start, sentence.start) + offset, min(end, sentence.end) + offset))
        return joined(found, self.hit.document.text)


def joined(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Return spans in order, those with nothing but white space between them as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and not text[found[-1][1] : start].strip():
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def read_source(hit: Retrieved, sentences: SplitDocument | None) -> Source:
    """Return the source of a hit; `sentences` gives a document's sentences, which are made when it is None.

    A side may have only some sentences of a passage (its text is then these, in order, with white space between them): they are
    found one after another. A text that is not made like that is split on its own and has no place in the document.
    """
    language = language_of(hit.text)
    document = hit.document
    parts = [
        (max(sentence.start, hit.chunk.start), min(sentence.end, hit.chunk.end))
        for sentence in (sentences(document) if sentences else split_sentences(document.text))
        if sentence.start < hit.chunk.end and sentence.end > hit.chunk.start
    ]
    found: list[Sentence] = []
    offsets: list[int] = []
    position = after_blanks(hit.text, 0)
    for start, end in parts:
        piece = document.text[start:end].strip()
        if piece and hit.text.startswith(piece, position):
            found.append(Sentence(position, position + len(piece), piece))
            offsets.append(after_blanks(document.text, start) - position)
            position = after_blanks(hit.text, position + len(piece))
    if found and position == len(hit.text):
        return Source(hit, hit.text, tuple(found), tuple(offsets), language)
    return Source(hit, hit.text, split_sentences(hit.text, language), (), language)


def after_blanks(text: str, position: int) -> int:
    """Return the first place from `position` on that is not white space."""
    while position < len(text) and text[position].isspace():
        position += 1
    return position
