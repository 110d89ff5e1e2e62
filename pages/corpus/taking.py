"""Takes loaded documents into the session: one bar, one outcome, and whatever gave no document is listed with its reason."""

from collections import Counter
from collections.abc import Callable, Iterable

import streamlit as st

from microrag_core import MicroRagError
from microrag_core.datatypes import Document, Progress, Skipped
from microrag_core.loading import Loaded
from pages.corpus import notices
from pages.shared import state
from pages.shared.markup import as_markdown
from pages.shared.progress import ProgressBar
from pages.shared.wording import counted


def replace_choice() -> None:
    """Offer to put new documents in the place of the samples, where only these are loaded."""
    if state.has_only_samples():
        st.toggle(
            "Replace the samples",
            help="On: the sample documents leave when yours arrive. Off: both are searched together.",
            **state.bind("replace_samples", replaces_samples(), lambda value: state.remember("replace_samples", value)),
        )


def replaces_samples() -> bool:
    """Tell whether new documents take the place of the samples."""
    return state.has_only_samples() and bool(state.recall("replace_samples", True))


def take_in(load: Callable[[Progress], Loaded], replace: bool | None = None) -> bool:
    """Load and embed documents; return whether that came to its end, so that the page can be drawn anew.

    They `replace` what is loaded, or join it; unless given, a person's choice about the samples decides.

    An error that a person can act on is shown here. A stop leaves the session as it was: nothing is stored before the end.
    """
    here = state.session()
    try:
        with ProgressBar(notices.ADDING) as progress:
            loaded = load(progress)
            known = here.corpus.parts
            repeated = [
                Skipped(item.source or item.label, f"Same content as {known[item.id].document.label}, which is loaded already.")
                for item in loaded.documents
                if item.id in known
            ]
            if loaded.documents and (replaces_samples() if replace is None else replace):
                state.replace_documents(loaded.documents, progress)
                added, repeated, known = len(loaded.documents), [], {}
            else:
                added = state.add_documents(loaded.documents, progress)
    except MicroRagError as error:
        st.error(as_markdown(str(error)), icon=":material/error:")
        return False
    missing = [*loaded.skipped, *repeated]
    here.skipped[:] = dict.fromkeys([*still_skipped(here.skipped, loaded), *missing])
    if added:
        notices.forget_notes()
    notices.note([*loaded.notes, *text_field_notes(loaded, [item for item in loaded.documents if item.id not in known])])
    notices.tell(outcome(added, len(missing)), good=added > 0)
    return True


def still_skipped(skipped: Iterable[Skipped], loaded: Loaded) -> list[Skipped]:
    """Return what was skipped before and did not load now; a file of records that loads anew tells anew what it skips."""
    sources = {item.source for item in loaded.documents if item.source}
    names = sources.union(*map(places_around, sources))
    return [
        item
        for item in skipped
        if item.source not in names and loaded.text_fields.keys().isdisjoint(places_around(item.source))
    ]


def places_around(source: str) -> list[str]:
    """Return what a source is a part of: `book.xlsx#Sheet` and `book.xlsx` for `book.xlsx#Sheet#row 2`."""
    return [source[:end] for end, letter in enumerate(source) if letter == "#"]


def text_field_notes(loaded: Loaded, added: Iterable[Document]) -> list[str]:
    """Say for each source of records which field was taken as the text, and how many became documents unless all did."""
    became = Counter(item.source.rpartition("#")[0] for item in added)
    return [
        f"{source}: {records_used(found.records, became[source])}; the text is their field “{found.field}”."
        if found.field
        else f"{source}: {counted(found.records, 'record')}; no field reads like text, so each is a line of one document."
        for source, found in loaded.text_fields.items()
    ]


def records_used(records: int, documents: int) -> str:
    """Say how many records there are, and how many of them became documents where that differs."""
    if documents == records:
        return counted(records, "record")
    return f"{documents or 'none'} of {counted(records, 'record')} became {'documents' if documents > 1 else 'a document'}"


def outcome(added: int, skipped: int) -> str:
    """Say what came of adding documents."""
    said = f"{counted(added, 'document')} added." if added else "No document was added."
    return said + (f" {skipped:,} skipped: the reasons are at the end of this page." if skipped else "")
