"""What can be done with the conversation: answer the last question anew, take it all along, or clear it."""

import streamlit as st

from pages.chat import conversation
from pages.chat.conversation import Conversation
from pages.chat.export_json import to_json
from pages.chat.export_markdown import to_markdown
from pages.chat.summary import prices
from pages.shared import state


def draw(talk: Conversation) -> None:
    """Draw the buttons, once something was asked."""
    if not talk.exchanges:
        return
    last = talk.exchanges[-1]
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        if last.done.is_set() and any(attempt.reply for attempt in last.attempts):
            st.button(
                "Regenerate",
                icon=":material/refresh:",
                type="tertiary",
                help="Answer the last question anew, with the pipeline, the model and the documents as they are now.",
                on_click=conversation.ask_again,
                args=(last,),
            )
        if conversation.has_answers(talk.exchanges):
            known, now = prices(), conversation.identity(state.corpus())
            save = {"on_click": "ignore", "icon": ":material/download:", "type": "tertiary"}
            st.download_button("Markdown", lambda: to_markdown(talk, known, now), "conversation.md", "text/markdown", **save)
            st.download_button("JSON", lambda: to_json(talk, now), "conversation.json", "application/json", **save)
        about = "Forget the whole conversation."
        st.button("Clear", icon=":material/delete_sweep:", type="tertiary", help=about, on_click=conversation.clear)
