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

SHOWN, SHOWN_AT_ONCE = "repeated_members_shown", 10
LONGEST_TEXT = 1_200
WORDS = re.compile(r"\s+|[^\s]+")


def draw(found: Repetition, group: Group, corpus: Corpus) -> None:
    """Draw the texts of a group, the first as the one that would stay, each with a way to see it in its document."""
    shown = state.recall(SHOWN, {}).get(group.rows, SHOWN_AT_ONCE)
    words = f"{counted(len(group), found.unit[:-1])} in {counted(group.documents, 'document')}"
    with st.container(border=True):
        st.markdown(f"**{words}**; the first would stay. Words that it has not are underlined.")
        first = found.units.texts[group.representative]
        for number, row in enumerate(group.rows[:shown]):
            member(found, corpus, row, first, number)
        if left := len(group.rows) - shown:
            more = {group.rows: shown + SHOWN_AT_ONCE}
            st.button(
                f"Show {min(left, SHOWN_AT_ONCE):,} more of {left:,}",
                icon=":material/expand_more:",
                on_click=state.remember,
                args=(SHOWN, more),
            )


def member(found: Repetition, corpus: Corpus, row: int, first: str, number: int) -> None:
    """Draw one text under the name of its document, which leads to it."""
    owner, text = found.units.owners[row], found.units.texts[row]
    name = shorten(corpus.parts[owner].document.label, 70) or "Untitled"
    if st.button(
        as_markdown(name), key=f"repeated_{row}", type="tertiary", icon=":material/hub:", help="Show it on the page Explore"
    ):
        state.choose_document(owner)
        state.choose_sentence(sentence_at(corpus, owner, found.units.starts[row]))
        st.switch_page("pages/explore/page.py")
    same = number > 0 and " ".join(text.split()) == " ".join(first.split())
    body = '<span style="opacity:.7">word for word the same</span>' if same else differences(first, text)
    st.html(
        f'<div dir="auto" style="margin:-.5rem 0 .2rem;padding-left:.8rem;border-left:3px solid {EDGE};overflow-wrap:anywhere">'
        f"{body}</div>"
    )


def sentence_at(corpus: Corpus, owner: str, start: int) -> int | None:
    """Return the row of the document's sentence that begins at or after a character; None where there is none."""
    sentences = corpus.parts[owner].sentences
    row = int(np.searchsorted([sentence.start for sentence in sentences], start))
    return row if row < len(sentences) else None


def differences(first: str, text: str) -> str:
    """Return the beginning of `text` as HTML, with the words underlined that `first` has not at their place."""
    before, now = WORDS.findall(first[:LONGEST_TEXT]), WORDS.findall(text[:LONGEST_TEXT])
    parts = []
    for kind, _, _, start, end in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        piece = as_html("".join(now[start:end]))
        if piece:
            parts.append(piece if kind == "equal" else f'<span style="text-decoration:underline 2px">{piece}</span>')
    return "".join(parts) + ("…" if len(text) > LONGEST_TEXT else "")
