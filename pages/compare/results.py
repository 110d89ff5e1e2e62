"""Both lists: what was found, which sentence matched, what each stage scored, where it moved and what it repeats."""

from collections.abc import Mapping

import streamlit as st

from microrag_core.comparison import Comparison, End, Result
from microrag_core.pipeline import Pipeline, PipelineSettings
from pages.compare.card import card
from pages.compare.lost import Lost, lost_answers
from pages.compare.movement_figure import movement_figure
from pages.compare.reading import read_fractions
from pages.compare.table import to_csv
from pages.compare.text_view import marks, text_view
from pages.shared import address, pipelines
from pages.shared.markup import as_markdown
from pages.shared.stage_scores import meanings


def draw(ready: Mapping[End, Pipeline], comparison: Comparison) -> None:
    """Draw the picture of what moved, the two lists, and the download."""
    lost = lost_answers(ready, comparison)
    if len(ready) == len(pipelines.ENDS) and (comparison.left or comparison.right):
        figure, caption = movement_figure(comparison)
        alt = f"Rank of each result in {comparison.names['left']} and in {comparison.names['right']}"
        st.plotly_chart(figure, key="movement", config={"displayModeBar": False}, alt=alt)
        st.caption(as_markdown(caption))
    for end, column in zip(pipelines.ENDS, st.columns(2, gap="large"), strict=True):
        with column:
            st.subheader(as_markdown(comparison.names[end]))
            if end in ready:
                draw_list(ready, comparison, end, lost)
            else:
                st.caption("No results: this side could not search.")
    if ready:
        st.download_button(
            "Download both lists (CSV)",
            lambda: to_csv(ready, comparison, lost),
            "comparison.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
        )


def draw_list(ready: Mapping[End, Pipeline], comparison: Comparison, end: End, lost: Lost) -> None:
    """Draw one side's list, with what is to be said of the search before it."""
    pipeline, listed = ready[end], comparison.results(end)
    draw_notes(comparison, end)
    if not listed:
        st.info(as_markdown(why_empty(pipeline.settings)), icon=":material/search_off:")
        return
    fractions = read_fractions(pipeline, listed)
    if min(fractions) < 1:
        most = pipeline.corpus.encoder.maximum_tokens
        st.caption(f"The model reads {most} word pieces of a text; the rest has no say in its score.")
    for result, read in zip(listed, fractions, strict=True):
        with st.container(border=True):
            st.html(card(ready, comparison, result, end, read=read, lost=(end, result.hit.rank) in lost))
            draw_more(ready, comparison, result, end, read)
    if told := meanings([result.hit for result in listed], pipeline.settings):
        with st.expander("What the scores mean", type="compact", key=f"meanings_{end}"):
            st.markdown("\n".join(f"- **{as_markdown(label)}**: {as_markdown(meaning)}" for label, meaning in told))


def draw_notes(comparison: Comparison, end: End) -> None:
    """Say what was asked beside the question, and what did not go as set."""
    found = comparison.found[end]
    if found.asked:
        asked = "\n".join(f"- {as_markdown(reworded.text)}" for reworded in found.asked)
        st.caption(f"Asked beside the question:\n{asked}")
    for note in found.notes:
        st.caption(f":material/info: {as_markdown(note)}")


def why_empty(settings: PipelineSettings) -> str:
    """Say why a side found nothing, and what to change."""
    options = settings.retriever
    if options.filters.strip():
        return f"Nothing was found in the documents where {options.filters.strip()}: change the condition under Edit."
    if options.retriever == "bm25":
        return "Nothing was found: no passage has a word of the question, stop words left out. Ask with other words."
    return "Nothing was found: nothing is indexed on this side."


def draw_more(ready: Mapping[End, Pipeline], comparison: Comparison, result: Result, end: End, read: float) -> None:
    """Draw the whole text, made only when it is opened, and the link to the document in Explore."""
    hit = result.hit
    what = "Whole text" if ready[end].settings.chunk.strategy == "document" else "Passage"
    label = what if marks(ready, hit.document.id, end) is None else f"{what}, kept and pruned"
    text = st.expander(label, type="compact", on_change="rerun", key=f"text_{end}_{hit.chunk.id}")
    if text.open:
        with text:
            st.html(text_view(ready, comparison, hit, end, read))
    # Explore's address has no comparison: what came with the link would be taken out again, a step more in the history.
    here = {**address.settings_parts(), "document": hit.document.id}
    if hit.matched is not None:
        here["sentence"] = str(hit.matched + 1)
    st.page_link("pages/explore/page.py", label="Open in Explore", icon=":material/hub:", query_params=here)
