"""What the app has to say: the outcome of the last action, notes, and what was skipped with its reason."""

from collections.abc import Iterable

import pandas as pd
import streamlit as st

from pages.shared import progress, state
from pages.shared.markup import as_markdown
from pages.shared.wording import counted

ADDING = "adding documents"
OUTCOME, NOTES = "corpus_outcome", "corpus_notes"
SHOWN_NOTES = 3


def tell(outcome: str, good: bool = True) -> None:
    """Let the next run say what an action came to; `good` tells whether it did what was wanted."""
    state.remember(OUTCOME, (outcome, good))


def note(notes: Iterable[str]) -> None:
    """Show notes until they are closed."""
    state.remember(NOTES, list(dict.fromkeys([*state.recall(NOTES, []), *notes])))


def forget_notes() -> None:
    """Drop the notes: what they were about is no longer here, or no longer the last that was done."""
    state.remember(NOTES, [])


def draw() -> None:
    """Draw the outcome of the last action, once, and the notes until they are closed."""
    if progress.stopped() == ADDING:
        st.warning("Stopped. The documents are as they were before.", icon=":material/stop_circle:")
    if told := state.recall(OUTCOME, None):
        outcome, good = told
        (st.success if good else st.warning)(as_markdown(outcome), icon=":material/check:" if good else ":material/info:")
        state.remember(OUTCOME, None)
    notes = state.recall(NOTES, [])
    if notes:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.info("\n\n".join(map(as_markdown, notes[:SHOWN_NOTES])), icon=":material/info:")
            st.button("Close", on_click=state.remember, args=(NOTES, []), icon=":material/close:")
        if more := notes[SHOWN_NOTES:]:
            with st.expander(counted(len(more), "more note")):
                st.markdown("\n\n".join(map(as_markdown, more)))


def draw_skipped() -> None:
    """Draw the table of what gave no document, until it is cleared."""
    skipped = state.session().skipped
    if not skipped:
        return
    st.subheader(f"Skipped: {len(skipped):,}")
    st.caption("These gave no document. The others were loaded.")
    table = pd.DataFrame({"What": [item.source for item in skipped], "Why": [item.reason for item in skipped]})
    st.dataframe(
        table,
        hide_index=True,
        key="skipped",
        alt="What was skipped and why",
        column_config={"What": st.column_config.TextColumn(width="medium"), "Why": st.column_config.TextColumn(width="large")},
    )
    st.button("Clear the list", on_click=skipped.clear, icon=":material/playlist_remove:")
