"""Plain text and Markdown."""

import re

from microrag_core.datatypes import Document, Section
from microrag_core.errors import InputError
from microrag_core.loading.cleaning import clean_text, one_line
from microrag_core.loading.encoding import decode_text
from microrag_core.loading.gutenberg import without_licence
from microrag_core.loading.loaded import Loaded
from microrag_core.settings import LoadSettings

ONLY_SPACE = "The file holds only white space."
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
FRONT_MATTER_LINE = re.compile(r"\s*$|\s*#|\s+\S|- |-$|[\w .-]+:(\s|$)")
PLAIN_VALUE = re.compile(r"^([\w.-][\w .-]*):[ \t]+(\S.*)$", re.MULTILINE)
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
ATX_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)")
LONGEST_HEADING = 300
UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")


def load_plain(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a text file as one document, a Project Gutenberg book without its licence."""
    text, header = without_licence(clean_text(decode_text(data)))
    if not text:
        raise InputError(ONLY_SPACE)
    title = header.pop("title", "")
    return Loaded((Document(title, text, source, (), header),))


def load_markdown(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a Markdown file as one document with a section for each heading.

    The text stays as written but for comments and the front matter, whose plain values become metadata. The title is the
    front matter's, else the first heading of level 1.
    """
    text = clean_text(decode_text(data))
    metadata, body = split_front_matter(text)
    body = clean_text(without_comments(body))
    if not body:
        raise InputError(ONLY_SPACE if not text else "The file holds no text but its front matter.")
    headings = find_headings(body)
    first = next((title for level, title, _ in headings if level == 1), "")
    return Loaded((Document(metadata.pop("title", "") or first, body, source, as_sections(headings, len(body)), metadata),))


def without_comments(text: str) -> str:
    """Return `text` without its HTML comments; one that does not end is text."""
    parts = text.split("<!--")
    kept = [parts[0]]
    for part in parts[1:]:
        inside, end, after = part.partition("-->")
        kept.append(after if end else f"<!--{inside}")
    return "".join(kept)


def split_front_matter(text: str) -> tuple[dict[str, str], str]:
    """Return the plain values of the front matter and the text after it; no front matter, no values.

    Only what stands at the left edge as `key: value` is taken; lists and nested values are left out with the rest of it.
    """
    found = FRONT_MATTER.match(text)
    if not found or not all(FRONT_MATTER_LINE.match(line) for line in found[1].split("\n")):
        return {}, text
    values = {key.strip(): value.strip() for key, value in PLAIN_VALUE.findall(found[1])}
    return {key: unquoted(value) for key, value in values.items() if value[0] not in "[{|>&*"}, text[found.end() :]


def unquoted(value: str) -> str:
    """Return a front matter value without the quotation marks around it."""
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value


def find_headings(text: str) -> list[tuple[int, str, int]]:
    """Return (level, title without markup, where it starts) of each heading, those inside code fences left out."""
    headings: list[tuple[int, str, int]] = []
    fence = ""
    before, before_start, start = "", 0, 0
    for line in text.split("\n"):
        if opened := FENCE.match(line):
            mark = opened[1]
            fence = ("" if mark.startswith(fence) and line.strip() == mark else fence) if fence else mark
        elif not fence and (heading := ATX_HEADING.match(line)):
            headings.append((len(heading[1]), bare(line[heading.end() :].rstrip("# \t")), start))
        elif (
            not fence and before.strip() and (rule := UNDERLINE.match(line)) and not before.lstrip().startswith(("-", "*", "|"))
        ):
            headings.append((1 if rule[1][0] == "=" else 2, bare(before), before_start))
        before, before_start = (line, start) if not ATX_HEADING.match(line) else ("", start)
        start += len(line) + 1
    return headings


def bare(title: str) -> str:
    """Return a heading without emphasis and link targets."""
    return one_line(MARKUP.sub(lambda found: found[1] or "", title[:LONGEST_HEADING]))


def as_sections(headings: list[tuple[int, str, int]], length: int) -> tuple[Section, ...]:
    """Return a section from each heading up to the next, over a text of `length` characters."""
    ends = [*(start for _, _, start in headings[1:]), length]
    return tuple(Section(title, start, end) for (_, title, start), end in zip(headings, ends, strict=False))
