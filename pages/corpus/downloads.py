"""Everything pruned as a file, and the settings that made it. A file is made when it is asked for."""

import json
from collections.abc import Callable

import streamlit as st

from microrag_core.corpus import Corpus
from microrag_core.export import made_by, record, to_jsonl, to_parquet, to_zip


def draw(corpus: Corpus) -> None:
    """Draw the downloads. Each holds on to the corpus that is on screen, so that what is saved is what was seen."""
    st.subheader("Take it with you")
    st.caption("The kept text of every document, in the order of the table. Each format can be made again from the settings.")
    files: tuple[tuple[str, str, str, str, Callable[[], bytes]], ...] = (
        ("JSON lines", "pruned.jsonl", "application/jsonl", ":material/data_object:", lambda: jsonl(corpus)),
        ("ZIP of text files", "pruned.zip", "application/zip", ":material/folder_zip:", lambda: to_zip(corpus)),
        ("Parquet", "pruned.parquet", "application/vnd.apache.parquet", ":material/table:", lambda: to_parquet(corpus)),
        ("Settings", "settings.json", "application/json", ":material/tune:", lambda: settings(corpus)),
    )
    with st.container(horizontal=True):
        for label, name, kind, icon, content in files:
            st.download_button(
                label, content, name, kind, icon=icon, on_click="ignore", key=f"download_{name}", help=explain(name)
            )


def explain(name: str) -> str:
    """Say what a file holds."""
    return {
        "pruned.jsonl": "A line a document: id, title, source, kept text, and for each sentence its span and what covers it.",
        "pruned.zip": "A text file a document, with a list of which file is which and the settings.",
        "pruned.parquet": "The same records as a table for pandas, Polars or DuckDB; the settings are inside.",
        "settings.json": "Model, method, budget and the sentences that were pinned by hand.",
    }[name]


def jsonl(corpus: Corpus) -> bytes:
    """Return the records of all documents as JSON lines."""
    return to_jsonl(map(record, corpus.all_pruned()))


def settings(corpus: Corpus) -> bytes:
    """Return the settings that made the corpus as JSON."""
    return json.dumps(made_by(corpus), indent=2, ensure_ascii=False).encode()
