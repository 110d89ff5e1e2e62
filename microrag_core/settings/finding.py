"""How passages are found, and what of them a model is given."""

from dataclasses import dataclass
from typing import Literal

from microrag_core.settings.reading import check_fields, require, require_counts, require_shares

Retriever = Literal["dense", "bm25", "hybrid", "multi_query", "two_stage", "sentences"]
Fusion = Literal["ranks", "scores"]
MatchedText = Literal["kept", "whole"]
Reranker = Literal["none", "mmr", "late_interaction", "cross_encoder"]
ContextKind = Literal["full", "mixed", "compressed", "parents"]
Compressor = Literal["late_interaction", "sentences", "keywords", "entities", "first_words"]
ContextFormat = Literal["tagged", "separated", "inline"]


@dataclass(frozen=True, slots=True)
class RetrieverSettings:
    """How candidates are found, and how they are ordered anew.

    `top_k` passages are the result. Each search yields `candidates`, at least twice `top_k`, for fusion and re-ranking. `alpha`
    (0 to 1) is the weight of the dense side in `hybrid`, `rank_constant` the k of reciprocal rank fusion. `rewordings` of the
    question are asked too by `multi_query`. `first_model` shortlists for `two_stage`; empty means the packaged one, and the
    corpus's own model ranks. `best_sentences` is how many of a passage's sentences count for `sentences`. `lambda_mult` (1 is
    relevance alone) is for `mmr`; `token_weight` is the share of token matching in `late_interaction`, the rest being the
    cosine; of the whole, `keyword_weight` is the share of the BM25 score where `bm25` or `hybrid` gives one. `matched_text` is
    what of a pruned passage BM25 and re-ranking read: its kept sentences, or the `whole` of it, where vectors and results are
    of the kept ones all the same. `cross_encoder` is a name or a path. `filters` are `field=value` conditions on a document,
    joined by `;`.
    """

    retriever: Retriever = "dense"
    top_k: int = 5
    candidates: int = 30
    fusion: Fusion = "ranks"
    alpha: float = 0.5
    rank_constant: int = 60
    rewordings: int = 3
    first_model: str = ""
    best_sentences: int = 1
    rerank: Reranker = "none"
    lambda_mult: float = 0.6
    token_weight: float = 0.7
    keyword_weight: float = 0.2
    matched_text: MatchedText = "kept"
    cross_encoder: str = "cross-encoder/ms-marco-MiniLM-L-6-v2"
    filters: str = ""

    def __post_init__(self) -> None:
        check_fields(self)
        require(bool(self.cross_encoder.strip()), "cross_encoder", self.cross_encoder, "a name or a path")
        require_counts(self, "top_k", "candidates", "rank_constant", "rewordings", "best_sentences")
        require_shares(self, "alpha", "lambda_mult", "token_weight", "keyword_weight")


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """What of the passages found is handed to a model.

    `mixed` leaves `raw_share` of them raw (0 to 1), those with at least `raw_threshold` of similarity first, never fewer than
    `minimum_raw`, and compresses the others; `compressed` compresses all; `parents` hands over the parents. `token_budget`
    bounds the whole (0: no bound). Compressed passages fill what is left of `token_share` (above 0 and up to 1) of the tokens
    that all would cost raw, and may have half that share of their own. `keywords` and `first_words` are counts for the
    compressors of these names; `kept_sentences` is the most that the sentence compressors leave of a passage. `facts` `keep`
    adds names, numbers with their units and denied clauses of what a compressor leaves out.
    """

    context: ContextKind = "full"
    raw_share: float = 0.2
    minimum_raw: int = 2
    raw_threshold: float = 0.5
    token_budget: int = 0
    token_share: float = 0.465
    compressor: Compressor = "late_interaction"
    keywords: int = 5
    first_words: int = 20
    kept_sentences: int = 4
    facts: Literal["keep", "drop"] = "keep"
    context_format: ContextFormat = "tagged"

    def __post_init__(self) -> None:
        check_fields(self)
        require_shares(self, "raw_share")
        require(0 < self.token_share <= 1, "token_share", self.token_share, "above 0 and up to 1")
        require(-1 <= self.raw_threshold <= 1, "raw_threshold", self.raw_threshold, "between -1 and 1")
        for name in ("minimum_raw", "token_budget"):
            require(getattr(self, name) >= 0, name, getattr(self, name), "0 or more")
        require_counts(self, "keywords", "first_words", "kept_sentences")
