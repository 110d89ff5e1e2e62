"""What a page says that has no documents to work on."""

import streamlit as st

from pages.shared import state


def draw(purpose: str) -> None:
    """Say what to do where there is nothing to `purpose`, such as "search"."""
    st.info(f"There are no documents to {purpose}. Add some, or put the sample back.", icon=":material/library_add:")
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button("Put the sample back", type="primary", icon=":material/undo:"):
            state.use_sample()
            st.rerun()
        st.page_link("pages/corpus/page.py", label="Add documents", icon=":material/library_books:")
