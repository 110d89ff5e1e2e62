"""What answers: the switch between pipelines, a second one beside it, and the settings of the model."""

import streamlit as st

from microrag_core import MicroRagError
from pages.chat import choices, model_form
from pages.chat.choices import CHOICES, MODES, Choice
from pages.shared import chat_model, state
from pages.shared.markup import as_html, as_markdown
from pages.shared.pipeline_words import in_words

NOTHING = "Nothing, one answer"


def draw() -> None:
    """Draw the controls in one row."""
    now = choices.chosen()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.segmented_control(
            "Answer from",
            MODES,
            format_func=choices.name_of,
            help=choices.ABOUT,
            label_visibility="collapsed",
            **state.bind("answer_mode", now if now in MODES else None, lambda mode: choices.choose(mode or now)),
        )
        with st.popover("Pipeline", icon=":material/tune:", help="Choose one of Compare's pipelines, or two side by side."):
            draw_pipelines(now)
        with st.popover("Model", icon=":material/smart_toy:", help="Who writes the answer: nobody, or a chat model."):
            model_form.draw()


def draw_pipelines(now: Choice) -> None:
    """Draw the choice of the pipeline and of a second one."""
    names = {NOTHING: NOTHING, **{choice: choices.name_of(choice) for choice in CHOICES}}
    st.selectbox(
        "Answer from",
        CHOICES,
        format_func=names.__getitem__,
        help=choices.ABOUT,
        **state.bind("answer_by", now, choices.choose),
    )
    st.caption(as_markdown(in_words(choices.settings_of(now))))
    second = choices.beside()
    st.selectbox(
        "Side by side with",
        [NOTHING, *(choice for choice in CHOICES if choice != now)],
        format_func=names.__getitem__,
        help="Answers each question from a second pipeline too, so that the two can be compared.",
        **state.bind("answer_beside", second or NOTHING, lambda it: choices.choose_beside(None if it == NOTHING else it)),
    )
    if second:
        st.caption(as_markdown(in_words(choices.settings_of(second))))
    st.page_link("pages/compare/page.py", label="Change Compare's pipelines", icon=":material/compare_arrows:")


def say_who_answers() -> None:
    """Say in one line which pipeline finds the passages and who writes the answer."""
    second = choices.beside()
    names = choices.name_of(choices.chosen()) + (f" beside {choices.name_of(second)}" if second else "")
    try:
        found = chat_model.settings()
    except MicroRagError as error:
        st.warning(as_markdown(f"The chat model cannot be used: {error}"), icon=":material/error:")
        return
    if found.is_set:
        told = f"{found.chat_model} at {found.address} writes the answers, and every claim is checked against its sources."
    else:
        told = "No chat model is set: answers are sentences picked from the documents, each with its source."
    # No Markdown, in which an address would become a link.
    st.html(f'<div style="font-size:.875rem;opacity:.7;overflow-wrap:anywhere">{as_html(f"{names}. {told}")}</div>')
