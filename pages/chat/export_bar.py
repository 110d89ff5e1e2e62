"""What can be done with the whole conversation: take it along, or clear it."""

import streamlit as st

from pages.chat import conversation
from pages.chat.conversation import Conversation
from pages.chat.export_json import to_json
from pages.chat.export_markdown import to_markdown
from pages.chat.summary import prices


def draw(talk: Conversation) -> None:
    """Draw the downloads and the button that clears, once there is something to keep."""
    if not talk.exchanges:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        if conversation.has_answers(talk.exchanges):
            known = prices()
            save = {"on_click": "ignore", "icon": ":material/download:"}
            st.download_button("Markdown", lambda: to_markdown(talk, known), "conversation.md", "text/markdown", **save)
            st.download_button("JSON", lambda: to_json(talk), "conversation.json", "application/json", **save)
        st.button("Clear", icon=":material/delete_sweep:", help="Forget the whole conversation.", on_click=conversation.clear)
