"""Text without what is not text: line ends become a newline, control characters go, all other characters stay."""

import re

LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufeff\ufffe\uffff]")
LONE_SURROGATES = re.compile("[\ud800-\udfff]")
MANY_BLANK_LINES = re.compile(r"\n{3,}")
TO_CLEAN = re.compile(  # whatever one of the patterns above would change, found in one pass
    "[\r\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufeff\ufffe\uffff\ud800-\udfff]|[ \t]\n|\n\n\n"
)
SPACES = re.compile(r"\s+")


def clean_text(text: str) -> str:
    """Return `text` with newline line ends, no control characters, no spaces at line ends, at most one blank line in a row.

    A lone surrogate becomes U+FFFD, since it cannot be written to a file. No other character is changed.
    """
    if not TO_CLEAN.search(text):
        return text.strip()
    text = without_controls(text)
    text = LONE_SURROGATES.sub("\ufffd", text)
    text = "\n".join(line.rstrip(" \t") for line in text.split("\n"))
    return MANY_BLANK_LINES.sub("\n\n", text).strip()


def without_controls(text: str) -> str:
    """Return `text` with newline line ends and no control characters."""
    return NOT_TEXT.sub("", LINE_ENDS.sub("\n", text))


def one_line(text: str) -> str:
    """Return `text` cleaned and on one line, with single spaces: for titles and table cells."""
    return SPACES.sub(" ", clean_text(text)).strip()


def sensible_title(title: str, file_stem: str = "") -> str:
    """Return `title` on one line, or "" where a program rather than a person wrote it (a file name, `untitled`, a number)."""
    line = one_line(title)
    letters = sum(character.isalpha() for character in line)
    looks_made = re.search(
        r"\.(docx?|pptx?|xlsx?|pdf|jpe?g|png|tiff?|indd|tex|txt|html?)\b|^untitled|^microsoft |^powerpoint|^presentation$"
        r"|^slide \d|^document\d*$|^word document$",
        line,
        re.IGNORECASE,
    )
    is_file_name = line.casefold() == file_stem.casefold() or ("_" in line and " " not in line)
    return "" if looks_made or is_file_name or letters < max(2, len(line) / 2) else line
