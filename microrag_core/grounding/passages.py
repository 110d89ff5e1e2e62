"""The sentences of the passages that were retrieved, with their places in the documents."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from microrag_core.context.source import read_source
from microrag_core.datatypes import Context, Document, Passage, Sentence
from microrag_core.grounding.stems import stems_of
from microrag_core.text.language import language_of
from microrag_core.text.sentences import split_sentences

SplitDocument = Callable[[Document], Sequence[Sentence]]


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence of the passage in row `passage` of a context: characters `start` to `end` of its document.

    `given` are the stems of the document's title, which its sentences often call "it".
    """

    passage: int
    number: int
    document: str
    start: int
    end: int
    text: str
    given: frozenset[str]


def split_source(document: Document) -> Sequence[Sentence]:
    """Return a document's sentences."""
    return split_sentences(document.text)


def read_passages(context: Context, split: SplitDocument) -> list[SourceSentence]:
    """Return the sentences of all passages in their order, each passage's once.

    Of a passage that was shortened or left out they are all that its side has of it: an answer may rest on what the model was
    given, and a claim that the whole passage bears out is borne out. Of a parent they are the parent's.
    """
    return [sentence for row, passage in enumerate(context.passages) for sentence in read_passage(row, passage, split)]


def read_passage(row: int, passage: Passage, split: SplitDocument) -> Iterator[SourceSentence]:
    """Yield the sentences of one passage."""
    document = passage.hit.document
    given = frozenset(stems_of(document.title.split(), language_of(document.title))) if document.title else frozenset()
    for start, end in sorted(set(sentence_spans(passage, split))):
        text = document.text[start:end]
        if any(map(str.isalnum, text)):
            yield SourceSentence(row, passage.number, document.id, start, end, text, given)


def sentence_spans(passage: Passage, split: SplitDocument) -> Iterator[tuple[int, int]]:
    """Yield the places of a passage's sentences in its document."""
    source = read_source(passage.hit, split)
    if source.offsets:
        for sentence, offset in zip(source.sentences, source.offsets, strict=True):
            yield sentence.start + offset, sentence.end + offset
    chunk = passage.hit.chunk
    beyond = [(start, end) for start, end in passage.spans if start < chunk.start or end > chunk.end]
    if source.offsets and not beyond:
        return
    # A text that is not found in its document word for word stands for the stretch that it was made from.
    wanted = beyond if source.offsets else [*passage.spans, (chunk.start, chunk.end)]
    for sentence in split(passage.hit.document):
        if any(sentence.start < end and sentence.end > start for start, end in wanted):
            yield sentence.start, sentence.end
