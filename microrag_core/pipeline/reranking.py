"""The stage that orders the first candidates anew."""

import numpy as np

from microrag_core.datatypes import Floats, Ranked
from microrag_core.embedding import Encoder
from microrag_core.pipeline.scores import Scores
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.cross_encoder import CrossEncoderReranker
from microrag_core.retrieval.late_interaction import LateInteraction
from microrag_core.retrieval.mmr import mmr
from microrag_core.settings import RetrieverSettings


class Reranking:
    """The re-ranker that `options` name. Raises `InputError` when its model cannot be had."""

    def __init__(self, encoder: Encoder, options: RetrieverSettings) -> None:
        self.depth = max(options.candidates, 2 * options.top_k)
        self._options = options
        self._late = None
        if options.rerank == "late_interaction":
            self._late = LateInteraction(encoder, options.token_weight, options.keyword_weight)
        self._cross = CrossEncoderReranker(options.cross_encoder) if options.rerank == "cross_encoder" else None

    def apply(self, query: str, vector: Floats, ranking: Ranked, collection: Collection, scores: Scores) -> Ranked:
        """Return `ranking` with its first `depth` ordered anew; the rest follows as it was."""
        first, rest = ranking[: self.depth], ranking[self.depth :]
        if self._options.rerank == "none" or not first:
            return ranking
        rows = [collection.rows[key] for key, _ in first]
        vectors = collection.vectors[rows]
        texts = [collection.matched_text(key, self._options.matched_text) for key, _ in first]
        if self._late:
            keywords = np.array([scores.of(key).get("bm25", 0.0) for key, _ in first], np.float32)
            ordered = self._late.rerank(query, first, texts, np.asarray(vectors @ vector, np.float32), keywords)
        elif self._cross:
            ordered = self._cross.rerank(query, first, texts)
        else:
            ordered = mmr(vector, first, vectors, self._options.lambda_mult, len(first))
        scores.note(self._options.rerank, ordered)
        return ordered + rest
