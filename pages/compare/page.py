"""Compare: what a search finds before and after pruning."""

import streamlit as st

from microrag_core import MicroRagError
from microrag_core.comparison import Comparison, compare
from microrag_core.corpus import Corpus
from pages.compare import measures, question, results
from pages.compare.lost import lost_answers
from pages.compare.movement_figure import movement_figure
from pages.compare.table import to_csv
from pages.shared import messages, progress, state
from pages.shared.markup import as_markdown
from pages.shared.progress import ProgressBar

SEARCHING = "searching"


def draw() -> None:
    """Draw the question, and unless something is missing the answer."""
    messages.draw()
    st.title("Compare")
    st.markdown("What does a search find in whole documents (naive), and what in the sentences that pruning kept?")
    corpus = state.corpus()
    if not corpus.parts:
        st.info("There are no documents to search. Add some, or put the sample back.", icon=":material/library_add:")
        with st.container(horizontal=True, vertical_alignment="center"):
            if st.button("Put the sample back", type="primary", icon=":material/undo:"):
                state.use_sample()
                st.rerun()
            st.page_link("pages/corpus/page.py", label="Add documents", icon=":material/library_books:")
        return
    asked = question.draw(corpus)
    if progress.stopped() == SEARCHING:
        st.warning(
            "Stopped before all documents were embedded. What is done is kept; nothing else changed.",
            icon=":material/stop_circle:",
        )
        st.button("Go on", type="primary", icon=":material/play_arrow:")
        return
    try:
        comparison = compared(corpus, asked, state.session().top_k)
    except MicroRagError as error:
        st.warning(as_markdown(str(error)), icon=":material/help:")
        return
    question.say_what_was_read(corpus, comparison.query)
    draw_comparison(corpus, comparison)


def compared(corpus: Corpus, asked: str, top_k: int) -> Comparison:
    """Return the comparison, the last one again while nothing has changed: opening a text must not search anew."""
    last: tuple[Corpus, str, int, Comparison] | None = state.recall("comparison", None)
    if last and last[0] is corpus and last[1:3] == (asked, top_k):
        return last[3]
    with ProgressBar(SEARCHING) as bar:
        corpus.all_pruned(bar)
        corpus.index("naive", bar)
        corpus.index("pruned", bar)
        comparison = compare(corpus, asked, top_k)
    state.remember("comparison", (corpus, asked, top_k, comparison))
    return comparison


def draw_comparison(corpus: Corpus, comparison: Comparison) -> None:
    """Draw the measures, the picture, then both lists."""
    measures.draw(comparison)
    lost = lost_answers(corpus, comparison)
    figure, caption = movement_figure(comparison, len(corpus))
    st.plotly_chart(
        figure, key="movement", config={"displayModeBar": False}, alt="Rank of each result before and after pruning"
    )
    st.caption(caption)
    naive, pruned = st.columns(2, gap="large")
    with naive:
        results.draw(corpus, comparison, "naive", lost)
    with pruned:
        results.draw(corpus, comparison, "pruned", lost)
    st.download_button(
        "Download both lists (CSV)",
        lambda: to_csv(corpus, comparison, lost),
        "comparison.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


draw()
