"""Two sources that disagree, with both sides in words."""

import streamlit as st

from microrag_core.datatypes import Conflict, Evidence, shorten
from pages.chat import places, sources
from pages.chat.conversation import Attempt
from pages.chat.headings import preview_html
from pages.shared.colors import EDGE
from pages.shared.markup import as_html

SENTENCE_CHARACTERS = 400


def draw(attempt: Attempt) -> None:
    """Draw each conflict between the sources of an answer."""
    for conflict in attempt.reply.grounding.conflicts if attempt.reply else ():
        st.html(conflict_html(attempt, conflict))


def conflict_html(attempt: Attempt, conflict: Conflict) -> str:
    """Return a conflict as HTML: what it is about, then one side beside the other."""
    sides = "".join(side_html(attempt, side) for side in (conflict.first, conflict.second))
    return (
        f'<div style="border:1px solid {EDGE};border-radius:.5em;padding:.5em .75em">'
        f'<div style="overflow-wrap:anywhere"><b>⚠ Two sources disagree.</b> {as_html(conflict.reason)}</div>'
        f'<div style="display:flex;flex-wrap:wrap;gap:.4em 1.2em">{sides}</div></div>'
    )


def side_html(attempt: Attempt, side: Evidence) -> str:
    """Return one side of a conflict."""
    passage = sources.passage_of(attempt, side.number)
    document = passage.hit.document if passage else None
    where = places.where(document, side.start) if document else ""
    title = " › ".join(filter(None, (shorten(document.label, places.TITLE_CHARACTERS) if document else "", where)))
    return (
        f'<div style="flex:1 1 16em;min-width:0;overflow-wrap:anywhere"><div style="font-size:.86em;opacity:.85">'
        f"<b>[{side.number}]</b> {as_html(title)}</div>"
        f'<div dir="auto">{preview_html(side.text, SENTENCE_CHARACTERS)}</div></div>'
    )
