"""Compare: what do two pipelines find for one question? It starts with whole documents beside pruned ones."""

import streamlit as st

from microrag_core import MicroRagError
from microrag_core.pipeline.pipeline import require_words
from pages.compare import map_view, measures, pipeline_bar, question, views
from pages.compare.searching import SEARCHING, ask_both, draw_stopped
from pages.shared import messages, no_documents, progress, state
from pages.shared.markup import as_markdown


def draw() -> None:
    """Draw the question and the two pipelines, and unless something is missing the answer."""
    messages.draw()
    st.title("Compare")
    st.markdown(
        "What do two ways to search find? To start with: whole documents (naive) beside the sentences that pruning kept."
    )
    corpus = state.corpus()
    if not corpus.parts:
        no_documents.draw("search")
        return
    asked = question.draw(corpus)
    below = pipeline_bar.draw()
    if progress.stopped() == SEARCHING:
        draw_stopped()
        return
    try:
        require_words(asked)
    except MicroRagError as error:
        st.warning(as_markdown(str(error)), icon=":material/help:")
        map_view.draw_alone()
        return
    answers = ask_both(asked)
    for end, error in answers.errors.items():
        below[end].error(as_markdown(error), icon=":material/error:")
    question.say_what_was_read(corpus, asked)
    if not answers.errors:
        measures.draw(answers.pipelines, answers.comparison)
    views.draw(answers.pipelines, answers.comparison)


draw()
