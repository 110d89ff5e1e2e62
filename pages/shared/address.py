"""What the address bar says of a session: the only file that names parts of the address."""

from dataclasses import fields

import streamlit as st

from microrag_core import MicroRagError, PruneSettings
from microrag_core.settings import read_settings
from pages.shared import cache, state

SETTINGS = ("method", "budget", "budget_unit", "neighbors", "minimum_similarity", "at_risk_below")
LONGEST_QUESTION = 1000
EXPLORE, COMPARE = "", "compare"
"""The paths of the pages that have something of their own in the address; the first is the app's front page."""


def read(page: str) -> None:
    """Take over what the address says of `page`, when it was changed by a person: a link opened, a step back."""
    here = state.session()
    if page != here.page:
        here.page, here.address = page, {}
    given = {key: value for key, value in st.query_params.to_dict().items() if isinstance(value, str)}
    if given == here.address or not given:
        return
    here.address = given
    if "corpus" in given:
        take_corpus(given["corpus"])
    take_document(given)
    if "q" in given:
        here.question = given["q"]
    if given.get("k", "").isdecimal():
        here.top_k = min(state.MAXIMUM_TOP_K, max(1, int(given["k"][:3])))
    for name in SETTINGS:
        if name in given:
            take_setting(name, given[name])


def take_document(given: dict[str, str]) -> None:
    """Take over document and sentence of a link; a document that is not loaded is remembered, for the page to say so."""
    here = state.session()
    if "document" in given:
        here.missing_document = "" if given["document"] in here.corpus.parts else given["document"]
        if not here.missing_document:
            state.choose_document(given["document"])
    if given.get("sentence", "").isdecimal() and not here.missing_document:
        here.sentence = int(given["sentence"][:9]) - 1


def take_corpus(digest: str) -> None:
    """Take over the documents and pins of a link; where they are not held any more, say so."""
    here = state.session()
    found = cache.snapshots().get(digest)
    if found is None:
        here.notes.append("The documents of this link are not held here any more: add them again and it will work.")
    else:
        here.model, corpus = found
        here.corpus = corpus.with_settings(here.corpus.settings)


def take_setting(name: str, text: str) -> None:
    """Take over one setting of the address; one that makes no sense is passed over."""
    here = state.session()
    known = {item.name: getattr(here.corpus.settings, item.name) for item in fields(PruneSettings)}
    try:
        here.corpus = here.corpus.with_settings(read_settings(PruneSettings, {**known, name: text}))
    except MicroRagError as error:
        here.notes.append(f"The link's {name} was passed over: {error}")


def parts() -> dict[str, str]:
    """Return the parts of the address that show what this session looks at now."""
    here = state.session()
    defaults = PruneSettings()
    wanted = {}
    if here.page == EXPLORE:
        first = next(iter(here.corpus.parts), "")
        if here.document_id in here.corpus.parts and (here.document_id != first or here.sentence is not None):
            wanted["document"] = here.document_id
        if here.sentence is not None:
            wanted["sentence"] = str(here.sentence + 1)
    if here.page == COMPARE:
        if here.question and len(here.question) <= LONGEST_QUESTION:
            wanted["q"] = here.question
        if here.top_k != state.Session.top_k:
            wanted["k"] = str(here.top_k)
    if not state.is_sample():
        wanted["corpus"] = cache.snapshots().put(here.model, here.corpus)
    for name in SETTINGS:
        value = getattr(here.corpus.settings, name)
        if value != getattr(defaults, name):
            wanted[name] = str(value)
    return wanted


def write() -> None:
    """Write what is looked at into the address, so that a copied link shows the same view.

    What was written already is not written again: each writing is a step of the browser's history, and someone who steps back
    over one would be thrown forward again.
    """
    here, wanted = state.session(), parts()
    if wanted != here.address and wanted != st.query_params.to_dict():
        st.query_params.from_dict(wanted)
    here.address = wanted
