"""A row of figures on top of a page: what it is, the number, and what to compare it with."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from pages.shared.markup import as_html


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure in plain text; `about` is shown when it is pointed at."""

    label: str
    value: str
    compared: str
    about: str = ""


def draw(figures: Sequence[Figure]) -> None:
    """Draw figures side by side; where there is no room they go on in the next row."""
    st.html(f'<div style="display:flex;flex-wrap:wrap;gap:.6rem 2.25rem">{"".join(map(card, figures))}</div>')


def card(figure: Figure) -> str:
    """Return one figure as HTML."""
    small = "font-size:.8125rem;opacity:.75"
    return (
        f'<div title="{as_html(figure.about)}"><div style="{small}">{as_html(figure.label)}</div>'
        f'<div><span style="font-size:1.375rem;font-weight:600;margin-right:.5rem">{as_html(figure.value)}</span>'
        f'<span style="{small}">{as_html(figure.compared)}</span></div></div>'
    )
