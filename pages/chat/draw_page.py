"""Draws a page of a PDF with a sentence marked. Runs as a child process, as PDFs are not trusted (see `page_picture`).

It reads one line of JSON (page from 0, sentence, password, seconds) and then the file from its input, and writes a PNG. The
last line of its errors says in a sentence why there is none. The exit code is 0, or 3 where the page is drawn but the sentence
was not found on it.
"""

import json
import signal
import sys
import unicodedata
from ctypes import byref, c_int
from difflib import SequenceMatcher

import pypdfium2
import pypdfium2.raw
from PIL import Image, ImageDraw

WIDTH = 1000
"""Pixels of the picture."""
MEMORY_BYTES = 2 << 30
NOT_FOUND = 3
SHORTEST_MATCH = 20
"""Letters that must match where a sentence is not on the page as a whole, since a few match anywhere."""
INK = (108, 134, 191, 96)


def main() -> int:
    """Do what the request says."""
    request = json.loads(sys.stdin.buffer.readline())
    bound(int(request["seconds"]))
    document = pypdfium2.PdfDocument(sys.stdin.buffer.read(), password=request["password"] or None)
    page = document[request["page"]]
    scale = WIDTH / max(1.0, page.get_width())
    picture = page.render(scale=min(scale, 4.0)).to_pil().convert("RGB")
    rectangles = find(page, request["sentence"])
    marked(picture, page, rectangles).save(sys.stdout.buffer, "PNG")
    return 0 if rectangles else NOT_FOUND


def bound(seconds: int) -> None:
    """Bound memory and time where the system can."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  (not on Windows)

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def find(page: pypdfium2.PdfPage, sentence: str) -> list[tuple[float, float, float, float]]:
    """Return the boxes (left, bottom, right, top; in points) of a sentence's lines on a page; none where it is not there.

    Only letters and digits are compared: lines, hyphens and ligatures of a page are not those of its text. Of a sentence that
    goes on over the page break the part on this page is found.
    """
    text = page.get_textpage()
    count = text.count_chars()
    places: list[int] = []
    letters: list[str] = []
    for place in range(count):
        for letter in plain(text.get_text_range(place, 1)):
            letters.append(letter)
            places.append(place)
    wanted = plain(sentence)
    match = SequenceMatcher(None, "".join(letters), wanted, autojunk=False).find_longest_match() if wanted else None
    if match is None or match.size < min(len(wanted), SHORTEST_MATCH):
        return []
    first, last = places[match.a], places[match.a + match.size - 1]
    return [text.get_rect(number) for number in range(text.count_rects(first, last - first + 1))]


def plain(text: str) -> str:
    """Return letters and digits alone, without the differences of case and form."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).casefold() if letter.isalnum())


def marked(picture: Image.Image, page: pypdfium2.PdfPage, boxes: list[tuple[float, float, float, float]]) -> Image.Image:
    """Return the picture with boxes painted over."""
    layer = Image.new("RGBA", picture.size)
    pen = ImageDraw.Draw(layer)
    for left, bottom, right, top in boxes:
        (x0, y0), (x1, y1) = (in_pixels(page, picture.size, x, y) for x, y in ((left, top), (right, bottom)))
        pen.rectangle((min(x0, x1) - 2, min(y0, y1) - 2, max(x0, x1) + 2, max(y0, y1) + 2), fill=INK)
    return Image.alpha_composite(picture.convert("RGBA"), layer).convert("RGB")


def in_pixels(page: pypdfium2.PdfPage, size: tuple[int, int], x: float, y: float) -> tuple[int, int]:
    """Return where a point of a page, which may be rotated or cropped, is on its picture of that size."""
    across, down = c_int(), c_int()
    pypdfium2.raw.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, x, y, byref(across), byref(down))
    return across.value, down.value


if __name__ == "__main__":
    try:
        code = main()
    except MemoryError:
        sys.exit("The page takes too much memory to draw.")
    except Exception as error:  # a library may raise anything on a damaged file
        sys.exit(f"The page cannot be drawn ({type(error).__name__}).")
    sys.exit(code)
