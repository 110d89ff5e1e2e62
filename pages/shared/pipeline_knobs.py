"""The settings of a pipeline as controls: what each is called, what it does, its range, and when it applies."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from microrag_core.pipeline import PipelineSettings
from microrag_core.pruning.methods import USES_BUDGET, USES_MINIMUM_SIMILARITY, USES_NEIGHBORS, USES_SEED
from microrag_core.retrieval.filters import EXAMPLE
from pages.shared.pipeline_words import uses_index

Applies = Callable[[PipelineSettings], bool]


def always(settings: PipelineSettings) -> bool:
    """A control that applies to every pipeline."""
    return True


@dataclass(frozen=True, slots=True)
class Knob:
    """A control of the setting with the flat name `name`; `about` says in a sentence what it does, or what rises with it.

    `low`, `high` and `step` are for sliders (a `share` is one in percent) and numbers, `placeholder` for texts. It is drawn
    where it `applies`.
    """

    name: str
    kind: Literal["choice", "slider", "share", "number", "text"]
    label: str
    about: str
    applies: Applies = always
    low: float = 0.0
    high: float = 1.0
    step: float = 0.05
    placeholder: str = ""


def searches_by(*retrievers: str) -> Applies:
    """Return a test for pipelines with one of these retrievers."""
    return lambda settings: settings.retriever.retriever in retrievers


def reranks_by(*rerankers: str) -> Applies:
    """Return a test for pipelines with one of these re-rankers."""
    return lambda settings: settings.retriever.rerank in rerankers


def matches_keywords_too(settings: PipelineSettings) -> bool:
    """A control of late interaction where a keyword search gives a score to count in."""
    return reranks_by("late_interaction")(settings) and searches_by("bm25", "hybrid")(settings)


def reads_pruned_text(settings: PipelineSettings) -> bool:
    """A control of what keyword search and re-ranking read of passages of which sentences are pruned."""
    reads = searches_by("bm25", "hybrid")(settings) or reranks_by("late_interaction", "cross_encoder")(settings)
    return settings.prune.method != "none" and reads


def indexes_by(*kinds: str) -> Applies:
    """Return a test for pipelines that look vectors up in one of these indexes."""
    return lambda settings: uses_index(settings.retriever) and settings.index.index in kinds


def hands_over(*kinds: str) -> Applies:
    """Return a test for pipelines that hand a model one of these kinds of context."""
    return lambda settings: settings.context.context in kinds


def compresses_by(*compressors: str) -> Applies:
    """Return a test for pipelines that compress by one of these."""
    return lambda settings: settings.context.context in {"mixed", "compressed"} and settings.context.compressor in compressors


def fuses_ranks(settings: PipelineSettings) -> bool:
    """Tell whether several rankings become one by their ranks."""
    options = settings.retriever
    return options.retriever == "multi_query" or (options.retriever == "hybrid" and options.fusion == "ranks")


def has_candidates(settings: PipelineSettings) -> bool:
    """Tell whether it matters how many passages the first search yields."""
    options = settings.retriever
    return options.rerank != "none" or options.retriever in {"hybrid", "multi_query", "two_stage"}


PRUNING = (
    Knob("budget", "share", "Budget", "The share of the text to keep. Higher keeps more and repeats more.",
         lambda s: s.prune.method in USES_BUDGET, low=0.05),
    Knob("budget_unit", "choice", "Budget counts", "Whether the budget is a share of the sentences or of the tokens.",
         lambda s: s.prune.method in USES_BUDGET),
    Knob("neighbors", "number", "Neighbours", "How many of its nearest sentences each is joined to. Higher joins more of them.",
         lambda s: s.prune.method in USES_NEIGHBORS, 1, 200, 1),
    Knob("minimum_similarity", "slider", "Minimum similarity",
         "Weaker likenesses do not count. Higher leaves close ones alone.",
         lambda s: s.prune.method in USES_MINIMUM_SIMILARITY),
    Knob("seed", "number", "Seed", "Another number draws other sentences.",
         lambda s: s.prune.method in USES_SEED, 0, 1_000_000, 1),
)  # fmt: skip
REPETITION = (
    Knob("repeats", "choice", "Repeats across documents", "Whether what several documents say is indexed once or each time."),
    Knob("repeated_from", "slider", "Counts as a repeat from", "Texts this similar repeat each other. Higher drops fewer.",
         lambda s: s.repetition.repeats != "keep", 0.5, 1.0, 0.01),
)  # fmt: skip
SEARCH = (
    Knob("retriever", "choice", "Search by", "How passages are found: by meaning, by their words, or by several ways at once."),
    Knob("alpha", "slider", "Alpha",
         "The weight of meaning against words. Higher trusts meaning more; 1 is dense search alone.",
         searches_by("hybrid")),
    Knob("fusion", "choice", "Fuse", "Whether the two rankings are joined by ranks or by their scores on one scale.",
         searches_by("hybrid")),
    Knob("rank_constant", "number", "Rank constant", "Higher lets the first ranks stand out less against those below.",
         fuses_ranks, 1, 1000, 10),
    Knob("rewordings", "number", "Rewordings", "How many rewordings are asked too. More find more, and take longer.",
         searches_by("multi_query"), 1, 10, 1),
    Knob("first_model", "text", "First model",
         "The small model that makes the shortlist: a name or a folder; empty is the packaged one.",
         searches_by("two_stage"), placeholder="packaged"),
    Knob("best_sentences", "number", "Best sentences",
         "How many of a passage's sentences count. Higher favours passages on topic throughout.",
         searches_by("sentences"), 1, 50, 1),
    Knob("index", "choice", "Index",
         "What looks up vectors. Flat compares all; the others are faster for many and may miss some.",
         lambda s: uses_index(s.retriever)),
    Knob("hnsw_links", "number", "Links (M)",
         "How many neighbours each vector is linked to. Higher misses less and takes more memory.",
         indexes_by("hnsw"), 2, 512, 4),
    Knob("ef_search", "number", "Search width (efSearch)",
         "How many vectors a search keeps in view. Higher misses less and is slower.",
         indexes_by("hnsw"), 1, 10_000, 16),
    Knob("nlist", "number", "Cells (nlist)",
         "Into how many cells the vectors are sorted. Higher searches less of them at a time.",
         indexes_by("ivf_flat", "ivf_pq"), 1, 100_000, 10),
    Knob("nprobe", "number", "Cells searched (nprobe)", "How many cells a search looks into. Higher misses less and is slower.",
         indexes_by("ivf_flat", "ivf_pq"), 1, 100_000, 1),
    Knob("pq_parts", "number", "Parts of a vector",
         "Into how many parts each vector is cut to compress it. Higher is more exact.",
         indexes_by("ivf_pq"), 1, 4096, 8),
    Knob("pq_bits", "number", "Bits a part", "How finely each part is stored. Higher is more exact and takes more memory.",
         indexes_by("ivf_pq"), 1, 12, 1),
    Knob("qdrant", "text", "Qdrant", "A server's address or a folder; empty is a folder of the app's own.",
         indexes_by("qdrant"), placeholder="a folder of the app's own"),
    Knob("rerank", "choice", "Re-rank by",
         "How the first results are ordered anew: by variety, word by word, or by a model of its own."),
    Knob("lambda_mult", "slider", "Lambda", "Relevance against variety. Higher repeats more; 1 is the ranking as it was.",
         reranks_by("mmr")),
    Knob("token_weight", "slider", "Token weight", "How much matching word by word counts against the passage as a whole.",
         reranks_by("late_interaction")),
    Knob("keyword_weight", "slider", "Keyword weight", "How much the keyword score counts against both.", matches_keywords_too),
    Knob("matched_text", "choice", "Words are matched in",
         "Whether keyword search and re-ranking read what was kept of a passage or all of it; what is found stays pruned.",
         reads_pruned_text),
    Knob("cross_encoder", "text", "Cross-encoder", "The model that reads question and passage together: a name or a folder.",
         reranks_by("cross_encoder")),
    Knob("candidates", "number", "Candidates",
         "How many results of a first search are looked at again. Higher finds more and is slower.",
         has_candidates, 1, 1000, 10),
    Knob("filters", "text", "Only documents where", f"Conditions on metadata, title or source, such as {EXAMPLE}.",
         placeholder="all documents"),
)  # fmt: skip
CONTEXT = (
    Knob("context", "choice", "A model is handed", "What of the passages found is handed to a language model."),
    Knob("raw_share", "share", "Share in full", "The share of the passages that may stay whole. Higher costs more tokens.",
         hands_over("mixed")),
    Knob("minimum_raw", "number", "At least in full", "So many passages stay whole, however unlike the question.",
         hands_over("mixed"), 0, 50, 1),
    Knob("raw_threshold", "slider", "In full from similarity",
         "Passages this similar stay whole first. Higher leaves fewer whole.",
         hands_over("mixed"), -1.0, 1.0),
    Knob("compressor", "choice", "Compress to", "What is left of a passage that is not handed over whole.",
         hands_over("mixed", "compressed")),
    Knob("keywords", "number", "Keywords", "How many are left of a passage. More say more and cost more.",
         compresses_by("keywords"), 1, 100, 1),
    Knob("first_words", "number", "Words", "How many are left of a passage. More say more and cost more.",
         compresses_by("first_words"), 1, 1000, 5),
    Knob("kept_sentences", "number", "Sentences", "The most that are left of a passage. More say more and cost more.",
         compresses_by("late_interaction", "sentences"), 1, 50, 1),
    Knob("token_share", "share", "Tokens at most, share",
         "The most that may be handed over, as a share of all passages in full. Higher keeps more.",
         hands_over("mixed", "compressed"), 0.05, 1.0, 0.01),
    Knob("facts", "choice", "Facts left out", "Whether names, numbers and denials of what was left out are added again.",
         hands_over("mixed", "compressed")),
    Knob("token_budget", "number", "Token budget", "The most tokens that are handed over; 0 is no bound.",
         low=0, high=1_000_000, step=100),
    Knob("context_format", "choice", "Written",
         "How passages are set apart: by tags, by lines between them, or one after another."),
)  # fmt: skip
