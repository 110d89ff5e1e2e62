"""The ways to keep a pipeline: under a name in the app, in a file, or in a link."""

import streamlit as st
from streamlit.typing import UploadedFile

from microrag_core import MicroRagError
from microrag_core.comparison import End
from microrag_core.export import file_stem
from microrag_core.pipeline import pipeline_from_json
from microrag_core.pipeline.saved import delete, save, saved
from microrag_core.pipeline.settings import LONGEST_NAME
from pages.compare.changing import is_loaded, say, say_loaded
from pages.shared import pipelines, state
from pages.shared.markup import as_markdown
from pages.shared.pipeline_link import is_left_out
from pages.shared.pipeline_presets import PRESETS
from pages.shared.wording import cut_in_the_middle

LARGEST_FILE = 100_000
"""Bytes: far more than the settings of a pipeline."""

NAME_CHARACTERS = 24
"""Characters of a name that are shown in the question whether to delete it: on one line, beside its buttons."""


def draw(end: End) -> None:
    """Draw name, save and delete, the file out and in, and how to share a link."""
    settings = pipelines.in_use(end)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name_key = f"name_{end}_{pipelines.turn(end)}"
        st.text_input(
            "Name",
            settings.name,
            max_chars=LONGEST_NAME,
            placeholder=pipelines.name(end),
            help="What the lists, files and links call it. Empty: what its stages are.",
            **state.bind(name_key, settings.name, pipelines.only_now(end, lambda name: pipelines.rename(end, name))),
        )
        st.button("Save", key=f"save_{end}", icon=":material/save:", on_click=save_pipeline, args=(end,))
        # The button is there always, so that none comes to stand where another was pressed.
        is_saved = settings.name in {pipeline.name for pipeline in saved()}
        delete_it = {"on_click": ask_to_delete, "args": (end, settings.name), "disabled": not is_saved}
        st.button("Delete", key=f"delete_{end}", icon=":material/delete:", help="Asks before it deletes.", **delete_it)
    # One takes the place of the other, as a popover that grows may turn over and stand elsewhere.
    if is_saved and state.recall(f"deleting_{end}", "") == settings.name:
        draw_deleting(end, settings.name)
    else:
        draw_download(end)
    # Each file has a field of its own, so that none is loaded again over what is changed later.
    place = state.recall(f"pipeline_files_{end}", 0)
    key, report = state.listen(f"pipeline_file_{end}_{place}", lambda file: load(end, file))
    st.file_uploader("Load a file", "json", key=key, on_change=report, max_upload_size=1)
    if is_loaded(end):
        st.success(f"Loaded as the {end} side.", icon=":material/check:")
    st.caption("To share both pipelines with the question, copy the page's address.")
    if is_left_out(settings):
        st.caption("The link leaves out the model, server or folder named here; a file has it.")


def draw_download(end: End) -> None:
    """Draw the button that downloads one side's pipeline."""
    st.download_button(
        "Download as a file (JSON)",
        pipelines.in_use_named(end).to_json(),
        f"{file_stem(pipelines.name(end))}.pipeline.json",
        "application/json",
        key=f"download_{end}",
        icon=":material/download:",
        on_click="ignore",
    )


def draw_deleting(end: End, name: str) -> None:
    """Draw the second step of deleting a saved pipeline, away from the first."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"Delete the saved “{as_markdown(cut_in_the_middle(name, NAME_CHARACTERS))}”?")
        st.button("Keep it", key=f"keep_{end}", on_click=ask_to_delete, args=(end, ""))
        st.button("Delete for good", key=f"delete_for_good_{end}", type="primary", on_click=delete_saved, args=(end, name))


def ask_to_delete(end: End, name: str) -> None:
    """Let the next run ask whether the saved pipeline of a name is to go; none where the name is empty."""
    state.remember(f"deleting_{end}", name)


def delete_saved(end: End, name: str) -> None:
    """Delete a saved pipeline."""
    ask_to_delete(end, "")
    delete(name)


def save_pipeline(end: End) -> None:
    """Save one side's pipeline under its own name, edited or not; one without is called what its stages are."""
    ask_to_delete(end, "")
    settings = pipelines.in_use(end)
    if not settings.name or settings.name in PRESETS:
        settings = pipelines.in_use_named(end)
    try:
        save(settings)
        pipelines.rename(end, settings.name)
        pipelines.keep_name(end)
        say(end, "")
    except MicroRagError as error:
        say(end, str(error))


def load(end: End, file: UploadedFile | None) -> None:
    """Give one side the pipeline of a file; where it is none, say so and change nothing."""
    if file is None:
        return
    state.remember(f"pipeline_files_{end}", state.recall(f"pipeline_files_{end}", 0) + 1)
    try:
        settings = pipeline_from_json(file.getvalue()[:LARGEST_FILE])
        settings.to_json().encode()
        pipelines.take(end, settings)
        say_loaded(end)
    except MicroRagError as error:
        say(end, f"{file.name} was not loaded: {error}")
    except UnicodeEncodeError:
        say(end, f"{file.name} was not loaded: it holds halves of characters.")
