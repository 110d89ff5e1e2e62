"""The title of the section that a position of a document is in."""

from collections.abc import Iterable, Sequence

from microrag_core.datatypes import Section
from microrag_core.loading.plain import find_headings

PATH_SEPARATOR = " > "


def titles_at(sections: Iterable[Section], positions: Sequence[int]) -> list[str]:
    """Return for each position (ascending) the title of the section it is in, "" where it is in none.

    Of sections within one another the one that starts last counts. The time is linear.
    """
    waiting = iter(sections)
    following = next(waiting, None)
    opened: list[Section] = []
    titles = []
    for position in positions:
        while following is not None and following.start <= position:
            opened.append(following)
            following = next(waiting, None)
        while opened and opened[-1].end <= position:
            opened.pop()
        titles.append(opened[-1].title if opened else "")
    return titles


def markdown_sections(plain: str) -> list[Section]:
    """Return a section from each Markdown heading to the next, titled by the path from the highest down: "Install > Linux"."""
    headings = find_headings(plain)
    ends = [*(start for _, _, start in headings[1:]), len(plain)]
    path: list[tuple[int, str]] = []
    sections = []
    for (level, title, start), end in zip(headings, ends, strict=False):
        path = [*(above for above in path if above[0] < level), (level, title)]
        sections.append(Section(PATH_SEPARATOR.join(name for _, name in path), start, end))
    return sections
