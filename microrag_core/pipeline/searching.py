"""The first stage: from a question to a ranking of passages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from microrag_core.datatypes import Booleans, Floats, Ranked
from microrag_core.embedding import Encoder
from microrag_core.indexing import VectorIndex
from microrag_core.pipeline.scores import Scores
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.filtered_search import search_deeper, search_rows
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
    allowed: Callable[[], Booleans]


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
        self._candidates = 0
        self._allowed = sources.allowed() if options.filters.strip() else None

    def rank(self, query: str, vector: Floats, candidates: int, depth: int) -> Ranked:
        """Return the passages for a question and its vector (d,): the best `candidates`, and the ranking below down to `depth`.

        How deep is looked does not change what comes first: rankings are fused, and the shortlist is made, of `candidates`.
        """
        options = self._options
        self._candidates = candidates
        depth = max(candidates, depth)
        if options.retriever == "bm25":
            return self._bm25(query, depth)
        if options.retriever == "hybrid":
            return self._fused("hybrid", [self._dense(vector, depth), self._bm25(query, depth)], self._fuse)
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
        search, candidates = self._sources.two_stage(), self._candidates
        shortlist = self._noted("first_model", self._among_allowed(lambda deep: search.shortlist(query, deep), depth))
        ranking = rank_shortlist(vector, shortlist[:candidates], stored_vectors(self._sources.collection))
        return self._noted("dense", ranking) + shortlist[candidates:]

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
        return self._fused("multi_query", [first, *others], lambda rankings: merge(rankings[0], rankings[1:]))

    def _fuse(self, rankings: list[Ranked]) -> Ranked:
        weights = [self._options.alpha, 1 - self._options.alpha]
        if self._options.fusion == "scores":
            return fuse_scores(rankings, weights)
        return fuse_ranks(rankings, weights, self._options.rank_constant)

    def _fused(self, stage: str, rankings: list[Ranked], fuse: Callable[[list[Ranked]], Ranked]) -> Ranked:
        """Return the first candidates of each ranking fused, and below them what else deeper rankings have."""
        best = fuse([ranking[: self._candidates] for ranking in rankings])
        known = {key for key, _ in best}
        below = [item for item in fuse(rankings) if item[0] not in known]
        self._scores.note(stage, best)
        return best + below

    def _among_allowed(self, search: Callable[[int], Ranked], depth: int) -> Ranked:
        if self._allowed is None:
            return search(depth)
        ids = frozenset(self._sources.collection.ids[row] for row in self._allowed.nonzero()[0])
        return search_deeper(search, ids, depth, len(self._sources.collection))

    def _noted(self, stage: str, ranking: Ranked) -> Ranked:
        # A re-ranker may count a score in, so a passage that is only found deeper down has none.
        self._scores.note(stage, ranking[: self._candidates])
        return ranking
