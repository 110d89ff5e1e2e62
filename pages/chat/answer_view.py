"""Pieces of text as one component: markers and badges tell when they are pressed, and a long text shows where it is marked."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from pages.chat.conversation import Opened
from pages.chat.pieces import Piece
from pages.shared import state

HERE = Path(__file__).parent
_component = st.components.v2.component(
    "chat_pieces",
    html='<div class="pieces"></div>',
    css=(HERE / "answer_view.css").read_text("utf-8"),
    js=(HERE / "answer_view.js").read_text("utf-8"),
)


def answer_view(name: str, pieces: Sequence[Piece], opened: Opened | None, choose: Callable[[Opened], None]) -> None:
    """Draw an answer; `choose` is told what was pressed, and what is `opened` looks so."""

    def chosen(event: dict[str, Any]) -> None:
        if what := event.get("chosen"):
            choose(Opened(what["kind"], int(what["number"]), what.get("claim")))

    shown = {"kind": opened.kind, "number": opened.number, "claim": opened.claim} if opened else None
    draw(name, {"pieces": list(pieces), "opened": shown, "height": 0, "label": ""}, chosen)


def text_view(name: str, label: str, pieces: Sequence[Piece], height: int) -> None:
    """Draw a text in a box of at most `height` pixels, scrolled to where it is marked first."""
    draw(name, {"pieces": list(pieces), "opened": None, "height": height, "label": label}, lambda event: None)


def draw(name: str, data: dict[str, Any], chosen: Callable[[dict[str, Any]], None]) -> None:
    """Draw the component."""
    key, report = state.listen(name, chosen)
    _component(key=key, data=data, on_chosen_change=report)
