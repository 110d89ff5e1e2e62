"""Corpus: what is loaded, what was done to it, and how it gets out."""

import streamlit as st

from pages.corpus import add_documents, documents_table, downloads, index, notices, repetition, totals
from pages.corpus.saved_figure import saved_figure
from pages.shared import address, messages, progress, state
from pages.shared.progress import ProgressBar

PRUNING = "pruning"

messages.draw()
st.title("Corpus")
st.markdown("What is loaded, what does pruning save, and how do you get it out?")
notices.draw()
corpus = state.corpus()
if not corpus.parts:
    st.info("There are no documents. Add your own below, or put the sample back.", icon=":material/library_add:")
    add_documents.draw()
elif progress.stopped() == PRUNING:
    st.warning("Stopped before all documents were pruned.", icon=":material/stop_circle:")
    st.button("Go on", type="primary", icon=":material/play_arrow:")
else:
    with ProgressBar(PRUNING) as bar:
        pruned = corpus.all_pruned(bar)
    totals.draw(corpus.totals())
    picture, adding = st.columns([3, 2], gap="large")
    with picture:
        figure, caption = saved_figure(pruned)
        st.plotly_chart(figure, key="saved", config={"displayModeBar": False}, alt="Tokens kept and pruned of each document")
        st.caption(caption)
    with adding:
        add_documents.draw()
    documents_table.draw(corpus, pruned)
    downloads.draw(corpus)
    # What follows may take long; whoever reloads meanwhile must find their documents again.
    address.write()
    repetition.draw(corpus)
    index.draw(corpus)
notices.draw_skipped()
