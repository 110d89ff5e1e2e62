"""From a corpus to the passages that one pipeline indexes."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping

import numpy as np

from microrag_core.chunking import chunk_document
from microrag_core.corpus import Corpus, Side
from microrag_core.datatypes import Booleans, Chunk, Floats, Progress, chunk_id
from microrag_core.pipeline.settings import PipelineSettings
from microrag_core.pruning.repetition import find_repetition, keep_one
from microrag_core.retrieval.collection import Collection
from microrag_core.split_document import SplitDocument

Kept = Mapping[str, Booleans]
"""For each document's id which of its sentences are left, (n,)."""


def collect(corpus: Corpus, settings: PipelineSettings, on_progress: Progress | None = None) -> Collection:
    """Return the passages of `corpus`, which is pruned by the pipeline's settings already, with their vectors.

    A passage is indexed when something of it is left. Its text is the whole passage, or what is left of its sentences.
    """
    kept = kept_sentences(corpus, settings, on_progress)
    chunks: list[Chunk] = []
    texts: list[str] = []
    parents: dict[str, Chunk] = {}
    for part in corpus.parts.values():
        marks = kept.get(part.document.id)
        for chunk in cut(part, settings, marks):
            if chunk.level:
                parents[chunk.id] = chunk
            elif text := what_is_left(part, chunk, marks):
                chunks.append(chunk)
                texts.append(text)
            elif settings.chunk.strategy == "document" and part.document.title:
                # Nothing is left but the title, and by that it can still be found.
                chunks.append(chunk)
                texts.append("")
    documents = {key: part.document for key, part in corpus.parts.items()}
    vectors = passage_vectors(corpus, settings, chunks, texts, on_progress)
    collection = Collection(tuple(chunks), tuple(texts), vectors, documents, parents)
    return without_repeats(collection, settings) if settings.repetition.repeats == "passages" else collection


def cut(part: SplitDocument, settings: PipelineSettings, kept: Booleans | None) -> tuple[Chunk, ...]:
    """Return the chunks of a document; without pruning all its sentences count as kept."""
    document = part.document
    if settings.chunk.strategy == "document" and document.title and not document.text.strip():
        # Of a title alone there is nothing to cut, but by it the document can be found.
        key = chunk_id(document.id, "document", 0, len(document.text))
        return (Chunk(key, document.id, 0, len(document.text), document.text, "", 0),)
    everything = np.ones(len(part.sentences), dtype=bool)
    return chunk_document(
        document,
        settings.chunk,
        sentences=part.sentences,
        vectors=part.vectors,
        kept=everything if kept is None else kept,
    )


def kept_sentences(corpus: Corpus, settings: PipelineSettings, on_progress: Progress | None) -> Kept:
    """Return the sentences that pruning leaves, less those that an earlier document has too where that is asked for."""
    if side_of(settings) == "naive":
        kept = {key: np.ones(len(part.sentences), dtype=bool) for key, part in corpus.parts.items()}
        if settings.repetition.repeats != "sentences":
            return {}
    else:
        kept = {item.document.id: item.selection.kept for item in corpus.all_pruned(on_progress)}
    if settings.repetition.repeats != "sentences":
        return kept
    parts = list(corpus.parts.values())
    owners = [part.document.id for part in parts for _ in part.sentences]
    texts = [sentence.text for part in parts for sentence in part.sentences]
    if not texts:
        return kept
    vectors = np.concatenate([part.vectors for part in parts])
    once = keep_one(find_repetition(owners, texts, vectors, settings.repetition.repeated_from), len(texts))
    ends = np.cumsum([len(part.sentences) for part in parts])[:-1]
    return {part.document.id: kept[part.document.id] & marks for part, marks in zip(parts, np.split(once, ends), strict=True)}


def passage_vectors(
    corpus: Corpus, settings: PipelineSettings, chunks: list[Chunk], texts: list[str], on_progress: Progress | None
) -> Floats:
    """Return unit rows (n, d) of each passage's title and text; whole documents have theirs already."""
    if settings.chunk.strategy == "document" and settings.repetition.repeats != "sentences":
        ids, rows = corpus.document_vectors(side_of(settings), on_progress)
        places = {key: row for row, key in enumerate(ids)}
        return rows[[places[chunk.document] for chunk in chunks]]
    embedded = [corpus.parts[chunk.document].document.embedded_text(text) for chunk, text in zip(chunks, texts, strict=True)]
    with corpus.timed("embed"):
        return corpus.encoder.encode(embedded, on_progress)


def side_of(settings: PipelineSettings) -> Side:
    """Return which side of the corpus a pipeline sees: whole documents where it prunes nothing; pins belong to pruning."""
    return "naive" if settings.prune.method == "none" else "pruned"


def what_is_left(part: SplitDocument, chunk: Chunk, kept: Booleans | None) -> str:
    """Return a chunk's text, or its kept sentences as far as they lie in it; a paragraph break between two is kept."""
    if kept is None:
        return chunk.text
    pieces: list[str] = []
    last_end = chunk.start
    text = part.document.text
    first = bisect_right(part.sentences, chunk.start, key=lambda sentence: sentence.end)
    beyond = bisect_left(part.sentences, chunk.end, key=lambda sentence: sentence.start)
    for row in first + np.flatnonzero(kept[first:beyond]):
        start, end = max(part.sentences[row].start, chunk.start), min(part.sentences[row].end, chunk.end)
        pieces += ["\n\n" if text[last_end:start].count("\n") > 1 else " "] if pieces else []
        pieces.append(text[start:end])
        last_end = end
    return "".join(pieces)


def without_repeats(collection: Collection, settings: PipelineSettings) -> Collection:
    """Return the passages with one left of each group that repeat one another."""
    owners = [chunk.document for chunk in collection.chunks]
    groups = find_repetition(owners, collection.texts, collection.vectors, settings.repetition.repeated_from)
    rows = np.flatnonzero(keep_one(groups, len(collection)))
    return Collection(
        tuple(collection.chunks[row] for row in rows),
        tuple(collection.texts[row] for row in rows),
        collection.vectors[rows],
        collection.documents,
        collection.parents,
    )
