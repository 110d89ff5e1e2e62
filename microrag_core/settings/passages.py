"""How documents are cut, what of them is indexed, and by which index."""

from dataclasses import dataclass
from typing import Literal

from microrag_core.settings.reading import check_fields, require, require_counts, require_shares

Strategy = Literal["document", "fixed", "recursive", "semantic", "parent_child", "hierarchical", "micro", "books", "pruned"]
SemanticRule = Literal["percentile", "running"]
IndexKind = Literal["flat", "hnsw", "ivf_flat", "ivf_pq", "qdrant"]


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
        require_shares(self, "chunk_similarity")
        require_counts(self, "parent_size")


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
