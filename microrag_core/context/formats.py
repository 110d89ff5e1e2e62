"""How passages are written down for a model, so that no passage can be taken for the border between two.

- `tagged`: `<passage 1: T | S>`, the text, `</passage>`; a shortened one is an `<excerpt>`. A `<` of the text that would begin
  such a tag is written `&lt;`, and a `&lt;` that stands there already `&amp;lt;`; titles have `<`, `>`, `|` and `&` so.
- `separated`: a line `[1] T, S`, the text, and a line `---` between two. A line of the text that looks like either gets a `\\`.
- `inline`: everything in one paragraph, each passage after `[1] T, S: `. A `[1]` of the text is written `\\[1]`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from microrag_core.settings import ContextFormat


@dataclass(frozen=True, slots=True)
class Entry:
    """What is written of one passage; `number` counts from 1, title and section may be empty, `whole` is true of a RAW one."""

    number: int
    title: str
    section: str
    text: str
    whole: bool


TAG = re.compile(r"<(?=/?(?:passage|excerpt)\b)|&(?=(?:amp;)*lt;/?(?:passage|excerpt)\b)", re.IGNORECASE)
BORDER_LINE = re.compile(r"^(?=[ \t\\]*(?:---|\[\d+\]))", re.MULTILINE)
MARKER = re.compile(r"(?=\\*\[\d+\])(?<!\\)")
LINE_BREAKS = re.compile(r"[\r\v\f\x1c-\x1e\x85\u2028\u2029]+")


def tagged_body(text: str) -> str:
    """Return the text with every sign that would begin one of our tags written as an entity."""
    return TAG.sub(lambda match: "&lt;" if match.group() == "<" else "&amp;", text)


def tagged(entry: Entry, body: str) -> str:
    """Return a passage between tags."""
    name = "passage" if entry.whole else "excerpt"
    source = " | ".join(filter(None, (hidden(entry.title), hidden(entry.section))))
    return f"<{name} {entry.number}{': ' + source if source else ''}>\n{body}\n</{name}>"


def hidden(value: str) -> str:
    """Return a title on one line without the signs that end or divide a tag."""
    return one_line(value).replace("&", "&amp;").replace("|", "&#124;").replace("<", "&lt;").replace(">", "&gt;")


def separated_body(text: str) -> str:
    """Return the text with a backslash before every line that could be taken for a border or a heading."""
    return BORDER_LINE.sub(r"\\", LINE_BREAKS.sub("\n", text))


def separated(entry: Entry, body: str) -> str:
    """Return a passage below a line that says where it is from."""
    return f"[{entry.number}] {source_line(entry)}".rstrip() + f"\n{body}"


def inline_body(text: str) -> str:
    """Return the text on one line with a backslash before every number in brackets."""
    return MARKER.sub(r"\\", one_line(text))


def inline(entry: Entry, body: str) -> str:
    """Return a passage on one line after where it is from."""
    source = MARKER.sub(r"\\", source_line(entry))
    return f"[{entry.number}] {source}: {body}" if source else f"[{entry.number}] {body}"


def source_line(entry: Entry) -> str:
    """Return title and section on one line."""
    return ", ".join(filter(None, map(one_line, (entry.title, entry.section))))


def one_line(text: str) -> str:
    """Return the text with every run of white space as one blank."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Format:
    """`body` makes a text safe to stand in the format, `wrap` puts a number, title and section to it, `between` divides two."""

    body: Callable[[str], str]
    wrap: Callable[[Entry, str], str]
    between: str

    def passage(self, entry: Entry) -> str:
        """Return one passage as it is written."""
        return self.wrap(entry, self.body(entry.text))

    def context(self, entries: Sequence[Entry]) -> str:
        """Return all passages as one text."""
        return self.between.join(map(self.passage, entries))


FORMATS: dict[ContextFormat, Format] = {
    "tagged": Format(tagged_body, tagged, "\n"),
    "separated": Format(separated_body, separated, "\n---\n"),
    "inline": Format(inline_body, inline, " "),
}
