"""Why a claim has its verdict: its support, what nothing bears out, and the best sentence of each source."""

import streamlit as st

from microrag_core.datatypes import Claim, Evidence, shorten
from pages.chat import places, sources
from pages.chat.conversation import Attempt, Opened
from pages.chat.headings import preview_html
from pages.shared.colors import EDGE
from pages.shared.markup import as_html, as_markdown
from pages.shared.wording import percent

SENTENCE_CHARACTERS = 500


def draw(attempt: Attempt, opened: Opened) -> None:
    """Draw what a claim's verdict rests on."""
    reply = attempt.reply
    if reply is None or opened.number >= len(reply.grounding.claims):
        return
    claim = reply.grounding.claims[opened.number]
    st.markdown(f"**{as_markdown(sentence_of(claim.reason))}**" if claim.reason else "**Why this verdict**")
    st.caption(as_markdown(support(claim)))
    if not claim.evidence:
        st.caption("No sentence of the sources says anything like it.")
    for item in claim.evidence:
        st.html(evidence_html(attempt, claim, item))


def sentence_of(reason: str) -> str:
    """Return a reason as a sentence."""
    return f"{reason[:1].upper()}{reason[1:]}{'' if reason.endswith('.') else '.'}"


def support(claim: Claim) -> str:
    """Say how well a claim is borne out by what it cites, and by all that was found."""
    anywhere = f"{percent(claim.support_anywhere)} from all that was found"
    if not claim.citations:
        return f"Support: it cites nothing; {anywhere}."
    return f"Support: {percent(claim.support)} from what it cites, {anywhere}."


def evidence_html(attempt: Attempt, claim: Claim, item: Evidence) -> str:
    """Return the best sentence of a source, with its number, place and support."""
    passage = sources.passage_of(attempt, item.number)
    document = passage.hit.document if passage else None
    cited = any(citation.number == item.number for citation in claim.citations)
    title = shorten(document.label, places.TITLE_CHARACTERS) if document else ""
    where = places.where(document, item.start) if document else ""
    told = " › ".join(filter(None, (title, where)))
    return (
        f'<div style="font-size:.86em;opacity:.85;overflow-wrap:anywhere"><b>[{item.number}]</b> {as_html(told)} · '
        f"{'cited' if cited else 'not cited'} · support {percent(item.support)}</div>"
        f'<div dir="auto" style="border-left:3px solid {EDGE};padding-left:.6em;margin:.15em 0 .5em;overflow-wrap:anywhere">'
        f"{preview_html(item.text, SENTENCE_CHARACTERS)}</div>"
    )
