"""The members of one group of repeated texts: where each stands, and how it differs from the first."""

import re
from difflib import SequenceMatcher

import numpy as np
import streamlit as st

from microrag_core.corpus import Corpus
from microrag_core.datatypes import shorten
from microrag_core.pruning.repetition import Group
from pages.corpus.repeated_groups import Repetition
from pages.shared import state
from pages.shared.colors import EDGE
from pages.shared.markup import as_html, as_markdown
from pages.shared.wording import counted

SHOWN, SHOWN_AT_ONCE = "repeated_members_shown", 24
LONGEST_TEXT = 1_200
WORDS = re.compile(r"\s+|\S+")


def draw(found: Repetition, group: Group, corpus: Corpus) -> None:
    """Draw the wordings of a group, the first as the one that would stay, each with the documents that have it."""
    shown = state.recall(SHOWN, {}).get(group.rows, SHOWN_AT_ONCE)
    first = found.units.texts[group.representative]
    versions = wordings(found, group)
    with st.container(border=True, key="repeated_members"):
        words = " Words that the first has not are underlined." if len(versions) > 1 else " All are word for word the same."
        count = f"{counted(len(group), found.unit[:-1])} in {counted(group.documents, 'document')}"
        st.markdown(f"**{count}**; the first would stay.{words} A name leads to its place on Explore.")
        left = shown
        for rows in versions:
            if left > 0:
                st.html(quoted(differences(first, found.units.texts[rows[0]])))
                places(found, corpus, rows[:left])
                left -= len(rows)
        if (hidden := len(group) - shown) > 0:
            more = {group.rows: shown + SHOWN_AT_ONCE}
            label = f"Show {min(hidden, SHOWN_AT_ONCE):,} more of {hidden:,}"
            st.button(label, icon=":material/expand_more:", on_click=state.remember, args=(SHOWN, more))


def wordings(found: Repetition, group: Group) -> list[list[int]]:
    """Return the group's rows by their wording but for white space, in the order in which the wordings first come."""
    rows: dict[str, list[int]] = {}
    for row in group.rows:
        rows.setdefault(" ".join(found.units.texts[row].split()), []).append(row)
    return list(rows.values())


def quoted(body: str) -> str:
    """Return HTML as a quotation."""
    return (
        f'<div dir="auto" style="padding-left:.8rem;border-left:3px solid {EDGE};overflow-wrap:anywhere;white-space:pre-line;'
        f'max-height:14rem;overflow-y:auto">{body}</div>'
    )


def places(found: Repetition, corpus: Corpus, rows: list[int]) -> None:
    """Draw the names of the documents that have a wording; each leads to the place."""
    with st.container(horizontal=True, gap="small"):
        for row in rows:
            owner = found.units.owners[row]
            name = as_markdown(shorten(corpus.parts[owner].document.label, 60)) or "Untitled"
            if st.button(name, key=f"repeated_{row}", icon=":material/hub:"):
                state.choose_document(owner)
                state.choose_sentence(sentence_at(corpus, owner, found.units.starts[row]))
                st.switch_page("pages/explore/page.py")


def sentence_at(corpus: Corpus, owner: str, start: int) -> int | None:
    """Return the row of the document's first sentence that begins at or after a character; None where there is none."""
    sentences = corpus.parts[owner].sentences
    row = int(np.searchsorted([sentence.start for sentence in sentences], start))
    return row if row < len(sentences) else None


def differences(first: str, text: str) -> str:
    """Return the beginning of `text` as HTML, with the words underlined that `first` has not at their place."""
    before, now = WORDS.findall(first[:LONGEST_TEXT]), WORDS.findall(text[:LONGEST_TEXT])
    parts = []
    for kind, _, _, start, end in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        piece = as_html("".join(now[start:end]))
        if piece.strip() and kind != "equal":
            piece = f'<span style="text-decoration:underline 2px">{piece}</span>'
        parts.append(piece)
    return "".join(parts) + ("…" if len(text) > LONGEST_TEXT else "")
