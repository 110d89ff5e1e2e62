"""The lines of a PDF page with their places, as PDFium finds them in the order of the file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw

LINE = re.compile("[^\r\n\ufffe\x02]+")
HYPHEN_MARKS = ("\ufffe", "\x02")  # what PDFium writes for a hyphen at a line's end, which it joins to the next line
SPLIT_WORD = re.compile("\u00ad$|[^\\W\\d_][-‐]$")
ALEF_LAM = re.compile("[\u0622\u0623\u0625\u0627]\u0644")
Box = tuple[float, float, float, float]
SPACES = re.compile(r"\s+")
LIST_ITEM = re.compile(r"[•‣▪◦●○■□➢✓·*–—-]\s|\(?\d{1,3}[.)]\s|\(?[a-zA-Z][.)]\s|\d+(?:\.\d+)+(?:-\d+)?\.?\s|\.\d+\s|\[\d+\]\s")
CELL_GAP = 1.8  # times the height of the line; spaces of justified text are narrower
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line and its box in points, from the lower left corner of the page.

    `hyphenated`: a hyphen at its end was taken off. `cells`: a gap within it is as wide as those between columns of a table.
    """

    text: str
    left: float
    right: float
    top: float
    bottom: float
    hyphenated: bool = False
    cells: bool = False

    @property
    def height(self) -> float:
        """Height of the line's font box, above 0."""
        return max(self.top - self.bottom, 0.1)

    @property
    def right_to_left(self) -> bool:
        """Whether most of the letters are Hebrew or Arabic."""
        return 2 * len(RIGHT_TO_LEFT.findall(self.text)) > sum(character.isalpha() for character in self.text)


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a page, its height in points, and whether it holds pictures or drawings."""

    lines: tuple[Line, ...]
    height: float
    has_pictures: bool = False
    has_drawings: bool = False


def read_page(page: pypdfium2.PdfPage) -> Page:
    """Return the lines of a page; what else is on it is only looked at where there are no lines."""
    text_page = page.get_textpage()
    lines = tuple(read_lines(text_page))
    kinds = set() if lines else {item.type for item in page.get_objects(max_depth=4)}
    pictures = pypdfium2.raw.FPDF_PAGEOBJ_IMAGE in kinds
    drawings = bool(kinds & {pypdfium2.raw.FPDF_PAGEOBJ_PATH, pypdfium2.raw.FPDF_PAGEOBJ_SHADING})
    height = page.get_height()
    text_page.close()
    page.close()
    return Page(lines, height, pictures, drawings)


def read_lines(text_page: pypdfium2.PdfTextPage) -> Iterator[Line]:
    """Yield the lines that are not blank and not written upwards or downwards, as stamps in the margin are."""
    text = text_page.get_text_range()
    wide = any(character > "\uffff" for character in text)

    def box(index: int) -> Box:
        if wide:  # PDFium counts UTF-16 units
            index = len(text[:index].encode("utf-16-le", "surrogatepass")) // 2
        found: Box = text_page.get_charbox(index, loose=True)
        return found

    for found in LINE.finditer(text):
        content = found[0].rstrip()
        body = content.lstrip()
        if not body:
            continue
        start = found.start() + len(content) - len(body)
        a, b = box(start), box(start + len(body) - 1)
        left, right, top, bottom = min(a[0], b[0]), max(a[2], b[2]), max(a[3], b[3]), min(a[1], b[1])
        if len(body) > 3 and top - bottom > 2 * (right - left):
            continue
        marker = LIST_ITEM.match(body)
        spaces = () if RIGHT_TO_LEFT.search(body) else SPACES.finditer(body, marker.end() if marker else 0)
        gaps = (box(start + gap.end())[0] - box(start + gap.start() - 1)[2] for gap in spaces)
        cells = any(gap > CELL_GAP * (top - bottom) for gap in gaps)
        hyphenated = text[found.end() : found.end() + 1] in HYPHEN_MARKS
        if SPLIT_WORD.search(body):
            body, hyphenated = body[:-1], True
        for pair in ALEF_LAM.finditer(body):
            # PDFium writes the two letters of a lam-alef ligature, which have one box, the wrong way round.
            if box(start + pair.start()) == box(start + pair.start() + 1):
                body = body[: pair.start()] + pair[0][::-1] + body[pair.end() :]
        yield Line(body, left, right, top, bottom, hyphenated, cells)
