"""What a link asked for and could not be shown; gone once it was read."""

import streamlit as st

from pages.shared import state
from pages.shared.markup import as_markdown


def draw() -> None:
    """Show the messages of the session, if there are any, with a button that removes them."""
    here = state.session()
    messages = list(dict.fromkeys(here.notes))
    if here.missing_document:
        shown = "Another one is shown." if len(here.corpus) else "Add it on the page Corpus."
        messages.insert(0, f"This link points to a document that is not loaded here ({here.missing_document[:40]}). {shown}")
    # The place is kept without a message too: what stands below would be made anew, and close, when one comes or goes.
    with st.container(horizontal=True, vertical_alignment="center"):
        if messages:
            st.warning("\n\n".join(map(as_markdown, messages)), icon=":material/link_off:")
            st.button("Dismiss", on_click=dismiss)


def dismiss() -> None:
    """Remove the messages."""
    here = state.session()
    here.missing_document = ""
    here.notes.clear()
