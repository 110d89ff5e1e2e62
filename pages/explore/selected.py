"""The selected sentence: why it was kept or which kept one is closest, pins, and what is related to it."""

from collections.abc import Sequence

import streamlit as st

from microrag_core.datatypes import PrunedDocument
from pages.explore.sentence_list import sentence_list
from pages.explore.sentence_state import SentenceState, neighbors_of, short, stands_for
from pages.shared import state
from pages.shared.markup import as_html

LIST_HEIGHT = 230
SUMMARY_HEIGHT = 190
PINS = (
    (
        "Keep it anyway",
        ":material/keep:",
        True,
        "It stays whatever the method and the budget say, and counts against the budget.",
    ),
    ("Prune it anyway", ":material/content_cut:", False, "It goes whatever the method and the budget say."),
    ("Leave it to the method", ":material/undo:", None, "Takes your decision back."),
)


def summary(states: Sequence[SentenceState], row: int | None) -> None:
    """Draw what became of sentence `row`, in a box whose height does not change; with none selected, say how to select one."""
    with st.container(border=True, height=SUMMARY_HEIGHT):
        if row is None:
            st.markdown(
                "**Click a sentence** in the graph or in the text: here you see why it was kept, or which kept one is close."
            )
            return
        chosen = states[row]
        st.markdown(f"**Sentence {chosen.number}: {chosen.status}.** {chosen.why}")
        pin_buttons(row)


def details(pruned: PrunedDocument, states: Sequence[SentenceState], row: int) -> None:
    """Draw the text of sentence `row`, its neighbours, and the sentences that it stands for or that stands for it."""
    chosen = states[row]
    with st.container(border=True):
        st.html(
            f'<blockquote dir="auto" style="margin:0;padding-left:.8rem;border-left:3px solid #8A94A3;'
            f'max-height:12rem;overflow-y:auto;overflow-wrap:anywhere">{as_html(chosen.text)}</blockquote>'
        )
        left, right = st.columns(2)
        with left:
            related(
                "neighbors",
                "Its neighbours in the graph",
                neighbors_of(pruned, row),
                states,
                "No other sentence is joined to it.",
            )
        with right:
            if chosen.kind == "kept":
                related(
                    "stands_for",
                    "Pruned sentences it stands for",
                    stands_for(pruned, row),
                    states,
                    "It stands for itself only.",
                )
            else:
                cover = int(pruned.selection.covered_by[row])
                pairs = [(cover, float(pruned.selection.cover_similarity[row]))] if cover >= 0 else []
                related("stands_for", "The closest kept sentence", pairs, states, "Nothing is kept.")


def pin_buttons(row: int) -> None:
    """Draw the three buttons of a sentence's pin; the one that would change nothing cannot be pressed."""
    now = state.pins().get(row)
    with st.container(horizontal=True, width="content"):
        for label, icon, keep, explained in PINS:
            st.button(
                label,
                icon=icon,
                key=f"pin_{keep}",
                help=explained,
                disabled=now is keep,
                on_click=state.acting(state.pin),
                args=(row, keep),
            )


def related(name: str, title: str, pairs: Sequence[tuple[int, float]], states: Sequence[SentenceState], nothing: str) -> None:
    """Draw a list of other sentences with their similarity, to click on."""
    st.markdown(f"{title} ({len(pairs)})" if pairs else title)
    if not pairs:
        st.caption(nothing)
        return
    sentence_list(
        f"explore_{name}",
        [states[other] for other, _ in pairs],
        None,
        state.choose_sentence,
        notes=[short(similarity) for _, similarity in pairs],
        height=LIST_HEIGHT,
        searchable=False,
    )
