"""Lines that name a part or a chapter of a book and its number."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from microrag_core.chunking.structure.captions import caption_spans, inside
from microrag_core.chunking.structure.lines import Line
from microrag_core.chunking.structure.numbers import NUMBER, parse_number, to_roman
from microrag_core.text.blocks import is_title

OUTER = "volume|vol|tome|band|part|partie|teil|parte|часть|book|buch|livre|libro|книга|act"
INNER = "chapter|chap|chapitre|kapitel|cap[ií]tulo|capitolo|hoofdstuk|глава|canto|stave|letter|scene"
OPENING = "prologue|prolog|prólogo"
CLOSING = "epilogue|epilog|épilogue|epílogo"
NUMBERED_LINE = re.compile(
    rf"(?:(?P<word>{OUTER}|{INNER})\.?[ \t]+(?:the[ \t]+)?(?P<number>{NUMBER})"
    rf"|(?P<ordinal>{NUMBER})[ \t]+(?P<late>{OUTER}|{CLOSING})|(?P<alone>{OPENING}|{CLOSING}))(?![\w’'-])(?P<rest>.*)\Z",
    re.IGNORECASE,
)
NUMERAL_LINE = re.compile(r"(\d{1,3}|[IVXLC]{1,8})\.?\Z")
HOLDER = re.compile(rf"(?:{OUTER}|{CLOSING})\Z")
BARE = ""
"""The kind of a heading that is a number and nothing else."""
WRITTEN_OUT = {"vol": "volume", "chap": "chapter"}
SENTENCE_END = tuple(".!?\"”’'»")
SEPARATORS = ".:—–-"
DECORATION = " \t_*#="
LONGEST = 100
LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading from `start` to `end`. `kind` is its word in lower case, `BARE` for none; `number` is 0 where it has none.

    `label` is how to cite it ("Chapter 13", "Part II", "Epilogue"), with its title where that stands on the same line.
    """

    start: int
    end: int
    kind: str
    number: int
    label: str

    @property
    def key(self) -> tuple[str, int, str]:
        """What a heading and its line in the contents have in common."""
        return self.kind, self.number, "" if self.number else self.label

    @property
    def holds_chapters(self) -> bool:
        """Whether it names what may hold chapters: a part, a book, an epilogue."""
        return HOLDER.match(self.kind) is not None


def find_numbered(plain: str, lines: Sequence[Line]) -> list[Heading]:
    """Return the headings with a number, and prologues and epilogues, in order; those of a table of contents are among them.

    A heading is a line of its own. One inside the caption of a picture counts only where it stands nowhere else: some
    editions set the first chapter's heading into its picture.
    """
    captions = caption_spans(plain)
    found = list(candidates(lines))
    keys = {heading.key for heading in found if not inside(captions, heading.start)}
    return [heading for heading in found if heading.key not in keys or not inside(captions, heading.start)]


def candidates(lines: Sequence[Line]) -> Iterator[Heading]:
    """Yield each line that reads like a heading and stands alone enough to be one."""
    last_row = -1
    for row, line in enumerate(lines):
        if not line.text or len(line.text) > LONGEST:
            continue
        text = line.text.strip(DECORATION)
        if not text or not (text[0].isupper() or text[0].isdecimal()):
            continue
        heading, titled = read_heading(text, line)
        if heading is None:
            continue
        after_gap = row == 0 or lines[row - 1].is_gap or last_row == row - 1
        before_gap = row + 1 == len(lines) or lines[row + 1].is_gap or is_heading_line(lines[row + 1])
        if heading.kind == BARE or titled:
            alone = after_gap and before_gap
        else:
            alone = after_gap or lines[row - 1].text.endswith(SENTENCE_END)
        if alone:
            last_row = row
            yield heading


def is_heading_line(line: Line) -> bool:
    """Tell whether a line reads like a heading, wherever it stands."""
    return len(line.text) <= LONGEST and NUMBERED_LINE.match(line.text.strip(DECORATION)) is not None


def read_heading(text: str, line: Line) -> tuple[Heading | None, bool]:
    """Return the heading that the text of a line is, None for none, and whether a title stands behind its number."""
    if found := NUMERAL_LINE.match(text):
        number = parse_number(found[1])
        return Heading(line.start, line.end, BARE, number, f"Chapter {number}") if number else None, False
    found = NUMBERED_LINE.match(text)
    title = None if found is None else title_after(found["rest"])
    if found is None or title is None:
        return None, False
    word = (found["word"] or found["late"] or found["alone"]).lower()
    word = WRITTEN_OUT.get(word, word)
    written = found["number"] or found["ordinal"]
    number = parse_number(written) if written else 0
    if number is None:
        return None, False
    name = word.capitalize()
    if number and re.fullmatch(CLOSING, word):
        name = f"{written.capitalize()} {name}"
    elif number:
        name += f" {to_roman(number) if HOLDER.match(word) else number}"
    return Heading(line.start, line.end, word, number, f"{name}: {title}" if title else name), bool(title)


def title_after(rest: str) -> str | None:
    """Return the title behind a heading's number, "" for none, None where what follows makes the line no heading."""
    rest = rest.strip(DECORATION + "]")
    title = rest.lstrip(SEPARATORS + " \t").rstrip(" \t.")
    if not title:
        return ""
    separated = rest[0] in SEPARATORS or is_title(title)
    capital = title.lstrip("\"'“‘«¿¡([")[:1]
    readable = len(title) <= LONGEST_TITLE and not capital.islower() and title[-1] not in ",;"
    return title if separated and readable else None
