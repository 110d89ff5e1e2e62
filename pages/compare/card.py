"""The head of one result as HTML: rank, scores, where it moved, the sentence that matched, and what is worth knowing."""

from collections.abc import Mapping

from microrag_core.comparison import Comparison, End, Result
from microrag_core.datatypes import Retrieved, shorten
from microrag_core.pipeline import Pipeline, PipelineSettings
from pages.compare.moves import OTHER, cut_alike, movement, other_name
from pages.shared.colors import EDGE, PRUNED
from pages.shared.markup import as_html
from pages.shared.stage_scores import all_scores, final_score
from pages.shared.wording import counted, percent

MATCHED_CHARACTERS = 400
TITLE_CHARACTERS = 160
SMALL = '<div style="font-size:.86em;opacity:.75">{}</div>'


def card(
    pipelines: Mapping[End, Pipeline], comparison: Comparison, result: Result, end: End, *, read: float, lost: bool
) -> str:
    """Return the head of a result. The model read the share `read` of it; where `lost`, its closest sentence was pruned."""
    hit, settings = result.hit, pipelines[end].settings
    whose = "this passage" if cut_alike(comparison) else "this document's best passage"
    told = f"Where {whose} stands in {comparison.names[OTHER[end]]}" if OTHER[end] in comparison.found else ""
    head = (
        '<div style="display:flex;flex-wrap:wrap;gap:.25em .7em;align-items:center">'
        f'<span style="font-size:1.25em;font-weight:600">{hit.rank}</span>{final_score(hit, settings)}'
        f'<span style="margin-left:auto;opacity:.8" title="{as_html(told)}">'
        f"{as_html(movement(comparison, result, end))}</span></div>"
    )
    title = as_html(shorten(hit.document.label, TITLE_CHARACTERS)) + section(hit, settings)
    title = f'<div dir="auto" style="font-weight:600;margin:.15em 0 .3em;overflow-wrap:anywhere">{title}</div>'
    remarks = "".join(SMALL.format(as_html(remark)) for remark in remarks_on(pipelines[end], result, read))
    mark = lost_mark(pipelines, comparison, hit, end) if lost else ""
    return f"<div>{head}{all_scores(hit, settings)}{title}{matched_sentence(pipelines[end], hit)}{mark}{remarks}</div>"


def section(hit: Retrieved, settings: PipelineSettings) -> str:
    """Return the section that a passage begins in as HTML, where documents are cut and it is not the title again."""
    name = " ".join(hit.chunk.section.split())
    if settings.chunk.strategy == "document" or not name or name == hit.document.title:
        return ""
    return f'<span style="font-weight:400;opacity:.75"> › {as_html(shorten(name, TITLE_CHARACTERS))}</span>'


def matched_sentence(pipeline: Pipeline, hit: Retrieved) -> str:
    """Return the sentence most similar to the question as HTML, marked; where none begins in the passage, its beginning."""
    if hit.matched is None and not hit.text.strip():
        return '<div style="opacity:.75">Nothing is kept of this document.</div>'
    sentences = pipeline.corpus.parts[hit.document.id].sentences
    sentence = shorten(hit.text if hit.matched is None else sentences[hit.matched].text, MATCHED_CHARACTERS)
    return (
        f'<div dir="auto" style="border-left:3px solid {EDGE};padding-left:.6em;margin-bottom:.4em;overflow-wrap:anywhere">'
        f'<mark style="background:{EDGE}33;color:inherit;padding:.05em .15em">{as_html(sentence)}</mark></div>'
    )


def lost_mark(pipelines: Mapping[End, Pipeline], comparison: Comparison, hit: Retrieved, end: End) -> str:
    """Say under the quoted sentence, as HTML, that the sentence closest to the question was pruned."""
    if pipelines[end].kept(hit.document.id) is None:
        said = f"This sentence was pruned in {other_name(comparison, end)}."
    elif hit.matched is None:
        said = "The sentence that matched best was pruned."
    else:
        said = "The sentence that matched best was pruned; this is the best of the kept ones."
    return (
        f'<div style="font-size:.86em;margin-bottom:.3em"><span aria-hidden="true" style="color:{PRUNED}">◆</span> '
        f"{as_html(said)}</div>"
    )


def remarks_on(pipeline: Pipeline, result: Result, read: float) -> list[str]:
    """Return what is worth knowing of a result: its size, what it repeats, how much of it the model read."""
    sentences = len(pipeline.sentence_rows(result.hit))
    size = f"{counted(sentences, 'sentence')}, " if sentences else ""
    said = [f"{size}{counted(result.tokens, 'token')}"]
    if result.near_duplicate_of is not None:
        said.append(f"Near-duplicate: says mostly what result {result.near_duplicate_of} says.")
    if result.repeats:
        verb = "repeats an earlier one" if result.repeats == 1 else "repeat earlier ones"
        said.append(f"{result.repeats:,} of {counted(sentences, 'sentence')} {verb}.")
    if read < 1:
        said.append(f"The model reads {percent(read)} of this.")
    return said
