"""One point of the map in words, and what each side found."""

from collections.abc import Mapping

import streamlit as st

from microrag_core.chunk_map import ChunkMap, Place
from microrag_core.comparison import End
from microrag_core.datatypes import shorten
from microrag_core.pipeline import Pipeline
from pages.compare.movements import label_of
from pages.shared import address
from pages.shared.colors import EDGE, KEPT, PRUNED
from pages.shared.markup import as_html

SIGNS = {"kept": ("●", KEPT), "pruned": ("◇", PRUNED), "plain": ("●", EDGE)}
RINGS: Mapping[End, str] = {"left": "○", "right": "□"}
TEXT_HEIGHT = 280
TITLE_CHARACTERS = 90
BOX = (
    f"max-height:{TEXT_HEIGHT}px;overflow-y:auto;white-space:pre-line;overflow-wrap:anywhere;unicode-bidi:plaintext;"
    f"line-height:1.55;border-left:3px solid {EDGE};padding-left:.7em"
)


def draw_place(ready: Mapping[End, Pipeline], names: Mapping[End, str], drawn: ChunkMap, row: int) -> None:
    """Draw what a point is, its text, and the link to its document."""
    place = drawn.places[row]
    document = next(iter(ready.values())).corpus.parts[place.document].document
    sign, color = SIGNS[place.state]
    title = shorten(document.label, TITLE_CHARACTERS) + section(ready, place)
    shown = as_html(text(ready, place))
    st.html(
        f'<div dir="auto" style="font-weight:600;overflow-wrap:anywhere">{as_html(title)}</div>'
        f'<div style="font-size:.875rem;margin:.2em 0 .6em"><span aria-hidden="true" style="color:{color}">{sign}</span> '
        f"{as_html(in_words(drawn, names, row))}</div>"
        f'<div tabindex="0" role="region" aria-label="Text of the selected point" style="{BOX}">{shown}</div>'
    )
    here = {**address.settings_parts(), "document": place.document}
    if place.sentence is not None:
        here["sentence"] = str(place.sentence + 1)
    st.page_link("pages/explore/page.py", label="Open in Explore", icon=":material/hub:", query_params=here)


def section(ready: Mapping[End, Pipeline], place: Place) -> str:
    """Return the section that a passage begins in, where it has one that is not the document's title again."""
    if not place.ends:
        return f", sentence {(place.sentence or 0) + 1}"
    collection = ready[place.ends[0]].collection
    name = " ".join(collection.chunks[collection.rows[place.id]].section.split())
    return f" › {name}" if name and name != collection.documents[place.document].title else ""


def text(ready: Mapping[End, Pipeline], place: Place) -> str:
    """Return what a side has of a passage, or the sentence as it stands in its document."""
    if place.ends:
        return ready[place.ends[0]].collection.text(place.id)
    document = next(iter(ready.values())).corpus.parts[place.document].document
    return document.text[place.start : place.end]


def in_words(drawn: ChunkMap, names: Mapping[End, str], row: int) -> str:
    """Say what became of a point, which side has it, and where it was found."""
    place = drawn.places[row]
    owners = " and ".join(names[end] for end in place.ends)
    if place.sentence is not None:
        said = "Pruned sentence."
    elif place.state == "pruned":
        said = f"Pruned passage: {owners} has it, the other side has nothing of it."
    elif place.state == "kept":
        said = f"Kept passage, in {owners}."
    else:
        said = f"Passage of {owners}, unpruned."
    ranks = [f"rank {mark.hit.rank} in {names[mark.end]}" for mark in drawn.marks if row in mark.rows]
    return f"{said} Found: {', '.join(ranks)}." if ranks else said


def draw_found(drawn: ChunkMap, names: Mapping[End, str]) -> None:
    """Draw the titles of what each side found, by rank; of a part of a document how it begins too."""
    for end, sign in RINGS.items():
        listed = [mark.hit for mark in drawn.marks if mark.end == end]
        if listed:
            rows = "".join(
                f'<li value="{hit.rank}" dir="auto" style="overflow-wrap:anywhere;font-size:.875rem">'
                f"{as_html(shorten(label_of(hit, alike=True), TITLE_CHARACTERS))}</li>"
                for hit in listed
            )
            st.html(
                f'<div style="font-size:.875rem;font-weight:600"><span aria-hidden="true">{sign}</span> '
                f'Found by {as_html(names[end])}</div><ol style="margin:.2em 0 0;padding-left:2em">{rows}</ol>'
            )
