"""One pipeline over one corpus: from a question to passages, and from passages to what a model reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from microrag_core.context import build_context
from microrag_core.corpus import Corpus, timed
from microrag_core.datatypes import Booleans, Context, Document, Floats, Integers, Progress, Ranked, Retrieved, Sentence
from microrag_core.embedding import Encoder, load_encoder
from microrag_core.errors import InputError
from microrag_core.held import Made
from microrag_core.indexing import make_index
from microrag_core.pipeline.collect import Kept, collect, kept_sentences, side_of, what_is_left
from microrag_core.pipeline.found import Found
from microrag_core.pipeline.reranking import Reranking
from microrag_core.pipeline.scores import Scores
from microrag_core.pipeline.searching import Search, Sources
from microrag_core.pipeline.settings import PipelineSettings
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.filtered_search import matching
from microrag_core.retrieval.filters import parse_filters
from microrag_core.retrieval.sentence_search import SentenceSearch
from microrag_core.retrieval.step_up import chunk_of, step_up
from microrag_core.retrieval.two_stage import TwoStageSearch
from microrag_core.settings import ContextSettings, EncoderSettings, MatchedText, RetrieverSettings, read_settings

if TYPE_CHECKING:
    from microrag_core.indexing.bm25 import Bm25Index
    from microrag_core.llm import ChatModel


class Pipeline:
    """The stages that `settings` name, over the documents and pins of `corpus`; what they need is made when first asked for.

    Passages and indexes are held by the corpus, so that pipelines which differ in later stages share them. `model` rewords
    questions for `multi_query`; without one that is done by rules. Raises `InputError` at once where a model that the settings
    name cannot be loaded.
    """

    def __init__(self, corpus: Corpus, settings: PipelineSettings, model: ChatModel | None = None) -> None:
        self.settings = settings
        pins = corpus.pins_key if side_of(settings) == "pruned" else ()
        self._key = (settings.prune, pins, settings.chunk, settings.repetition)
        self.corpus: Corpus = corpus.once(
            ("pruned", settings.prune, corpus.pins_key), lambda: corpus.with_settings(settings.prune)
        )
        self._model = model
        self._reranking = Reranking(self.corpus.encoder, settings.retriever)
        self._first_encoder = first_encoder(settings.retriever)

    @property
    def passages_key(self) -> Hashable:
        """What tells the passages of this pipeline from others of its corpus, for `Corpus.once`."""
        return self._key

    @property
    def collection(self) -> Collection:
        """The passages that are indexed."""
        return self.corpus.once(("collection", self._key), lambda: collect(self.corpus, self.settings, None))

    def prepare(self, on_progress: Progress | None = None) -> None:
        """Make what a search needs; `on_progress` may raise `CancelledError`, and what was embedded by then is kept on disk."""
        self.corpus.once(("collection", self._key), lambda: collect(self.corpus, self.settings, on_progress))
        retriever = self.settings.retriever.retriever
        if retriever in {"dense", "hybrid", "multi_query"}:
            self._sources.index()
        if retriever in {"bm25", "hybrid"}:
            self._sources.bm25()
        if retriever == "sentences":
            self._sources.sentences()
        if retriever == "two_stage":
            self._sources.two_stage()

    @cached_property
    def _sources(self) -> Sources:
        """The indexes; pipelines over the same passages share each."""

        def shared(name: str, make: Callable[[], Made], *depends_on: Hashable) -> Callable[[], Made]:
            def timed_make() -> Made:
                with self.corpus.timed("index"):
                    return make()

            return lambda: self.corpus.once((name, self._key, *depends_on), timed_make)

        collection = self.collection
        parts = self.corpus.parts
        index = self.settings.index
        first, encoder = self._first_encoder, self.corpus.encoder
        matched, filters = self.settings.retriever.matched_text, self.settings.retriever.filters
        return Sources(
            collection,
            encoder,
            shared("index", lambda: make_index(index, collection.ids, collection.vectors), index),
            shared("bm25", lambda: make_bm25(collection, matched), matched),
            shared("sentences", lambda: SentenceSearch.build(collection, parts, self._kept() or None)),
            shared("two_stage", lambda: TwoStageSearch(collection, first or encoder), (first or encoder).name),
            shared("allowed", lambda: matching(collection, parse_filters(filters)), filters),
        )

    def _kept(self) -> Kept:
        return self.corpus.once(("kept", self._key), lambda: kept_sentences(self.corpus, self.settings, None))

    def kept(self, document_id: str) -> Booleans | None:
        """Return which sentences (n,) of a document this pipeline has; None where it leaves none out of any document."""
        return self._kept().get(document_id)

    def search(self, query: str) -> list[Retrieved]:
        """Return the `top_k` best passages for a question. Raises `InputError` when it is blank."""
        return list(self.find(query).hits)

    def search_many(self, queries: Sequence[str]) -> list[list[Retrieved]]:
        """Return what `search` returns for each question; they are encoded together."""
        return [list(found.hits) for found in self.find_many(queries)]

    def find_many(self, queries: Sequence[str], depth: int = 0) -> list[Found]:
        """Return what `find` returns for each question; they are encoded together."""
        for query in queries:
            require_words(query)
        vectors = self.corpus.encoder.encode([query.strip() for query in queries])
        return [self.find(query, depth, vector) for query, vector in zip(queries, vectors, strict=True)]

    def find(self, query: str, depth: int = 0, vector: Floats | None = None) -> Found:
        """Return the `top_k` best passages for a question, and the ranking below them down to `depth`.

        `vector` (d,) is the question's, where it is known already. Raises `InputError` when the question is blank.
        """
        require_words(query)
        query = query.strip()
        options = self.settings.retriever
        seconds: Counter[str] = Counter()
        with timed(seconds, "encode"):
            vector = self.corpus.query_vector(query) if vector is None else vector
        with timed(seconds, "retrieve"):
            scores = Scores()
            search = Search(self._sources, options, self._model, scores)
            ranking = search.rank(query, vector, self._reranking.depth, depth)
        with timed(seconds, "rerank"):
            ranking = self._reranking.apply(query, vector, ranking, self.collection, scores)
        best = self._stepped_up(ranking, options.top_k)
        hits = tuple(self._hit(key, rank, score, vector, scores) for rank, (key, score) in enumerate(best, 1))
        below = tuple((key, self.collection.document(key).id) for key, _ in ranking)
        return Found(query, hits, below, search.asked, vector, dict(seconds), tuple(search.notes))

    def _stepped_up(self, ranking: Ranked, top_k: int) -> Ranked:
        """Return the best `top_k`, where children make room for their parents as many more as take their places."""
        if self.settings.chunk.strategy != "hierarchical":
            return ranking[:top_k]
        taken = top_k
        best = step_up(ranking[:taken], self.collection)
        while len(best) < top_k and taken < len(ranking):
            taken += top_k - len(best)
            best = step_up(ranking[:taken], self.collection)
        return best[:top_k]

    def _hit(self, key: str, rank: int, score: float, vector: Floats, scores: Scores) -> Retrieved:
        collection = self.collection
        chunk = chunk_of(key, collection)
        part = self.corpus.parts[chunk.document]
        indexed = key in collection.rows
        text = collection.text(key) if indexed else what_is_left(part, chunk, self.kept(chunk.document))
        hit = Retrieved(part.document, chunk, rank, score, text, None, scores.of(key))
        rows = self.sentence_rows(hit)
        return replace(hit, matched=int(rows[(part.vectors[rows] @ vector).argmax()])) if len(rows) else hit

    def sentence_rows(self, hit: Retrieved) -> Integers:
        """Return the rows of the document's sentences that begin in a hit's passage and that this pipeline has of it."""
        part, kept = self.corpus.parts[hit.document.id], self.kept(hit.document.id)
        span = part.rows_in(hit.chunk.start, hit.chunk.end)
        rows = np.arange(span.start, span.stop, dtype=np.int32)
        return rows if kept is None else rows[kept[span]]

    def sentences(self, document: Document) -> Sequence[Sentence]:
        """Return the sentences of one of the corpus's documents."""
        return self.corpus.parts[document.id].sentences

    def context(self, query: str, hits: Sequence[Retrieved], settings: ContextSettings | None = None) -> Context:
        """Return what a model is given of the hits for a question, under `settings` of the context where not its own."""
        return build_context(
            query,
            hits,
            settings or self.settings.context,
            self.corpus.encoder,
            parents=self.collection.parents,
            sentences=self.sentences,
        )


def make_bm25(collection: Collection, matched: MatchedText) -> Bm25Index:
    """Return the index of the passages' words; its package is imported where it is needed, since that takes half a second."""
    from microrag_core.indexing.bm25 import Bm25Index  # noqa: PLC0415

    return Bm25Index(collection.ids, [collection.matched_text(key, matched) for key in collection.ids])


def first_encoder(options: RetrieverSettings) -> Encoder | None:
    """Return the encoder that shortlists, where there are two stages. Raises `InputError` when it cannot be loaded."""
    if options.retriever != "two_stage":
        return None
    return load_encoder(read_settings(EncoderSettings, {"model": options.first_model or "default"}))


def require_words(query: str) -> None:
    """Raise `InputError` for a blank question."""
    if not query.strip():
        raise InputError("The question is empty: type some words to search for.")
