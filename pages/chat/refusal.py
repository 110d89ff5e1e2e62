"""What to show when the documents do not hold the answer: the closest passages with their scores, and what to change."""

import streamlit as st

from microrag_core.assistant import Reply
from microrag_core.datatypes import Retrieved, shorten
from pages.chat import places
from pages.chat.conversation import Attempt, Exchange
from pages.chat.headings import preview_html
from pages.shared.colors import EDGE
from pages.shared.markup import as_html, as_markdown
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
    told = "\n".join(f"- {as_markdown(said)}" for said in reply.suggestions or advice(attempt))
    st.caption(f"What may help:\n{told}")


def closest(attempt: Attempt, hit: Retrieved) -> str:
    """Return a passage that came close: its score, title, place, and the sentence nearest to the question."""
    stage = stages_of(attempt.settings)[last_stage(hit, attempt.settings)]
    where = places.where(hit.document, hit.chunk.start)
    title = " › ".join(filter(None, (shorten(hit.document.label, places.TITLE_CHARACTERS), where)))
    return (
        f'<div style="font-size:.9em;overflow-wrap:anywhere"><span style="cursor:help" title="{as_html(stage.meaning)}">'
        f"{as_html(stage.label)} <b>{hit.score:.{stage.digits}f}</b></span> · <b>{as_html(title)}</b></div>"
        f'<div dir="auto" style="border-left:3px solid {EDGE};padding-left:.6em;margin:.15em 0 .6em;font-size:.9em;'
        f'overflow-wrap:anywhere">{preview_html(hit.text or hit.chunk.text, PREVIEW_CHARACTERS)}</div>'
    )


def advice(attempt: Attempt) -> tuple[str, ...]:
    """Return what may help where the answerer has nothing to suggest."""
    told = "Ask with the words that the documents use, one thing at a time, or add documents that hold the answer."
    pruned = attempt.settings.prune.method != "none"
    return (told, "Answer from Naive: it has the sentences that pruning left out.") if pruned else (told,)
