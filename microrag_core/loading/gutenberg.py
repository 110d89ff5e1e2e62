"""Project Gutenberg texts without their licence: only what stands between the START and the END line is the book."""

import re

START = re.compile(r"^\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG[^*]{0,300}\*{3}[ \t]*$", re.MULTILINE | re.IGNORECASE)
OLD_START = re.compile(r"^\*END\W{0,3}THE SMALL PRINT.*$", re.MULTILINE)  # files of before 2001
END = re.compile(r"^\*{3} ?END OF (?:THE|THIS) PROJECT GUTENBERG", re.MULTILINE | re.IGNORECASE)
CREDIT = re.compile(r"\s*(?:E-text p|P)(?:roduced|repared) by [^\n]*(?:\n[^\n]+)*\n\s*\n")
END_NOTE = re.compile(r"\n\s*End of (?:the |this )?Project Gutenberg[^\n]*(?:\n[^\n]+)*\s*\Z", re.IGNORECASE)
FIELD = re.compile(r"^(Title|Author|Language):[ \t]*(.+(?:\n[ \t]+\S.*)*)", re.MULTILINE)


def without_licence(text: str) -> tuple[str, dict[str, str]]:
    """Return the book and the `title`, `author` and `language` that its header names.

    A text without such a line comes back as it is, with no fields. Lines must end in newlines.
    """
    start = START.search(text) or ("Project Gutenberg" in text[:1000] and OLD_START.search(text))
    if not start:
        return text, {}
    end = END.search(text, start.end())
    header = {name.lower(): " ".join(value.split()) for name, value in FIELD.findall(text[: start.start()])}
    book = text[start.end() : end.start() if end else len(text)].strip() + "\n\n"
    book = CREDIT.sub("", book, count=1) if CREDIT.match(book) else book
    return END_NOTE.sub("\n", book).strip(), header
