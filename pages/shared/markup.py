"""Documents are not trusted: their text is escaped before it becomes HTML or Markdown."""

import html
import re

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|$~:&])")


def as_html(text: str) -> str:
    """Return `text` so that HTML shows it literally."""
    return html.escape(text, quote=True)


def as_markdown(text: str) -> str:
    """Return `text` on one line so that Streamlit's Markdown shows it literally: no emphasis, link, formula, icon or colour."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def as_plotly(text: str) -> str:
    """Return `text` on one line so that Plotly shows it literally; it knows fewer entities than HTML, quotes not among them."""
    # Streamlit puts colours of its theme in the place of "#000001" and the like anywhere in a figure.
    return html.escape(" ".join(text.split()), quote=False).replace("#", "&#35;")
