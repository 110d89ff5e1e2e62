"""Takes off what a PDF repeats at the top and bottom of its pages: running headers, footers and page numbers."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from microrag_core.loading.pdf_lines import Line, Page

EDGE = 0.13  # share of the page's height, at its top and at its bottom
EDGE_LINES = 6
SAME_PLACE = 6.0  # points
FEWEST_PAGES = 3
ENOUGH_PAGES = 8
DIGITS = re.compile(r"\d+")
PAGE_NUMBER = re.compile(r"(?:page|seite|página|стр\.?|p\.)?\s*\d+\s*(?:of|/|von|de|из|sur)\s*\d+|page\s+\d+", re.IGNORECASE)


def without_margins(pages: Sequence[Page]) -> list[Page]:
    """Return the pages without lines that recur in the same place at the edge of at least three pages.

    Digits count as equal, so page numbers go too; a bare number needs two pages only. `Page 3 of 8` at an edge always goes.
    """
    places: dict[tuple[str, bool], list[tuple[int, float]]] = defaultdict(list)
    for number, page in enumerate(pages):
        for line, at_top in edge_lines(page):
            places[pattern(line), at_top].append((number, line.bottom))
    needed = max(FEWEST_PAGES, min(ENOUGH_PAGES, len(pages) // 5))
    repeated: dict[tuple[str, bool], float] = {}
    for key, found in places.items():
        usual = median(bottom for _, bottom in found)
        on_pages = {number for number, bottom in found if abs(bottom - usual) <= SAME_PLACE}
        if len(on_pages) >= (2 if key[0] == "#" else needed):
            repeated[key] = usual
    return [without(page, repeated) for page in pages]


def without(page: Page, repeated: dict[tuple[str, bool], float]) -> Page:
    """Return a page without its repeated edge lines and page numbers."""
    gone = {
        id(line)
        for line, at_top in edge_lines(page)
        if PAGE_NUMBER.fullmatch(line.text.strip(" -–|"))
        or abs(repeated.get((pattern(line), at_top), float("inf")) - line.bottom) <= SAME_PLACE
    }
    return replace(page, lines=tuple(line for line in page.lines if id(line) not in gone))


def edge_lines(page: Page) -> list[tuple[Line, bool]]:
    """Return the outermost lines at the top (True) and bottom (False) of a page that lie within its edges."""
    ordered = sorted(page.lines, key=lambda line: -line.bottom)
    top = [(line, True) for line in ordered[:EDGE_LINES] if line.bottom > (1 - EDGE) * page.height]
    bottom = [(line, False) for line in ordered[-EDGE_LINES:] if line.top < EDGE * page.height]
    return top + bottom


def pattern(line: Line) -> str:
    """Return a line with every number as `#`, in one case."""
    return DIGITS.sub("#", " ".join(line.text.split())).casefold()
