"""The settings of the chat model and what its tokens cost. A key is kept in the session only and never shown again."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from microrag_core import MicroRagError
from microrag_core.llm import LlmSettings
from pages.chat.summary import prices
from pages.shared import chat_model, state
from pages.shared.markup import as_html, as_markdown

SMALLEST_WINDOW, LARGEST_WINDOW = 256, 10_000_000


def draw() -> None:
    """Draw who answers now, the form for a model, and the prices."""
    now = current()
    st.html(f'<div style="font-weight:600;overflow-wrap:anywhere">{as_html(in_words(now))}</div>')
    turn = state.recall("model_turn", 0)
    with st.form(f"chat_model_{turn}", border=False):
        given = {
            "base_url": st.text_input(
                "Base address",
                now.base_url,
                key=f"model_address_{turn}",
                placeholder="http://127.0.0.1:8000/v1",
                help="An OpenAI-compatible server, up to /v1. Empty: OpenAI's own.",
            ),
            "chat_model": st.text_input("Model", now.chat_model, key=f"model_name_{turn}", help="Its name on that server."),
            "api_key": st.text_input(
                "Key",
                type="password",
                key=f"model_key_{turn}",
                placeholder="set; leave empty to keep it" if now.api_key else "none",
                help="Kept for this session only. Many servers on one's own machine need none.",
            ),
            "context_window": st.number_input(
                "Context window, tokens",
                SMALLEST_WINDOW,
                LARGEST_WINDOW,
                now.context_window,
                step=1024,
                key=f"model_window_{turn}",
                help="What the model reads and writes together. Passages that do not fit are left out, and it is said.",
            ),
        }
        if st.form_submit_button("Use this model", type="primary"):
            use(given, turn)
    if message := state.recall("model_error", ""):
        st.error(as_markdown(message))
    with st.container(horizontal=True):
        if now.is_set:
            st.button("Use no model", on_click=change, args=(chat_model.use_none,))
        if configured := other_than(now):
            st.button(f"Use {as_markdown(configured.chat_model)}", on_click=change, args=(chat_model.use_configured,))
    draw_prices()


def current() -> LlmSettings:
    """Return the model in use; none where what is configured makes no sense, which the page says."""
    try:
        return chat_model.settings()
    except MicroRagError:
        return LlmSettings()


def in_words(now: LlmSettings) -> str:
    """Say who answers."""
    return f"{now.chat_model} at {now.address}" if now.is_set else "No model: sentences are picked from the documents"


def other_than(now: LlmSettings) -> LlmSettings | None:
    """Return the model of the secrets file or the environment, where there is one that is not in use."""
    configured = chat_model.configured()
    return configured if configured.is_set and configured != now else None


def use(given: dict[str, object], turn: int) -> None:
    """Use the model that was typed in; where it makes no sense say so, and keep what was typed."""
    try:
        chat_model.use(given)
    except MicroRagError as error:
        state.remember("model_error", str(error))
        return
    state.remember("model_error", "")
    state.remember("model_turn", turn + 1)  # a new form, in which the key's field is empty
    st.rerun()


def change(which: Callable[[], None]) -> None:
    """Use another model than the one that is typed in."""
    state.remember("model_error", "")
    state.remember("model_turn", state.recall("model_turn", 0) + 1)
    which()


def draw_prices() -> None:
    """Draw what a million tokens cost."""
    known = prices()

    def keep(name: str, value: float | None) -> None:
        state.remember("prices", replace(prices(), **{name: value}))

    st.caption("Price of a million tokens, for the cost below each answer")
    with st.container(horizontal=True):
        for name, label in (("prompt", "Read"), ("completion", "Written")):
            st.number_input(
                label,
                0.0,
                10_000.0,
                format="%.3f",
                placeholder="not known",
                width=150,
                **state.bind(f"price_{name}", getattr(known, name), lambda value, name=name: keep(name, value)),
            )
