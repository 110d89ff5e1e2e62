"""Ways to add documents: upload, paste, a folder, the sample, and from the net."""

from pathlib import Path

import streamlit as st

from microrag_core import LoadSettings, load_paths, load_text
from microrag_core.loading import Loaded
from microrag_core.settings import read_settings
from pages.corpus import from_net, taking, upload
from pages.shared import cache, reach, state


def draw() -> None:
    """Draw the ways, a tab each."""
    st.subheader("Add documents")
    taking.replace_choice()
    tabs = st.tabs(["Upload", "Paste", "Folder", "Sample", "From the net"])
    for tab, draw_way in zip(tabs, (upload.draw, paste, folder, sample, from_net.draw), strict=True):
        with tab:
            draw_way()


def paste() -> None:
    """Draw the form for pasted text; it empties once the text was added."""
    turn = state.recall("paste_turn", 0)
    with st.form(f"paste_{turn}", border=False):
        title = st.text_input("Title", key=f"paste_title_{turn}", placeholder="optional")
        text = st.text_area(
            "Text", key=f"paste_text_{turn}", height=180, placeholder="Paste an article, a policy, a chapter ..."
        )
        pressed = st.form_submit_button("Add text", type="primary", icon=":material/add:")
    if not pressed:
        return
    if not text.strip():
        st.warning("There is no text yet: paste some into the box, then press Add text.")
    elif taking.take_in(lambda progress: load_text(text, title, source="")):
        state.remember("paste_turn", turn + 1)
        st.rerun()


def folder() -> None:
    """Draw the form for a folder or file of the machine that runs the app; only for who sits at it."""
    if not reach.only_this_machine():
        st.info(
            "Folders can be read only when the app listens on this machine alone (server.address 127.0.0.1). "
            "Upload the files instead."
        )
        return
    with st.form("folder", border=False):
        path = st.text_input(
            "Folder or file", placeholder="/home/you/documents", help="A path on the machine that runs this app."
        )
        with st.expander("More"):
            password = st.text_input("Password", type="password", help="For encrypted PDFs.", key="folder_password")
            text_field = st.text_input(
                "Text field of records", help="For JSON, JSONL and CSV. Empty: guessed, and said afterwards."
            )
        pressed = st.form_submit_button("Add folder", type="primary", icon=":material/folder_open:")
    if not pressed:
        return
    if not path.strip():
        st.warning("There is no path yet: type a folder or a file of this machine.")
    elif taking.take_in(
        lambda progress: load_paths([Path(path.strip()).expanduser()], loading(password, text_field), progress)
    ):
        st.rerun()


def loading(password: str, text_field: str) -> LoadSettings:
    """Return how files are loaded, with what a person typed."""
    return read_settings(LoadSettings, {"password": password or None, "text_field": text_field.strip() or None})


def sample() -> None:
    """Draw the button that puts the sample documents back."""
    documents = cache.sample_corpus(state.session().model).documents
    missing = [item for item in documents if item.id not in state.corpus().parts]
    st.markdown(
        f"{len(documents)} documents written for this app: news reports that repeat one another, company policies with shared "
        "boilerplate, a product manual and explainers."
    )
    label = f"Put the sample back ({len(missing)} missing)" if missing else "All sample documents are loaded"
    pressed = st.button(label, disabled=not missing, type="primary", icon=":material/undo:")
    if pressed and taking.take_in(lambda progress: Loaded(tuple(missing)), replace=False):
        st.rerun()
