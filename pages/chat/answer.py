"""One answer: its text with badges, what it sums up to, its sources, and what a person thinks of it."""

import streamlit as st

from microrag_core.assistant import Reply
from pages.chat import conflicts, conversation, refusal, sources, summary, why
from pages.chat.answer_view import answer_view
from pages.chat.conversation import Attempt, Exchange, Opened
from pages.chat.pieces import markers_of, pieces_of, source_title
from pages.chat.running import STOPPED
from pages.shared import state
from pages.shared.markup import as_html, as_markdown
from pages.shared.wording import cut_in_the_middle, percent

BUTTON_CHARACTERS = 30
PLAIN = "white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.65"


@st.fragment
def draw(exchange: Exchange, attempt: Attempt) -> None:
    """Draw a finished answer; opening a source draws nothing else anew."""
    name = f"chat_{exchange.number}_{attempt.choice}"
    if attempt.fault is not None:
        st.exception(attempt.fault)
    elif attempt.reply is None:
        draw_error(exchange, attempt, name)
    else:
        draw_reply(exchange, attempt, attempt.reply, name)


def draw_error(exchange: Exchange, attempt: Attempt, name: str) -> None:
    """Draw why there is no answer, what was said before, and a button to ask again."""
    if attempt.text.strip():
        draw_text(attempt.text, faded=True)
    if attempt.error == STOPPED:
        st.info(STOPPED, icon=":material/stop_circle:")
    else:
        st.error(as_markdown(attempt.error), icon=":material/error:")
    st.button("Try again", key=f"{name}_retry", icon=":material/refresh:", on_click=conversation.ask_again, args=(exchange,))


def draw_text(text: str, faded: bool = False) -> None:
    """Draw text as it stands."""
    st.html(f'<div dir="auto" style="{PLAIN}{";opacity:.6" if faded else ""}">{as_html(text)}</div>')


def draw_reply(exchange: Exchange, attempt: Attempt, reply: Reply, name: str) -> None:
    """Draw an answer with all that belongs to it."""
    if " ".join(reply.searched.split()) != " ".join(reply.question.split()):
        st.caption(f"Searched for: {as_markdown(reply.searched)}")
    answer_view(f"{name}_answer", pieces_of(reply), attempt.opened, lambda opened: conversation.open_below(attempt, opened))
    if attempt.opened is not None:
        with st.container(border=True):
            draw_opened(attempt, attempt.opened, name)
    if attempt.read < 1:
        size = f"{len(reply.searched):,} characters"
        st.caption(f":material/content_cut: The search reads {percent(attempt.read)} of this question of {size}.")
    for note in (*reply.answer.notes, *reply.found.notes):
        st.caption(f":material/info: {as_markdown(note)}")
    conflicts.draw(attempt)
    if reply.answer.refused:
        refusal.draw(exchange, attempt, reply)
    st.caption(as_markdown(summary.line(attempt, summary.prices())))
    draw_bar(attempt, reply, name)


def draw_bar(attempt: Attempt, reply: Reply, name: str) -> None:
    """Draw the sources as buttons, those that are cited first said to be so, and the thumbs."""
    cited = {citation.number for cited in markers_of(reply).values() for citation, _ in cited}
    numbers = [passage.number for passage in reply.context.passages if passage.number]
    opened = attempt.opened.number if attempt.opened and attempt.opened.kind == "source" else None

    def choose(number: int | None) -> None:
        attempt.opened = None if number is None else Opened("source", number)

    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        if numbers:
            st.pills(
                "Sources",
                numbers,
                format_func=lambda number: f"\\[{number}\\] {as_markdown(short_title(reply, number, number in cited))}",
                label_visibility="collapsed",
                wrap=True,
                **state.bind(f"{name}_sources", opened, choose),
            )
        thumb = {"up": 1, "down": 0}.get(attempt.vote or "")
        st.feedback("thumbs", **state.bind(f"{name}_vote", thumb, lambda chosen: conversation.vote(attempt, chosen)))


def short_title(reply: Reply, number: int, is_cited: bool) -> str:
    """Return what stands on the button of a source: its title where it is cited, else nothing but the number."""
    return cut_in_the_middle(source_title(reply, number), BUTTON_CHARACTERS) if is_cited else ""


def draw_opened(attempt: Attempt, opened: Opened, name: str) -> None:
    """Draw what is open below an answer, with a button that closes it."""
    if opened.kind == "source":
        sources.draw(name, attempt, opened)
    else:
        why.draw(attempt, opened)
    with st.container(horizontal=True, vertical_alignment="center"):
        if opened.kind == "source":
            sources.draw_link(attempt, opened)
        close = {"args": (attempt, opened), "type": "tertiary", "icon": ":material/close:"}
        st.button("Close", key=f"{name}_close", on_click=conversation.open_below, **close)
