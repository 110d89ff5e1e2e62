"""The sidebar: only what belongs to all pages."""

import streamlit as st

from microrag_core import MicroRagError
from pages.shared import address, pipelines, progress, pruning_controls, state
from pages.shared.markup import as_markdown
from pages.shared.progress import ProgressBar


def draw(pruning: bool) -> None:
    """Draw the documents in use, the pruning settings (unless the page shows them itself) and the model."""
    progress.start_run()
    with st.sidebar:
        st.subheader("Documents in use")
        count = len(state.corpus())
        st.markdown(f"**{count:,}** document{'' if count == 1 else 's'}")
        st.page_link("pages/corpus/page.py", label="Add or remove", icon=":material/library_books:")
        st.subheader("Pruning")
        if pruning:
            pruning_controls.method()
            pruning_controls.budget()
            follows = {address.COMPARE: pipelines.anyone_follows_sidebar, address.CHAT: pipelines.answering_follows_sidebar}
            page = state.session().page
            if page in follows and not follows[page]():
                st.caption("No pipeline on this page follows this: each has pruning of its own, or none.")
        else:
            st.caption("Method and budget are on this page and hold on all pages.")
        with st.expander("More"):
            if pruning:
                pruning_controls.neighbors()
                pruning_controls.minimum_similarity()
            pruning_controls.more()
        st.subheader("Model")
        model()


def model() -> None:
    """Draw the model in use and a way to take another."""
    encoder = state.corpus().encoder
    name = "all-MiniLM-L6-v2 (packaged)" if state.session().model == "default" else state.session().model
    st.text(
        name, help=f"{encoder.dimension} dimensions; reads {encoder.maximum_tokens} word pieces of a text, the rest is cut."
    )
    with st.expander("Another model"), st.form("model", border=False):
        wanted = st.text_input(
            "Name or folder",
            placeholder="default",
            help="A sentence-transformers name or a local folder. Empty: the packaged one.",
        )
        if progress.stopped() == "changing the model":
            st.caption("Stopped: the model is the one before.")
        if st.form_submit_button("Use it"):
            try:
                with ProgressBar("changing the model") as bar:
                    state.use_model(wanted, bar)
                st.rerun()
            except MicroRagError as error:
                st.error(as_markdown(str(error)))
