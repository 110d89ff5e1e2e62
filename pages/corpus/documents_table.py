"""The table of documents, and what can be done with its selected rows."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document, PrunedDocument
from pages.corpus import notices
from pages.corpus.saved_figure import saved_fraction
from pages.shared import state
from pages.shared.wording import counted

COLUMNS = {
    "Title": st.column_config.TextColumn(width="medium", pinned=True),
    "Kind": st.column_config.TextColumn(help="What it came as."),
    "Sentences": st.column_config.NumberColumn(format="localized"),
    "Kept": st.column_config.NumberColumn(format="localized", help="Sentences that were kept."),
    "Tokens": st.column_config.NumberColumn(format="localized", help="Tokens (cl100k_base) of the whole text."),
    "Saved, %": st.column_config.NumberColumn(format="%.0f %%", help="Share of the tokens that pruning saves."),
    "Model reads, %": st.column_config.ProgressColumn(
        format="%.0f %%",
        min_value=0,
        max_value=100,
        help="How much of the document the model reads when it is embedded whole. The rest cannot be found on the naive side.",
    ),
    "At risk": st.column_config.NumberColumn(format="localized", help="Pruned sentences that no kept sentence is close to."),
    "Source": st.column_config.TextColumn(width="medium", help="The file, address or record that the text came from."),
}


def draw(corpus: Corpus, pruned: Sequence[PrunedDocument]) -> None:
    """Draw the table with the buttons for its selected rows."""
    st.subheader("Documents")
    st.caption("Click a column to sort it; the icons above the table search and download it. Tick rows to remove or open them.")
    bar = st.container(horizontal=True)
    table = documents_table(corpus, pruned)
    keys = list(corpus.parts)
    chosen = st.dataframe(
        table,
        hide_index=True,
        column_config=COLUMNS,
        on_select="rerun",
        selection_mode="multi-row",
        key=f"documents_{hash(tuple(keys))}",
        alt="Documents with what was kept of them",
    )
    with bar:
        actions([keys[row] for row in chosen["selection"]["rows"] if row < len(keys)], len(keys))


def documents_table(corpus: Corpus, pruned: Sequence[PrunedDocument]) -> pd.DataFrame:
    """Return a row a document, in the corpus' order."""
    return pd.DataFrame(
        {
            "Title": item.document.label,
            "Kind": kind(item.document),
            "Sentences": len(item.sentences),
            "Kept": item.kept_count,
            "Tokens": item.tokens_before,
            "Saved, %": round(100 * saved_fraction(item), 1),
            "Model reads, %": round(100 * corpus.read_fraction(item.document.id), 1),
            "At risk": len(item.at_risk),
            "Source": item.document.source,
        }
        for item in pruned
    )


def kind(document: Document) -> str:
    """Return what a document came as, from its source: a record, an address, a file's extension, or pasted text."""
    source, _, record = document.source.partition("#")
    name = source.replace("\\", "/").rsplit("/", 1)[-1]
    extension = name.rsplit(".", 1)[-1].upper() if "." in name.strip(".") else ""
    if "://" in source:
        return "web"
    if record:
        return f"{extension} record".strip()
    return extension or ("file" if name else "pasted")


def actions(chosen: list[str], total: int) -> None:
    """Draw the buttons: open or remove what is selected, remove all."""
    if st.button("Open in Explore", disabled=len(chosen) != 1, icon=":material/hub:", help="Tick one row first."):
        state.choose_document(chosen[0])
        st.switch_page("pages/explore/page.py")
    label = f"Remove {len(chosen):,} selected" if chosen else "Remove selected"
    st.button(label, disabled=not chosen, icon=":material/delete:", on_click=remove, args=(chosen,), help="Tick rows first.")
    with st.popover("Remove all", icon=":material/delete_sweep:"):
        everything = "the document" if total == 1 else f"all {counted(total, 'document')}"
        st.markdown(f"Take {everything} out? Files on your disk stay where they are.")
        st.button("Remove all documents", type="primary", on_click=remove, args=(list(state.corpus().parts),))


def remove(ids: list[str]) -> None:
    """Take documents out of the session and say how many."""
    state.remove_documents(ids)
    if not state.corpus().parts:
        notices.forget_notes()
    notices.tell(f"{counted(len(ids), 'document')} removed.")
