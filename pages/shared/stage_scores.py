"""What the score of each stage means. Scores of different stages are of different kinds: a BM25 score is no cosine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from microrag_core.datatypes import Retrieved
from microrag_core.pipeline import PipelineSettings
from pages.shared.colors import EDGE
from pages.shared.markup import as_html


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage's name, what its score is, how many digits it deserves, and whether it has 1 as its end (a cosine)."""

    label: str
    meaning: str
    digits: int = 2
    is_share: bool = False


FUSED_RANKS = "the sum of weight / (rank constant + rank). Only its order says something."

STAGES: Mapping[str, Stage] = {
    "dense": Stage("dense", "Similarity (cosine) of the question's vector and the passage's, at most 1.", is_share=True),
    "bm25": Stage("BM25", "How much the question's words weigh in the passage. It has no upper end.", digits=1),
    "hybrid": Stage("hybrid", f"Both searches fused by rank: {FUSED_RANKS}", digits=4),
    "multi_query": Stage("multi-query", f"All wordings fused by rank: {FUSED_RANKS}", digits=4),
    "first_model": Stage("first model", "Similarity (cosine) by the model that makes the shortlist, at most 1.", is_share=True),
    "sentences": Stage(
        "sentences", "Half the passage's own similarity, half that of its best sentences, at most 1.", is_share=True
    ),
    "mmr": Stage("MMR", "Relevance less likeness to what was picked before. It need not fall from one result to the next."),
    "late_interaction": Stage(
        "late interaction",
        "How well each word of the question is matched, with the similarity of the whole and BM25 where there is one.",
        is_share=True,
    ),
    "cross_encoder": Stage("cross-encoder", "What the model that reads question and passage together says, on its own scale."),
}
FUSED_SCORES = Stage("hybrid", "Both searches' scores, each brought to between 0 and 1, in a weighted sum.", is_share=True)


def stages_of(settings: PipelineSettings) -> Mapping[str, Stage]:
    """Return the stages as this pipeline's scores mean them."""
    return {**STAGES, "hybrid": FUSED_SCORES} if settings.retriever.fusion == "scores" else STAGES


def last_stage(hit: Retrieved, settings: PipelineSettings) -> str:
    """Return the stage that gave the score of a hit; a parent in the place of its children has theirs."""
    if hit.scores:
        return list(hit.scores)[-1]
    options = settings.retriever
    if options.rerank != "none":
        return options.rerank
    return "dense" if options.retriever == "two_stage" else options.retriever


def final_score(hit: Retrieved, settings: PipelineSettings) -> str:
    """Return the score that a hit is ranked by as HTML; with a bar where it is a similarity of at most 1."""
    stage = stages_of(settings)[last_stage(hit, settings)]
    said = f'<span style="cursor:help" title="{as_html(f"{stage.label}: {stage.meaning}")}">{hit.score:.{stage.digits}f}'
    if not stage.is_share:
        return f'{said} <span style="font-size:.86em;opacity:.75">{as_html(stage.label)}</span></span>'
    share = max(0.0, min(1.0, hit.score))
    return (
        f'{said} <span style="display:inline-block;width:3.2em;height:.45em;border-radius:.25em;background:{EDGE}44;'
        f'vertical-align:middle"><span style="display:block;width:{share:.0%};height:100%;border-radius:.25em;'
        f'background:{EDGE}"></span></span></span>'
    )


def all_scores(hit: Retrieved, settings: PipelineSettings) -> str:
    """Return the score of each stage as a line of HTML; nothing where there was only one."""
    if len(hit.scores) < 2:
        return ""
    stages = stages_of(settings)
    told = [
        f'<span style="cursor:help;white-space:nowrap" title="{as_html(stages[name].meaning)}">{as_html(stages[name].label)} '
        f"<b>{score:.{stages[name].digits}f}</b></span>"
        for name, score in hit.scores.items()
    ]
    return f'<div style="font-size:.86em;opacity:.85;margin-bottom:.3em">{" · ".join(told)}</div>'


def meanings(hits: Sequence[Retrieved], settings: PipelineSettings) -> list[tuple[str, str]]:
    """Return label and meaning of each stage that scored one of the hits, in order; nothing where it is similarity alone."""
    names = list(dict.fromkeys(name for hit in hits for name in (hit.scores or {last_stage(hit, settings): 0.0})))
    stages = stages_of(settings)
    return [] if names == ["dense"] else [(stages[name].label, stages[name].meaning) for name in names]
