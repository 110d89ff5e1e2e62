"""Chat: ask the documents a question, and see for each sentence of the answer which source bears it out."""

import streamlit as st

from pages.chat import controls, conversation, running, talk_bar, turns
from pages.chat.conversation import Conversation
from pages.shared import messages, no_documents, state
from pages.shared.example_questions import example_questions
from pages.shared.markup import as_markdown

LONGEST_QUESTION = 20_000
# Of the sample: two policies that disagree, two plain questions, and one that its documents do not answer.
EXAMPLES = ("hotel-limit-now", "oldest-rescue-dog", "energy-per-unit", "lisbon-magnitude")
# An answer that takes no longer is drawn at once, without the picture of one being written.
QUICK_SECONDS = 0.6


def draw() -> None:
    """Draw the conversation, and where there is none yet what to try."""
    messages.draw()
    left, right = st.columns([5, 6], vertical_alignment="bottom")
    with left:
        st.title("Chat")
    with right:
        controls.draw()
    st.markdown("Ask your documents. Each sentence of the answer shows its source and whether the source bears it out.")
    talk = conversation.conversation()
    begin(talk)
    controls.say_who_answers()
    has_documents = bool(state.corpus().parts)
    if not has_documents:
        no_documents.draw("ask")
    elif not talk.exchanges:
        draw_examples()
    turns.draw(talk)
    talk_bar.draw(talk)
    key, report = state.listen("chat_question", ask)
    st.chat_input(
        "Ask a question" if has_documents else "Add documents first",
        key=key,
        on_submit=report,
        max_chars=LONGEST_QUESTION,
        disabled=not has_documents or talk.running is not None,
    )


def ask(question: str | None) -> None:
    """Take up what was typed."""
    if question and question.strip():
        conversation.ask(question)


def begin(talk: Conversation) -> None:
    """Begin to answer what was asked, and give it a moment."""
    asked = talk.running
    if asked is not None and not asked.is_started:
        running.start(asked, talk)
        asked.done.wait(QUICK_SECONDS)


def draw_examples() -> None:
    """Draw questions to click, where there are any."""
    examples = example_questions(state.corpus(), EXAMPLES)
    if examples:
        st.caption("Try:")
    with st.container(horizontal=True):
        for number, example in enumerate(examples):
            st.button(as_markdown(example), key=f"chat_example_{number}", on_click=ask, args=(example,), wrap=True)


draw()
