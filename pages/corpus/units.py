"""What the corpus is taken apart into for a view: sentences, passages or whole documents, each with its vector."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Floats, Integers, Progress
from microrag_core.pipeline import Pipeline, PipelineSettings
from microrag_core.settings import ChunkSettings

Unit = Literal["sentences", "passages", "documents"]


@dataclass(frozen=True, eq=False)
class Units:
    """The texts of a corpus: `owners` (n) are their documents' ids, `starts` (n) the characters at which they begin there.

    `tokens` (n,) counts cl100k_base, `vectors` (n, d) are unit rows.
    """

    owners: tuple[str, ...]
    texts: tuple[str, ...]
    starts: tuple[int, ...]
    tokens: Integers
    vectors: Floats

    def __len__(self) -> int:
        return len(self.texts)


def take_apart(corpus: Corpus, unit: Unit, chunks: ChunkSettings, on_progress: Progress | None = None) -> Units:
    """Return what a corpus is made of; passages are cut by `chunks` and embedded where that was not done before."""
    if unit == "sentences":
        return sentences_of(corpus)
    if unit == "passages":
        return passages_of(corpus, chunks, on_progress)
    return documents_of(corpus)


def sentences_of(corpus: Corpus) -> Units:
    """Return all sentences in order."""
    parts = corpus.parts.values()
    pairs = [(part.document.id, sentence) for part in parts for sentence in part.sentences]
    return Units(
        tuple(owner for owner, _ in pairs),
        tuple(sentence.text for _, sentence in pairs),
        tuple(sentence.start for _, sentence in pairs),
        np.concatenate([part.sentence_tokens for part in parts]),
        np.concatenate([part.vectors for part in parts]),
    )


def passages_of(corpus: Corpus, chunks: ChunkSettings, on_progress: Progress | None) -> Units:
    """Return the passages that a pipeline without pruning indexes."""
    pipeline = Pipeline(corpus, PipelineSettings(chunk=chunks))
    pipeline.prepare(on_progress)
    found = pipeline.collection
    return Units(
        tuple(chunk.document for chunk in found.chunks),
        found.texts,
        tuple(chunk.start for chunk in found.chunks),
        np.array([chunk.tokens for chunk in found.chunks], np.int32),
        found.vectors,
    )


def documents_of(corpus: Corpus) -> Units:
    """Return the documents that have a text."""
    parts = [part for part in corpus.parts.values() if part.sentences]
    return Units(
        tuple(part.document.id for part in parts),
        tuple(part.document.text for part in parts),
        tuple(0 for _ in parts),
        np.array([part.sentence_tokens.sum() for part in parts], np.int32),
        np.array([part.document_vector for part in parts], np.float32).reshape(len(parts), corpus.encoder.dimension),
    )
