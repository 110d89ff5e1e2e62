"""Settings: frozen, validated where they are made, and read from the command line, else the environment, else the default."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from platformdirs import user_data_path

from microrag_core.errors import SettingsError

PruneMethod = Literal["none", "coverage", "soft_coverage", "centrality", "mmr", "clusters", "lead", "random"]
BudgetUnit = Literal["sentences", "tokens"]
Precision = Literal["auto", "fp32", "bf16"]
Strategy = Literal["document", "fixed", "recursive", "semantic", "parent_child", "hierarchical", "micro", "books", "pruned"]
SemanticRule = Literal["percentile", "running"]
IndexKind = Literal["flat", "hnsw", "ivf_flat", "ivf_pq", "qdrant"]
Retriever = Literal["dense", "bm25", "hybrid", "multi_query", "two_stage", "sentences"]
Fusion = Literal["ranks", "scores"]
MatchedText = Literal["kept", "whole"]
Reranker = Literal["none", "mmr", "late_interaction", "cross_encoder"]
ContextKind = Literal["full", "mixed", "compressed", "parents"]
Compressor = Literal["late_interaction", "sentences", "keywords", "entities", "first_words"]
ContextFormat = Literal["tagged", "separated", "inline"]

DAY = 86_400
"""Seconds: the longest that reading a file may be given."""

SettingsType = TypeVar("SettingsType")


def home() -> Path:
    """Return the folder that holds the caches and all else that is kept: `MICRORAG_HOME`, else the user's data folder."""
    chosen = os.environ.get("MICRORAG_HOME", "").strip()
    return expanded(chosen) if chosen else user_data_path("microrag", appauthor=False)


def expanded(path: str) -> Path:
    """Return a path with `~` as the home folder; as it stands where there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


@dataclass(frozen=True, slots=True)
class PruneSettings:
    """How sentences are selected.

    `budget` is the fraction of sentences (or tokens) to keep, above 0 and up to 1. `neighbors` counts the sentence itself
    (at least 1) and is lowered to the number of sentences. `minimum_similarity` drops weaker edges of the graph (0 to 1).
    A pruned sentence whose best kept sentence is less similar than `at_risk_below` (0 to 1) is at risk. `seed` is for
    `random` and `clusters`.
    """

    method: PruneMethod = "soft_coverage"
    budget: float = 0.5
    budget_unit: BudgetUnit = "sentences"
    neighbors: int = 5
    minimum_similarity: float = 0.0
    at_risk_below: float = 0.4
    seed: int = 0

    def __post_init__(self) -> None:
        check_fields(self)
        require(0 < self.budget <= 1, "budget", self.budget, "above 0 and up to 1")
        require(self.neighbors >= 1, "neighbors", self.neighbors, "1 or more")
        require(0 <= self.minimum_similarity <= 1, "minimum_similarity", self.minimum_similarity, "between 0 and 1")
        require(0 <= self.at_risk_below <= 1, "at_risk_below", self.at_risk_below, "between 0 and 1")
        require(self.seed >= 0, "seed", self.seed, "0 or more")


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """Which model embeds and how.

    `model` is `default` (the packaged all-MiniLM-L6-v2), or any sentence-transformers name or path. `precision` `auto` takes
    bf16 where the processor multiplies it in hardware, else fp32. `cache_megabytes` bounds each of the two caches on disk, of
    texts' vectors and of their word pieces'; 0 is no cache.
    """

    model: str = "default"
    precision: Precision = "auto"
    cache_megabytes: int = 512

    def __post_init__(self) -> None:
        check_fields(self)
        require(bool(self.model.strip()), "model", self.model, "a name or a path")
        require(self.cache_megabytes >= 0, "cache_megabytes", self.cache_megabytes, "0 or more")


@dataclass(frozen=True, slots=True)
class LoadSettings:
    """What is read from files.

    `maximum_megabytes` refuses larger files unread. `text_field` names the field of JSON, JSONL and CSV records that holds the
    text; empty means guess. `password` opens encrypted PDFs. `timeout_seconds` (up to a day) ends a reading that does not.
    """

    maximum_megabytes: float = 100.0
    text_field: str = ""
    password: str = ""
    timeout_seconds: float = 60.0

    def __post_init__(self) -> None:
        check_fields(self)
        require(self.maximum_megabytes > 0, "maximum_megabytes", self.maximum_megabytes, "above 0")
        require(0 < self.timeout_seconds <= DAY, "timeout_seconds", self.timeout_seconds, f"above 0 and up to {DAY}, a day")


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """How documents are cut into the passages that are indexed.

    `strategy` `document` leaves each whole. `size` and `overlap` count tokens (cl100k_base), for `recursive` characters; size 0
    and overlap -1 take the strategy's own. `semantic_rule` `percentile` cuts where neighbouring sentences are less similar than
    the `percentile` of such similarities (0 to 100), `running` where a sentence's cosine with the chunk so far is below
    `chunk_similarity` (0 to 1). `parent_size` is in tokens, for `parent_child`.
    """

    strategy: Strategy = "document"
    size: int = 0
    overlap: int = -1
    semantic_rule: SemanticRule = "percentile"
    percentile: float = 5.0
    chunk_similarity: float = 0.8
    parent_size: int = 2000

    def __post_init__(self) -> None:
        check_fields(self)
        require(self.size >= 0, "size", self.size, "1 or more, or 0 for the strategy's own")
        require(self.overlap >= -1, "overlap", self.overlap, "0 or more, or -1 for the strategy's own")
        require(not self.size or self.overlap < self.size, "overlap", self.overlap, f"smaller than the size {self.size}")
        require(0 <= self.percentile <= 100, "percentile", self.percentile, "between 0 and 100")
        require(0 <= self.chunk_similarity <= 1, "chunk_similarity", self.chunk_similarity, "between 0 and 1")
        require(self.parent_size >= 1, "parent_size", self.parent_size, "1 or more")


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Which index holds the vectors.

    `hnsw_links` (M) and `ef_search` are for `hnsw`; `nlist` and `nprobe` for the `ivf` kinds; `pq_parts` and `pq_bits` for
    `ivf_pq`. All are lowered, and said so, where there are too few vectors. `qdrant` is a server's address or a folder; empty
    means a folder below `home()`.
    """

    index: IndexKind = "flat"
    hnsw_links: int = 32
    ef_search: int = 64
    nlist: int = 100
    nprobe: int = 8
    pq_parts: int = 48
    pq_bits: int = 8
    qdrant: str = ""

    def __post_init__(self) -> None:
        check_fields(self)
        require(2 <= self.hnsw_links <= 512, "hnsw_links", self.hnsw_links, "between 2 and 512")
        require(1 <= self.pq_bits <= 12, "pq_bits", self.pq_bits, "between 1 and 12")
        for name in ("ef_search", "nlist", "nprobe", "pq_parts"):
            require(1 <= getattr(self, name) <= 1_000_000, name, getattr(self, name), "between 1 and 1,000,000")


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
        for name in ("top_k", "candidates", "rank_constant", "rewordings", "best_sentences"):
            require(getattr(self, name) >= 1, name, getattr(self, name), "1 or more")
        for name in ("alpha", "lambda_mult", "token_weight", "keyword_weight"):
            require(0 <= getattr(self, name) <= 1, name, getattr(self, name), "between 0 and 1")


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
        require(0 <= self.raw_share <= 1, "raw_share", self.raw_share, "between 0 and 1")
        require(0 < self.token_share <= 1, "token_share", self.token_share, "above 0 and up to 1")
        require(-1 <= self.raw_threshold <= 1, "raw_threshold", self.raw_threshold, "between -1 and 1")
        for name in ("minimum_raw", "token_budget"):
            require(getattr(self, name) >= 0, name, getattr(self, name), "0 or more")
        for name in ("keywords", "first_words", "kept_sentences"):
            require(getattr(self, name) >= 1, name, getattr(self, name), "1 or more")


