"""The first stage: from a question to a ranking of passages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from microrag_core.datatypes import Floats, Ranked
from microrag_core.embedding import Encoder
from microrag_core.indexing import VectorIndex
from microrag_core.pipeline.scores import Scores
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.filtered_search import matching, search_deeper, search_rows
from microrag_core.retrieval.filters import parse_filters
from microrag_core.retrieval.fusion import fuse_ranks, fuse_scores
from microrag_core.retrieval.rewording import Reworded, merge, rewordings
from microrag_core.retrieval.sentence_search import SentenceSearch
from microrag_core.retrieval.two_stage import TwoStageSearch, rank_shortlist, stored_vectors
from microrag_core.settings import RetrieverSettings

if TYPE_CHECKING:
    from microrag_core.indexing.bm25 import Bm25Index
    from microrag_core.llm import ChatModel

FEEDBACK = 5
"""So many of the first results lend their words to a rewording (pseudo-relevance feedback)."""


@dataclass(frozen=True, eq=False)
class Sources:
    """What a search looks into; an index is made when it is first asked for."""

    collection: Collection
    encoder: Encoder
    index: Callable[[], VectorIndex]
    bm25: Callable[[], Bm25Index]
    sentences: Callable[[], SentenceSearch]
    two_stage: Callable[[], TwoStageSearch]


class Search:
    """One question's first stage, by the retriever that `options` name. Raises `SettingsError` for filters that are none.

    `scores` is told what each part of the search gives. `asked` are the rewordings that were searched for, `notes` say what did
    not go as set.
    """

    def __init__(self, sources: Sources, options: RetrieverSettings, model: ChatModel | None, scores: Scores) -> None:
        self._sources = sources
        self._options = options
        self._model = model
        self._scores = scores
        self.asked: tuple[Reworded, ...] = ()
        self.notes: list[str] = []
        conditions = parse_filters(options.filters)
        self._allowed = matching(sources.collection, conditions) if conditions else None

    def rank(self, query: str, vector: Floats, depth: int) -> Ranked:
        """Return the best `depth` passages for a question and its vector (d,), fewer where there are fewer."""
        options = self._options
        if options.retriever == "bm25":
            return self._bm25(query, depth)
        if options.retriever == "hybrid":
            return self._fused("hybrid", [self._dense(vector, depth), self._bm25(query, depth)], depth)
        if options.retriever == "multi_query":
            return self._multi_query(query, vector, depth)
        if options.retriever == "two_stage":
            return self._two_stage(query, vector, depth)
        if options.retriever == "sentences":
            return self._sentences(vector, depth)
        return self._dense(vector, depth)

    def _dense(self, vector: Floats, depth: int) -> Ranked:
        if self._allowed is None:
            self.notes += self._sources.index().notes
        return self._noted("dense", self._nearest(vector, depth))

    def _nearest(self, vector: Floats, depth: int) -> Ranked:
        if self._allowed is None:
            return self._sources.index().search(vector, depth)
        return search_rows(vector, self._sources.collection, self._allowed, depth)

    def _bm25(self, query: str, depth: int) -> Ranked:
        index = self._sources.bm25()
        return self._noted("bm25", self._among_allowed(lambda deep: index.search(query, deep), depth))

    def _sentences(self, vector: Floats, depth: int) -> Ranked:
        search, best = self._sources.sentences(), self._options.best_sentences
        return self._noted("sentences", self._among_allowed(lambda deep: search.search(vector, deep, best), depth))

    def _two_stage(self, query: str, vector: Floats, depth: int) -> Ranked:
        search = self._sources.two_stage()
        shortlist = self._noted("first_model", self._among_allowed(lambda deep: search.shortlist(query, deep), depth))
        ranking = rank_shortlist(vector, shortlist, stored_vectors(self._sources.collection))
        return self._noted("dense", ranking)

    def _multi_query(self, query: str, vector: Floats, depth: int) -> Ranked:
        first = self._dense(vector, depth)
        texts = [self._sources.collection.text(key) for key, _ in first[:FEEDBACK]]
        made = rewordings(query, self._options.rewordings, texts, self._model)
        self.asked = made.items
        self.notes += [made.note] if made.note else []
        if not self.asked:
            return first
        vectors = self._sources.encoder.encode([reworded.text for reworded in self.asked])
        others = [self._nearest(row, depth) for row in vectors]
        return self._noted("multi_query", merge(first, others)[:depth])

    def _fused(self, stage: str, rankings: list[Ranked], depth: int) -> Ranked:
        weights = [self._options.alpha, 1 - self._options.alpha]
        if self._options.fusion == "scores":
            return self._noted(stage, fuse_scores(rankings, weights)[:depth])
        return self._noted(stage, fuse_ranks(rankings, weights, self._options.rank_constant)[:depth])

    def _among_allowed(self, search: Callable[[int], Ranked], depth: int) -> Ranked:
        if self._allowed is None:
            return search(depth)
        ids = frozenset(self._sources.collection.ids[row] for row in self._allowed.nonzero()[0])
        return search_deeper(search, ids, depth, len(self._sources.collection))

    def _noted(self, stage: str, ranking: Ranked) -> Ranked:
        self._scores.note(stage, ranking)
        return ranking
