"""What the address bar says of a session: the only file that names parts of the address."""

from dataclasses import fields
from typing import get_args

import streamlit as st

from microrag_core import MicroRagError, PruneSettings
from microrag_core.comparison import End
from microrag_core.settings import ChunkSettings, read_settings
from pages.shared import cache, pipelines, state
from pages.shared.pipeline_link import from_link, to_link

SETTINGS = ("method", "budget", "budget_unit", "neighbors", "minimum_similarity", "at_risk_below")
CHUNKS = tuple(item.name for item in fields(ChunkSettings))
LONGEST_QUESTION = 1000
LAST_ADDRESSES = 8
EXPLORE, COMPARE, CHAT = "", "compare", "chat"
"""The paths of the pages that have something of their own in the address; the first is the app's front page."""


def read(page: str) -> None:
    """Take over what the address says of `page`, when it was changed by a person: a link opened, a step back."""
    here = state.session()
    if page != here.page:
        here.page, here.address, here.addresses = page, {}, []
    given = {key: value for key, value in st.query_params.to_dict().items() if isinstance(value, str)}
    if given == here.address or not given:
        return
    if given in here.addresses and state.has_acted():
        # Someone used a control before the browser had taken over the address that was written last: it sends an older one.
        return
    move_to(given)
    if "corpus" in given:
        take_corpus(given["corpus"])
    take_document(given)
    take_chunks(given)
    if "q" in given:
        here.question = given["q"]
    if given.get("k", "").isdecimal():
        here.top_k = min(state.MAXIMUM_TOP_K, max(1, int(given["k"][:3])))
    for name in SETTINGS:
        if name in given:
            take_setting(name, given[name])
    take_pipelines(given)
    if here.page == COMPARE:
        here.compare_tab = given.get("tab", "")
    take_answering(given)


def move_to(address: dict[str, str]) -> None:
    """Note that the session stands at an address now."""
    here = state.session()
    if address != here.address:
        here.addresses = [*here.addresses, here.address][-LAST_ADDRESSES:]
        here.address = address


def take_pipelines(given: dict[str, str]) -> None:
    """Take over the pipelines of a link to Compare; a side that it leaves out has the usual one."""
    for end in pipelines.ENDS:
        if end in given:
            take_pipeline(end, given[end], given.get(f"{end}_name", ""))
        elif state.session().page == COMPARE:
            pipelines.reset(end)


def take_answering(given: dict[str, str]) -> None:
    """Take over which pipelines answer; names that are none are passed over."""
    here = state.session()
    for choice in get_args(state.AnswerPipeline):
        if given.get("from") == choice:
            here.answer_by = choice
        if given.get("beside") == choice:
            here.answer_beside = choice


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


def take_pipeline(end: End, text: str, name: str) -> None:
    """Take over one side's pipeline; one that makes no sense is passed over."""
    here = state.session()
    try:
        settings, said = from_link(text, name)
    except MicroRagError as error:
        here.notes.append(f"The link's {end} pipeline was passed over: {error}")
        return
    here.notes += said
    pipelines.take(end, settings)


def take_chunks(given: dict[str, str]) -> None:
    """Take over how a link cuts the document, and which view of it is open; what the link leaves out is as at the start."""
    here = state.session()
    if here.page != EXPLORE:
        return
    here.tab = given.get("tab", here.tab)
    if wanted := {name: given[name] for name in CHUNKS if name in given}:
        start = {name: getattr(state.first_chunks(), name) for name in CHUNKS}
        try:
            here.chunks = read_settings(ChunkSettings, {**start, **wanted})
        except MicroRagError as error:
            here.notes.append(f"The link's chunks were passed over: {error}")


def parts() -> dict[str, str]:
    """Return the parts of the address that show what this session looks at now."""
    here = state.session()
    wanted = {}
    if here.page == EXPLORE:
        wanted |= document_parts()
    if here.page == COMPARE:
        if here.question and len(here.question) <= LONGEST_QUESTION:
            wanted["q"] = here.question
        if here.top_k != state.Session.top_k:
            wanted["k"] = str(here.top_k)
        wanted |= pipeline_parts()
        if here.compare_tab:
            wanted["tab"] = here.compare_tab
    if here.page == CHAT:
        wanted |= answering_parts()
    return wanted | settings_parts()


def settings_parts() -> dict[str, str]:
    """Return the parts of the address that belong to all pages: which documents, and how they are pruned."""
    here, defaults = state.session(), PruneSettings()
    found = {} if state.is_sample() else {"corpus": cache.snapshots().put(here.model, here.corpus)}
    values = {name: getattr(here.corpus.settings, name) for name in SETTINGS}
    return found | {name: str(value) for name, value in values.items() if value != getattr(defaults, name)}


def document_parts() -> dict[str, str]:
    """Return the parts of the address that say which document is looked at, what of it, and how it is cut."""
    here, start = state.session(), state.first_chunks()
    first = next(iter(here.corpus.parts), "")
    found = {}
    if here.document_id in here.corpus.parts and (here.document_id != first or here.sentence is not None):
        found["document"] = here.document_id
    if here.sentence is not None:
        found["sentence"] = str(here.sentence + 1)
    if here.tab:
        found["tab"] = here.tab
    cuts = {name: getattr(here.chunks, name) for name in CHUNKS}
    return found | {name: str(value) for name, value in cuts.items() if value != getattr(start, name)}


def pipeline_parts() -> dict[str, str]:
    """Return the parts of the address that say which pipelines are compared, as far as these are not the usual two."""
    found = {}
    for end in pipelines.ENDS:
        settings = pipelines.in_use(end)
        if not pipelines.is_usual(end) and (text := to_link(settings)):
            found[end] = text
            if settings.name:
                found[f"{end}_name"] = pipelines.short(pipelines.name(end))
    return found


def answering_parts() -> dict[str, str]:
    """Return the parts of the address that say which pipelines answer. A chat model is never among them, nor what was asked."""
    here = state.session()
    found = {"from": here.answer_by} if here.answer_by != state.Session.answer_by else {}
    if here.answer_beside:
        found["beside"] = here.answer_beside
    return found | (pipeline_parts() if {here.answer_by, here.answer_beside} & set(pipelines.ENDS) else {})


def write() -> None:
    """Write what is looked at into the address, so that a copied link shows the same view.

    What was written already is not written again: each writing is a step of the browser's history, and someone who steps back
    over one would be thrown forward again.
    """
    here, wanted = state.session(), parts()
    if wanted != here.address and wanted != st.query_params.to_dict():
        st.query_params.from_dict(wanted)
    move_to(wanted)