@dataclass(frozen=True, slots=True)
class RepetitionSettings:
    """What counts as a repetition across documents, and whether one of each group is indexed alone.

    Two texts with a cosine of at least `repeated_from` (0 to 1) repeat each other. `repeats` `sentences` drops sentences that
    an earlier document has too, `passages` indexes the first passage of each group alone.
    """

    repeats: Literal["keep", "sentences", "passages"] = "keep"
    repeated_from: float = 0.95

    def __post_init__(self) -> None:
        check_fields(self)
        require(0 < self.repeated_from <= 1, "repeated_from", self.repeated_from, "above 0 and up to 1")


def read_settings(kind: type[SettingsType], given: Mapping[str, Any] | None = None) -> SettingsType:
    """Build `kind` from `given` values, else `MICRORAG_<FIELD>` of the environment, else its defaults.

    A value of `None` counts as not given. Text is converted to the field's type. Raises `SettingsError` for an unknown name,
    for text that is no number, and for a value out of range.
    """
    types = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    given = {name: value for name, value in (given or {}).items() if value is not None}
    if unknown := sorted(set(given) - set(names)):
        raise SettingsError(f"Unknown setting {unknown[0]!r}; known are {', '.join(names)}.")
    values = {}
    for name in names:
        if name in given:
            values[name] = convert(name, given[name], types[name])
        elif text := os.environ.get(f"MICRORAG_{name.upper()}", "").strip():
            values[name] = convert(f"MICRORAG_{name.upper()}", text, types[name])
    return kind(**values)


def convert(name: str, value: Any, kind: Any) -> Any:
    """Return `value` as `kind`, or raise `SettingsError`; only text is converted."""
    if not isinstance(value, str) or kind not in (int, float):
        return value
    try:
        return kind(value)
    except ValueError:
        raise SettingsError(f"{name} is {value!r}; it must be {'a whole number' if kind is int else 'a number'}.") from None


def check_fields(settings: Any) -> None:
    """Refuse fields whose value is not of the declared type, and choices that are not among the declared ones."""
    for name, kind in get_type_hints(type(settings)).items():
        value = getattr(settings, name)
        if choices := get_args(kind):
            require(value in choices, name, value, "one of " + ", ".join(choices))
        elif kind is float:
            require(isinstance(value, int | float) and not isinstance(value, bool), name, value, "a number")
        elif kind is int:
            require(isinstance(value, int) and not isinstance(value, bool), name, value, "a whole number")
        else:
            require(isinstance(value, kind), name, value, f"of type {kind.__name__}")


def require(holds: bool, name: str, value: Any, what: str) -> None:
    """Raise `SettingsError` naming the setting and its value unless `holds`."""
    if not holds:
        raise SettingsError(f"{name} is {value!r}; it must be {what}.")
