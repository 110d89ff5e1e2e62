"""A pipeline in words: what each choice is called, a title, and one line that says what the stages do."""

from collections.abc import Mapping

from microrag_core import PruneSettings
from microrag_core.chunking import resolve_sizes
from microrag_core.pipeline import PipelineSettings
from microrag_core.settings import ChunkSettings, IndexSettings, RetrieverSettings
from pages.shared.chunk_controls import unit_of
from pages.shared.pruning_controls import method_name
from pages.shared.wording import counted, percent

CHOICES: Mapping[str, Mapping[str, str]] = {
    "repeats": {"keep": "Keep all", "sentences": "Each sentence once", "passages": "Each passage once"},
    "index": {
        "flat": "Flat (exact)",
        "hnsw": "HNSW (graph)",
        "ivf_flat": "IVF-Flat (cells)",
        "ivf_pq": "IVF-PQ (cells, compressed)",
        "qdrant": "Qdrant",
    },
    "retriever": {
        "dense": "Dense (meaning)",
        "bm25": "BM25 (words)",
        "hybrid": "Hybrid (meaning and words)",
        "multi_query": "Multi-query (reworded)",
        "two_stage": "Two stages (two models)",
        "sentences": "Best sentences",
    },
    "matched_text": {"kept": "Kept sentences", "whole": "Whole passages"},
    "fusion": {"ranks": "Ranks", "scores": "Scores"},
    "rerank": {
        "none": "None",
        "mmr": "MMR (variety)",
        "late_interaction": "Late interaction",
        "cross_encoder": "Cross-encoder",
    },
    "context": {
        "full": "Passages in full",
        "mixed": "Mixed: some in full, some compressed",
        "compressed": "All compressed",
        "parents": "Parents of the passages",
    },
    "compressor": {
        "late_interaction": "Best sentences, word by word",
        "sentences": "Best sentences",
        "keywords": "Keywords",
        "entities": "Names and numbers",
        "first_words": "First words",
    },
    "facts": {"keep": "Add them again", "drop": "Leave them out"},
    "context_format": {"tagged": "Tagged", "separated": "Separated", "inline": "Inline"},
    "budget_unit": {"sentences": "Sentences", "tokens": "Tokens"},
}
"""Flat name -> value -> what a person reads."""

CHUNKS = {
    "fixed": "fixed chunks",
    "recursive": "recursive chunks",
    "semantic": "semantic chunks",
    "parent_child": "child chunks",
    "hierarchical": "hierarchical chunks",
    "micro": "micro-chunks",
    "books": "book chunks",
    "pruned": "chunks of kept sentences",
}
SEARCHES = {
    "dense": "dense search",
    "bm25": "BM25 search",
    "hybrid": "hybrid search",
    "multi_query": "multi-query search",
    "two_stage": "two-stage search",
    "sentences": "search by best sentences",
}
RERANKERS = {"mmr": "MMR", "late_interaction": "late interaction", "cross_encoder": "cross-encoder"}
INDEXES = {"hnsw": "HNSW", "ivf_flat": "IVF-Flat", "ivf_pq": "IVF-PQ", "qdrant": "Qdrant"}
CONTEXTS = {"mixed": "mixed context", "compressed": "compressed context", "parents": "parents handed over"}
REPEATS = {"sentences": "repeated sentences once", "passages": "repeated passages once"}
SHORT_SEARCHES = {
    "bm25": "BM25",
    "hybrid": "hybrid",
    "multi_query": "multi-query",
    "two_stage": "two stages",
    "sentences": "sentences",
}


def uses_index(options: RetrieverSettings) -> bool:
    """Tell whether a search asks an index of vectors."""
    return options.retriever in {"dense", "hybrid", "multi_query"}


def title(settings: PipelineSettings) -> str:
    """Return what to call a pipeline that nobody named: the stages in which it is no plain one, in their order."""
    index = INDEXES.get(settings.index.index) if uses_index(settings.retriever) else None
    parts = [
        "pruned" if settings.prune.method != "none" else None,
        CHUNKS.get(settings.chunk.strategy),
        "no repeats" if settings.repetition.repeats != "keep" else None,
        index,
        SHORT_SEARCHES.get(settings.retriever.retriever),
        RERANKERS.get(settings.retriever.rerank),
        CONTEXTS.get(settings.context.context),
    ]
    joined = " + ".join(filter(None, parts)) or "naive"
    return joined[0].upper() + joined[1:]


def in_words(settings: PipelineSettings) -> str:
    """Return one line on what is indexed, how it is searched, and what is handed to a model."""
    options = settings.retriever
    parts = [
        pruning_in_words(settings.prune),
        chunks_in_words(settings.chunk),
        REPEATS.get(settings.repetition.repeats, ""),
        search_in_words(options) + (index_in_words(settings.index) if uses_index(options) else ""),
        reranking_in_words(options),
        f"only where {options.filters.strip()}" if options.filters.strip() else "",
        CONTEXTS.get(settings.context.context, ""),
    ]
    line = ", ".join(filter(None, parts))
    return line[0].upper() + line[1:]


def pruning_in_words(settings: PruneSettings) -> str:
    """Say what pruning leaves; nothing where all is left."""
    if settings.method == "none":
        return ""
    name = method_name(settings.method)
    name = name if name.isupper() else name.lower()
    return f"kept sentences ({name}, {percent(settings.budget)} of {settings.budget_unit})"


def chunks_in_words(settings: ChunkSettings) -> str:
    """Say what the passages are."""
    if settings.strategy == "document":
        return "whole documents"
    size = resolve_sizes(settings)[0]
    return f"{CHUNKS[settings.strategy]} of {counted(size, unit_of(settings.strategy).removesuffix('s'))}"


def search_in_words(options: RetrieverSettings) -> str:
    """Say how passages are found, with what is not as usual."""
    usual = RetrieverSettings()
    told = []
    if options.retriever == "hybrid" and options.alpha != usual.alpha:
        told.append(f"alpha {options.alpha:g}")
    if options.retriever == "hybrid" and options.fusion == "scores":
        told.append("scores fused")
    if options.retriever == "two_stage" and options.first_model:
        told.append(f"first {options.first_model}")
    if options.retriever == "multi_query" and options.rewordings != usual.rewordings:
        told.append(counted(options.rewordings, "rewording"))
    return SEARCHES[options.retriever] + (f" ({', '.join(told)})" if told else "")


def index_in_words(settings: IndexSettings) -> str:
    """Say in which index vectors are looked up, where it is not the plain one."""
    return f" in {INDEXES[settings.index]}" if settings.index in INDEXES else ""


def reranking_in_words(options: RetrieverSettings) -> str:
    """Say how the first results are ordered anew; nothing where they are not."""
    if options.rerank == "none":
        return ""
    usual = RetrieverSettings()
    told = ""
    if options.rerank == "mmr" and options.lambda_mult != usual.lambda_mult:
        told = f" (lambda {options.lambda_mult:g})"
    if options.rerank == "late_interaction" and options.token_weight != usual.token_weight:
        told = f" (token weight {options.token_weight:g})"
    if options.rerank == "cross_encoder" and options.cross_encoder != usual.cross_encoder:
        told = f" ({options.cross_encoder})"
    return f"{RERANKERS[options.rerank]} re-ranking{told}"
