"""The conversation on the page: each question with its answers, the last one perhaps still being written."""

import time

import streamlit as st

from pages.chat import answer, conversation
from pages.chat.conversation import Attempt, Conversation, Exchange
from pages.chat.scroll_here import scroll_here
from pages.shared import state
from pages.shared.markup import as_html, as_markdown
from pages.shared.wording import counted

SHOWN = 10
"""Exchanges that are drawn unless the earlier ones are asked for."""
LOOK_EVERY = 0.3
"""Seconds between two looks at an answer that is being written."""
OTHER_DOCUMENTS = "Answered from other documents than are loaded now."
QUESTION = "white-space:pre-wrap;overflow-wrap:anywhere;max-height:12em;overflow-y:auto"


def draw(talk: Conversation) -> None:
    """Draw the exchanges, the oldest first."""
    shown = talk.exchanges if state.recall("chat_all", False) else talk.exchanges[-SHOWN:]
    if hidden := len(talk.exchanges) - len(shown):
        st.button(f"Show {counted(hidden, 'earlier question')}", on_click=state.remember, args=("chat_all", True))
    if gone := talk.asked - len(talk.exchanges):
        st.caption(f"The oldest {counted(gone, 'question')} left this conversation, which holds {conversation.LONGEST}.")
    now = conversation.identity(state.corpus())
    for exchange in shown:
        if exchange is shown[-1]:
            scroll_here(f"{exchange.number} {exchange.done.is_set()}")
        draw_question(exchange)
        if exchange.done.is_set():
            draw_answers(exchange, now)
        else:
            st.fragment(draw_running, run_every=LOOK_EVERY)(exchange)


def draw_question(exchange: Exchange) -> None:
    """Draw a question as it was typed."""
    with st.chat_message("user", avatar=":material/person:"):
        st.html(f'<div dir="auto" tabindex="0" style="{QUESTION}">{as_html(exchange.question)}</div>')


def draw_answers(exchange: Exchange, now: str) -> None:
    """Draw the finished answers, two of them side by side; say so where the documents loaded `now` are not theirs."""
    with st.chat_message("assistant", avatar=":material/menu_book:"):
        if exchange.corpus != now:
            st.caption(f":material/history: {OTHER_DOCUMENTS}")
        if len(exchange.attempts) == 1:
            answer.draw(exchange, exchange.attempts[0])
            return
        for attempt, column in zip(exchange.attempts, st.columns(len(exchange.attempts), gap="large"), strict=True):
            with column:
                st.markdown(f"**{as_markdown(attempt.name)}**")
                answer.draw(exchange, attempt)


def draw_running(exchange: Exchange) -> None:
    """Draw what is said so far and the button that stops it; once all is said the page is drawn anew."""
    exchange.looked = time.monotonic()
    if exchange.done.is_set():
        st.rerun()
    with st.chat_message("assistant", avatar=":material/menu_book:"):
        for attempt, column in zip(exchange.attempts, st.columns(len(exchange.attempts), gap="large"), strict=True):
            with column:
                draw_so_far(attempt, len(exchange.attempts) > 1)
        if exchange.stop.is_set():
            st.caption("Stopping …")
        else:
            st.button("Stop", key=f"chat_stop_{exchange.number}", icon=":material/stop:", on_click=exchange.stop.set)


def draw_so_far(attempt: Attempt, is_one_of_two: bool) -> None:
    """Draw what one answer says so far, else what is done before it."""
    if is_one_of_two:
        st.markdown(f"**{as_markdown(attempt.name)}**")
    stage, done, total = attempt.stage
    if attempt.reply or attempt.text or attempt.error:
        answer.draw_text(attempt.reply.answer.text if attempt.reply else attempt.text or attempt.error)
    elif total:
        st.progress(min(1.0, done / total), text=f"{as_markdown(stage[:1].upper() + stage[1:])}: {done:,} of {total:,}")
    else:
        st.caption("Reading the sources …" if attempt.begun else "Waiting for the other answer …")
