"""One side's list: what was found, which sentence matched, where it moved and what it repeats."""

from collections.abc import Set

import streamlit as st

from microrag_core.comparison import Comparison, Result
from microrag_core.corpus import Corpus, Side
from microrag_core.datatypes import shorten
from pages.compare.text_view import text_view
from pages.shared import address
from pages.shared.colors import EDGE, PRUNED
from pages.shared.markup import as_html
from pages.shared.wording import counted, percent

HEADINGS = {"naive": "Naive: whole documents", "pruned": "Pruned: kept sentences"}
MATCHED_CHARACTERS = 400
TITLE_CHARACTERS = 160
LOST = {
    "naive": "This sentence was pruned.",
    "pruned": "The sentence that matched best was pruned; this is the best of the kept ones.",
}


def draw(corpus: Corpus, comparison: Comparison, side: Side, lost: Set[str]) -> None:
    """Draw the list of one side. `lost` are the ids of the documents whose best matching sentence was pruned."""
    st.subheader(HEADINGS[side])
    listed = comparison.naive if side == "naive" else comparison.pruned
    texts = [result.hit.document.embedded_text(result.hit.text) for result in listed]
    fractions = corpus.encoder.read_fractions(texts).tolist()
    if min(fractions) < 1:
        st.caption(f"The model reads {corpus.encoder.maximum_tokens} word pieces of a text; the rest has no say in its score.")
    # Explore's address has no question: one that came with the link would be taken out again, a step more in the history.
    same_view = {name: value for name, value in address.parts().items() if name not in {"q", "k"}}
    for result, read in zip(listed, fractions, strict=True):
        with st.container(border=True):
            st.html(card(corpus, result, side, len(listed), read=read, lost=result.hit.document.id in lost))
            draw_more(corpus, result, side, same_view)


def draw_more(corpus: Corpus, result: Result, side: Side, same_view: dict[str, str]) -> None:
    """Draw the whole text, made only when it is opened, and the link to the document in Explore."""
    key = result.hit.document.id
    text = st.expander("Whole text, kept and pruned", type="compact", on_change="rerun", key=f"text_{side}_{key}")
    if text.open:
        with text:
            st.html(text_view(corpus, result, side))
    here = {
        **same_view,
        "document": key,
        **({"sentence": str(result.hit.matched + 1)} if result.hit.matched is not None else {}),
    }
    st.page_link("pages/explore/page.py", label="Open in Explore", icon=":material/hub:", query_params=here)


def card(corpus: Corpus, result: Result, side: Side, shown: int, *, read: float, lost: bool) -> str:
    """Return the head of a result as HTML: rank, score, movement, title, the matched sentence, and what is worth knowing."""
    hit = result.hit
    score = max(0.0, min(1.0, hit.score))
    bar = (
        f'<span style="display:inline-block;width:3.2em;height:.45em;border-radius:.25em;background:{EDGE}44;'
        f'vertical-align:middle" title="similarity {hit.score:.2f} of at most 1">'
        f'<span style="display:block;width:{score:.0%};height:100%;border-radius:.25em;background:{EDGE}"></span></span>'
    )
    head = (
        '<div style="display:flex;flex-wrap:wrap;gap:.25em .7em;align-items:center">'
        f'<span style="font-size:1.25em;font-weight:600">{hit.rank}</span>'
        f"<span>{hit.score:.2f} {bar}</span>"
        f'<span style="margin-left:auto;opacity:.8">{movement(result, side, shown)}</span></div>'
    )
    title = as_html(shorten(hit.document.label, TITLE_CHARACTERS))
    title = f'<div style="font-weight:600;margin:.15em 0 .3em;overflow-wrap:anywhere">{title}</div>'
    small = '<div style="font-size:.86em;opacity:.75">{}</div>'
    remarks = "".join(small.format(as_html(remark)) for remark in remarks_on(corpus, result, side, read))
    pruned = lost_mark(side) if lost and hit.matched is not None else ""
    return f"<div>{head}{title}{matched_sentence(corpus, result)}{pruned}{remarks}</div>"


def matched_sentence(corpus: Corpus, result: Result) -> str:
    """Return the sentence most similar to the question as HTML, marked."""
    hit = result.hit
    if hit.matched is None:
        return '<div style="opacity:.75">Nothing is kept of this document.</div>'
    sentence = shorten(corpus.parts[hit.document.id].sentences[hit.matched].text, MATCHED_CHARACTERS)
    return (
        f'<div style="border-left:3px solid {EDGE};padding-left:.6em;margin-bottom:.4em;overflow-wrap:anywhere">'
        f'<mark style="background:{EDGE}33;color:inherit;padding:.05em .15em">{as_html(sentence)}</mark></div>'
    )


def lost_mark(side: Side) -> str:
    """Say under the quoted sentence, as HTML, that the sentence closest to the question was pruned."""
    return (
        f'<div style="font-size:.86em;margin-bottom:.3em"><span aria-hidden="true" style="color:{PRUNED}">◆</span> '
        f"{as_html(LOST[side])}</div>"
    )


def movement(result: Result, side: Side, shown: int) -> str:
    """Say where a result stands on the other side, seen from the naive list or from the pruned one."""
    rank, other = result.hit.rank, result.other_rank
    if rank == other:
        return "= same"
    if side == "pruned":
        if other > shown:
            return f"new: rank {other} on the naive side"
        return f"▲ from {other}" if other > rank else f"▼ from {other}"
    if other > shown:
        return f"leaves: rank {other} when pruned"
    return f"▼ to {other} when pruned" if other > rank else f"▲ to {other} when pruned"


def remarks_on(corpus: Corpus, result: Result, side: Side, read: float) -> list[str]:
    """Return what is worth knowing of a result: its size, what it repeats, how much of it the model read."""
    hit = result.hit
    pruned = corpus.pruned(hit.document.id)
    sentences = len(pruned.sentences) if side == "naive" else pruned.kept_count
    said = [f"{counted(sentences, 'sentence')}, {counted(result.tokens, 'token')}"]
    if result.near_duplicate_of is not None:
        said.append(f"Near-duplicate: says mostly what result {result.near_duplicate_of} says.")
    if result.repeats:
        verb = "repeats an earlier one" if result.repeats == 1 else "repeat earlier ones"
        said.append(f"{result.repeats:,} of {counted(sentences, 'sentence')} {verb}.")
    if read < 1:
        said.append(f"The model reads {percent(read)} of this.")
    return said
