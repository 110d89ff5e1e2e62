"""The ways to keep a pipeline: under a name in the app, in a file, or in a link."""

import streamlit as st
from streamlit.typing import UploadedFile

from microrag_core import MicroRagError
from microrag_core.comparison import End
from microrag_core.export import file_stem
from microrag_core.pipeline import pipeline_from_json
from microrag_core.pipeline.saved import delete, save, saved
from microrag_core.pipeline.settings import LONGEST_NAME
from pages.shared import pipelines, state
from pages.shared.pipeline_link import is_left_out

LARGEST_FILE = 100_000
"""Bytes: far more than the settings of a pipeline."""


def draw(end: End) -> None:
    """Draw name, save and delete, the file out and in, and how to share a link."""
    settings = pipelines.in_use(end)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Name",
            max_chars=LONGEST_NAME,
            placeholder=pipelines.name(end),
            help="What the lists, files and links call it. Empty: what its stages are.",
            **state.bind(f"name_{end}", settings.name, lambda name: rename(end, name)),
        )
        st.button("Save", key=f"save_{end}", icon=":material/save:", on_click=save_pipeline, args=(end,))
        if settings.name in {pipeline.name for pipeline in saved()}:
            st.button("Delete", key=f"delete_{end}", icon=":material/delete:", on_click=delete, args=(settings.name,))
    st.download_button(
        "Download as a file (JSON)",
        pipelines.in_use_named(end).to_json(),
        f"{file_stem(pipelines.name(end))}.pipeline.json",
        "application/json",
        key=f"download_{end}",
        icon=":material/download:",
        on_click="ignore",
    )
    turn = state.recall(f"pipeline_files_{end}", 0)
    file = st.file_uploader("Load a file", "json", key=f"pipeline_file_{end}_{turn}", max_upload_size=1)
    if file is not None:
        # The field empties, so that the file is not loaded again over what is changed later.
        state.remember(f"pipeline_files_{end}", turn + 1)
        load(end, file)
        st.rerun()
    st.caption("To share both pipelines with the question, copy the page's address.")
    if is_left_out(settings):
        st.caption("The link leaves out the model, server or folder named here; a file has it.")


def rename(end: End, name: str) -> None:
    """Give one side's pipeline another name."""
    pipelines.choose(end, pipelines.chosen(end).named(name.strip()))


def save_pipeline(end: End) -> None:
    """Save one side's pipeline under its name, which is what its stages are where it has none."""
    settings = pipelines.in_use_named(end)
    try:
        save(settings)
        rename(end, settings.name)
        say(end, "")
    except MicroRagError as error:
        say(end, str(error))


def load(end: End, file: UploadedFile) -> None:
    """Give one side the pipeline of a file; where it is none, say so and change nothing."""
    try:
        settings = pipeline_from_json(file.getvalue()[:LARGEST_FILE])
        settings.to_json().encode()
        pipelines.take(end, settings)
        say(end, "")
    except MicroRagError as error:
        say(end, f"{file.name} was not loaded: {error}")
    except UnicodeEncodeError:
        say(end, f"{file.name} was not loaded: it holds halves of characters.")


def say(end: End, message: str) -> None:
    """Keep what is to be said about the last change of one side; empty when there is nothing."""
    state.remember(f"said_of_{end}", message)


def said(end: End) -> str:
    """Return what is to be said about the last change of one side."""
    return str(state.recall(f"said_of_{end}", ""))
