"""Sentences in the order of the text, as one component: a click tells which was chosen, however many there are."""

from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from pages.explore.sentence_state import SentenceState
from pages.shared import state

HTML = """
<div class="sentences">
  <div class="bar">
    <input class="search" type="search" placeholder="Search words or a number" aria-label="Search the sentences">
    <span class="filters" role="group" aria-label="Which sentences to show">
      <button type="button" data-kind="a" aria-pressed="true">All</button>
      <button type="button" data-kind="k" aria-pressed="false">Kept</button>
      <button type="button" data-kind="p" aria-pressed="false">Pruned</button>
      <button type="button" data-kind="r" aria-pressed="false">At risk</button>
    </span>
    <span class="count" aria-live="polite"></span>
  </div>
  <div class="list"></div>
  <div class="nothing" hidden>No sentence matches.</div>
</div>
"""
CODES = {"kept": "k", "pruned": "p", "at risk": "r"}
HERE = Path(__file__).parent
_component = st.components.v2.component(
    "explore_sentences",
    html=HTML,
    css=(HERE / "sentence_list.css").read_text("utf-8"),
    js=(HERE / "sentence_list.js").read_text("utf-8"),
)


def sentence_list(
    name: str,
    sentences: Sequence[SentenceState],
    selected: int | None,
    choose: Callable[[int], None],
    *,
    notes: Sequence[str] | None = None,
    height: int = 480,
    searchable: bool = True,
) -> None:
    """Show `sentences`; `choose` is told the row of one that is clicked.

    `notes` stand beside them (by default what became of each). `height` is the largest in pixels; a longer list scrolls.
    """

    def chosen(event: dict[str, int | None]) -> None:
        if event.get("chosen") is not None:
            choose(int(event["chosen"]))

    key, report = state.listen(name, chosen)
    _component(
        key=key,
        data={
            "rows": [sentence.row for sentence in sentences],
            "texts": [" ".join(sentence.text.split()) for sentence in sentences],
            "kinds": "".join(CODES[sentence.kind] for sentence in sentences),
            "notes": list(notes) if notes is not None else [sentence.note for sentence in sentences],
            "pinned": [sentence.row for sentence in sentences if sentence.pinned],
            "selected": selected,
            "height": height,
            "searchable": searchable,
        },
        on_chosen_change=report,
    )
