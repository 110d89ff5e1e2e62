"""What to show when the documents do not hold the answer: the closest passages with their scores, and what to change."""

import streamlit as st

from microrag_core.assistant import Reply
from microrag_core.datatypes import Retrieved, shorten
from pages.chat import places
from pages.chat.conversation import Attempt, Exchange
from pages.shared.colors import EDGE
from pages.shared.markup import as_html
from pages.shared.stage_scores import last_stage, stages_of
from pages.shared.wording import counted

CLOSEST = 3
PREVIEW_CHARACTERS = 260


def draw(exchange: Exchange, attempt: Attempt, reply: Reply) -> None:
    """Draw the closest passages and what to change."""
    hits = reply.found.hits[:CLOSEST]
    searched = counted(exchange.documents, "document")
    if not hits:
        st.caption(f"Nothing in the {searched} is close to this question.")
    else:
        st.caption(f"Searched in {searched}. The closest passages:")
        st.html("".join(closest(attempt, hit) for hit in hits))
    st.caption(advice(attempt))


def closest(attempt: Attempt, hit: Retrieved) -> str:
    """Return a passage that came close: its score, title, place, and the sentence nearest to the question."""
    stage = stages_of(attempt.settings)[last_stage(hit, attempt.settings)]
    where = places.where(hit.document, hit.chunk.start)
    title = " › ".join(filter(None, (shorten(hit.document.label, places.TITLE_CHARACTERS), where)))
    return (
        f'<div style="font-size:.9em;overflow-wrap:anywhere"><span style="cursor:help" title="{as_html(stage.meaning)}">'
        f"{as_html(stage.label)} <b>{hit.score:.{stage.digits}f}</b></span> · <b>{as_html(title)}</b></div>"
        f'<div dir="auto" style="border-left:3px solid {EDGE};padding-left:.6em;margin:.15em 0 .6em;font-size:.9em;'
        f'overflow-wrap:anywhere">{as_html(shorten(hit.text or hit.chunk.text, PREVIEW_CHARACTERS))}</div>'
    )


def advice(attempt: Attempt) -> str:
    """Say what may help."""
    told = ["ask with the words that the documents use, one thing at a time"]
    if attempt.settings.prune.method != "none":
        told.append("answer from Naive, which has the sentences that pruning left out")
    elif attempt.settings.context.context != "mixed":
        told.append("answer from Mixed, which reads twice as many passages")
    told.append("add the documents that hold the answer on the page Corpus")
    return f"What may help: {'; '.join(told)}."
