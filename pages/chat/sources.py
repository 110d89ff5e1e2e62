"""One source of an answer: which document and where, its score, what was given of it, and the sentence that was cited."""

import streamlit as st

from microrag_core.datatypes import Evidence, Passage, shorten
from pages.chat import places
from pages.chat.answer_view import text_view
from pages.chat.conversation import Attempt, Opened
from pages.chat.page_picture import is_pdf, page_at, page_picture
from pages.chat.passage_pieces import passage_pieces
from pages.shared.colors import NEUTRAL
from pages.shared.markup import as_html
from pages.shared.wording import counted

HEIGHT = 260
BADGE = f"font-size:.75rem;letter-spacing:.04em;padding:.05em .55em;border-radius:.6em;border:1px solid {NEUTRAL}"
SMALL = "font-size:.86em;opacity:.8"


def draw(name: str, attempt: Attempt, opened: Opened) -> None:
    """Draw a source that is open below an answer."""
    passage = passage_of(attempt, opened.number)
    if passage is None or attempt.reply is None:
        return
    evidence = evidence_in(attempt, opened)
    place = evidence[0].start if evidence else passage.hit.chunk.start
    st.html(head(attempt, passage, place))
    pieces = passage_pieces(passage, [(item.start, item.end) for item in evidence])
    text_view(f"{name}_passage", f"Text of source {passage.number}", pieces, HEIGHT)
    st.caption(legend(passage, bool(evidence)))
    draw_page(name, passage, evidence)


def passage_of(attempt: Attempt, number: int) -> Passage | None:
    """Return the passage of a number in the context of this very answer."""
    passages = attempt.reply.context.passages if attempt.reply else ()
    return next((passage for passage in passages if passage.number == number), None)


def evidence_in(attempt: Attempt, opened: Opened) -> list[Evidence]:
    """Return the sentences of a source that bear out the claim it was opened from, else all claims that cite it."""
    claims = attempt.reply.grounding.claims if attempt.reply else ()
    wanted = [claims[opened.claim]] if opened.claim is not None and opened.claim < len(claims) else claims
    citing = [claim for claim in wanted if any(citation.number == opened.number for citation in claim.citations)]
    found = [item for claim in citing or wanted for item in claim.evidence if item.number == opened.number]
    if not citing and opened.claim is None:
        return found[:1]
    return list(dict.fromkeys(found))


def head(attempt: Attempt, passage: Passage, place: int) -> str:
    """Return number, treatment, score, title and place as HTML."""
    document = passage.hit.document
    said, meaning = places.score(passage, attempt.settings)
    where = places.where(document, place)
    tokens = f"{passage.tokens:,} of {counted(passage.tokens_full, 'token')}"
    title = as_html(shorten(document.label, places.TITLE_CHARACTERS))
    title += f'<span style="font-weight:400;opacity:.75"> › {as_html(where)}</span>' if where else ""
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:.25em .7em;align-items:center">'
        f'<span style="font-size:1.1em;font-weight:600">[{passage.number}]</span>'
        f'<span style="{BADGE}" title="{as_html(passage.reason)}">{places.TREATMENTS[passage.treatment]}</span>'
        f'<span style="cursor:help" title="{as_html(meaning)}">{as_html(said)}</span>'
        f'<span style="{SMALL}">rank {passage.hit.rank}</span>'
        f'<span style="margin-left:auto;{SMALL}">{tokens}</span></div>'
        f'<div dir="auto" style="font-weight:600;margin:.2em 0 0;overflow-wrap:anywhere">{title}</div>'
    )


def legend(passage: Passage, is_marked: bool) -> str:
    """Return what the marks of a passage mean, and why it was treated so."""
    marked = "The marked sentence bears the claim out best. " if is_marked else ""
    reason = passage.reason[:1].upper() + passage.reason[1:]
    faded = (
        "Faded: not given to the answer. " if passage.treatment != "raw" or passage.hit.text != passage.hit.chunk.text else ""
    )
    return f"{marked}{faded}{reason}{'' if reason.endswith('.') or not reason else '.'}"


def draw_page(name: str, passage: Passage, evidence: list[Evidence]) -> None:
    """Draw the page of a PDF that the sentence is on, when it is asked for; say so where the file is gone."""
    document = passage.hit.document
    place = evidence[0].start if evidence else passage.hit.chunk.start
    page = page_at(document, place)
    if page is None or not is_pdf(document):
        return
    shown = st.expander(
        f"Page {page} of the PDF", type="compact", on_change="rerun", key=f"{name}_page", icon=":material/picture_as_pdf:"
    )
    if not shown.open:
        return
    with shown, st.spinner("Drawing the page", show_time=False):
        sentence = evidence[0].text if evidence else shorten(passage.hit.chunk.text, 200).removesuffix("…")
        picture = page_picture(document, page, sentence)
        if picture.data:
            st.image(picture.data, caption=picture.said, width=720, alt=f"Page {page} of {document.source}")
        else:
            st.info(picture.said, icon=":material/picture_as_pdf:")


def draw_link(attempt: Attempt, opened: Opened) -> None:
    """Draw the link to a source's document in Explore, at the sentence that is marked; say so where it was removed since."""
    passage = passage_of(attempt, opened.number)
    if passage is None:
        return
    evidence = evidence_in(attempt, opened)
    link = places.link_to_explore(passage.hit.document, evidence[0].start if evidence else passage.hit.chunk.start)
    if link is None:
        st.caption("This document was removed since; what the answer rests on is kept here.")
    else:
        st.page_link("pages/explore/page.py", label="Open in Explore", icon=":material/hub:", query_params=link)
