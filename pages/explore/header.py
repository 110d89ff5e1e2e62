"""The top of the page: which document, and its figures."""

import streamlit as st

from microrag_core.datatypes import PrunedDocument, shorten
from microrag_core.pruning.problem import make_problem
from pages.explore.sentence_state import stopped_message
from pages.shared import state
from pages.shared.markup import as_html


def title() -> None:
    """Draw the page's title and the question that it answers."""
    st.title("Explore")
    st.markdown("Which sentences carry this document, and which repeat them?")


def choice_of_document() -> None:
    """Draw the choice of the document, with buttons for the one before and after."""
    ids = list(state.corpus().parts)
    place = ids.index(state.session().document_id)
    names = document_names()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            f"Document {place + 1:,} of {len(ids):,}",
            ids,
            format_func=names.__getitem__,
            **state.bind("document", ids[place], state.choose_document),
        )
        step("previous", ":material/chevron_left:", ids, place - 1)
        step("next", ":material/chevron_right:", ids, place + 1)


def step(which: str, icon: str, ids: list[str], place: int) -> None:
    """Draw a button that leads to another place among the documents; it rests at the ends."""
    inside = 0 <= place < len(ids)
    st.button(
        icon,
        key=f"explore_{which}",
        help=f"The {which} document",
        disabled=not inside,
        on_click=state.acting(state.choose_document),
        args=(ids[place] if inside else "",),
    )


def document_names() -> dict[str, str]:
    """Return what each document is called, by id; where two share a name the later ones are numbered."""
    names: dict[str, str] = {}
    seen: dict[str, int] = {}
    for key, part in state.corpus().parts.items():
        name = shorten(part.document.label, 120) or "Untitled"
        seen[name] = seen.get(name, 0) + 1
        names[key] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return names


def figures(pruned: PrunedDocument) -> None:
    """Draw the row of figures."""
    n, before, after = len(pruned.sentences), pruned.tokens_before, pruned.tokens_after
    saved = 1 - after / before if before else 0.0
    close = f"at least {pruned.at_risk_below:.2f} similar to a kept one"
    cards = [
        ("Sentences kept", f"{pruned.kept_count:,} of {n:,}", percent(pruned.kept_fraction), ""),
        ("Tokens kept", f"{after:,} of {before:,}", f"{percent(saved)} saved", "Counted in cl100k_base"),
        (
            "Covered",
            percent(pruned.covered_fraction),
            "kept or close to a kept one",
            f"Kept sentences, and pruned ones {close}",
        ),
        ("At risk", f"{len(pruned.at_risk):,}", "no kept one is close", f"Pruned sentences not {close}"),
    ]
    read = state.corpus().read_fraction(pruned.document.id)
    if read < 1:
        about = "Embedded as one text, the document is cut where the model stops reading; its sentences one by one are not"
        cards.append(("Read when embedded whole", percent(read), "", about))
    st.html(f'<div style="display:flex;flex-wrap:wrap;gap:.6rem 2rem">{"".join(card(*parts) for parts in cards)}</div>')


def card(label: str, value: str, compared: str, about: str) -> str:
    """Return one figure as HTML: its name, the number, and what to compare it with."""
    small = "font-size:.8125rem;opacity:.75"
    return (
        f'<div title="{as_html(about)}"><div style="{small}">{as_html(label)}</div>'
        f'<div><span style="font-size:1.375rem;font-weight:600;margin-right:.5rem">{as_html(value)}</span>'
        f'<span style="{small}">{as_html(compared)}</span></div></div>'
    )


def percent(share: float) -> str:
    """Return a share as a percentage that is 0 or 100 only when it is exactly that."""
    rounded = round(100 * share)
    if rounded == 100 and share < 1:
        return "over 99 %"
    return "under 1 %" if rounded == 0 and share > 0 else f"{rounded} %"


def early_stop(pruned: PrunedDocument) -> None:
    """Say so where the method stopped before its budget."""
    if pruned.selection.stopped_early:
        settings = state.settings()
        vectors = state.corpus().parts[pruned.document.id].vectors
        limit = make_problem(vectors, pruned.graph, pruned.sentence_tokens, settings, state.pins()).limit
        st.info(stopped_message(pruned, limit, settings.budget_unit), icon=":material/info:")
