"""Markdown headings of a source, to show as headings: without their signs and in bold, all else as it stands."""

import re
from collections.abc import Iterator
from functools import lru_cache

from microrag_core.datatypes import shorten
from microrag_core.loading.plain import find_headings
from pages.shared.markup import as_html

Span = tuple[int, int]

HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t\r]*$", re.MULTILINE)


@lru_cache(maxsize=16)
def headings(text: str) -> tuple[tuple[Span, Span], ...]:
    """Return each heading that begins with `#`, those inside code left out: its whole line, and in it the words to show."""
    found = (HEADING.match(text, start) for _, _, start in find_headings(text))
    return tuple((match.span(), match.span(1)) for match in found if match)


def preview_html(text: str, limit: int) -> str:
    """Return the beginning of a text on one line as HTML, in at most about `limit` characters, with its headings in bold."""
    shown, left = [], limit
    for part, is_heading in parts(text):
        line = " ".join(part.split())
        if not line:
            continue
        if left < 2:
            shown.append("…")
            break
        said = shorten(line, left)
        shown.append(f"<b>{as_html(said)}</b>" if is_heading else as_html(said))
        left -= len(said) + 1
        if said != line:
            break
    return " ".join(shown)


def parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield a text in parts, each with whether it is the words of a heading."""
    place = 0
    for (start, end), (first, last) in headings(text):
        yield text[place:start], False
        yield text[first:last], True
        place = end
    yield text[place:], False
