"""What of a model's writing is meant for the reader: its thoughts are not, nor are characters that are no text."""

import re
from collections.abc import Sequence

OPENINGS = ("<think>", "<thinking>", "<thought>")
CLOSING = re.compile(r"</(?:think|thinking|thought)>", re.IGNORECASE)
LONGEST_TAG = 11
CONTROLS = re.compile("\x1b\\[[0-9;]{0,20}[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
HALVES = re.compile("[\ud800-\udfff]")


def content_text(content: object) -> str:
    """Return the text of a message's content: a string, or parts of which those of text count."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, Sequence) else ()
    texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type", "text") == "text"]
    return "".join(text for text in texts if isinstance(text, str))


def printable(text: str) -> str:
    """Return a text without control characters, which could command a terminal, and with U+FFFD for halves of characters."""
    return HALVES.sub("\ufffd", CONTROLS.sub("", text))


def without_thoughts(text: str) -> str:
    """Return a whole answer without the thoughts before it, whose opening tag a model's template may have written itself."""
    reader = AnswerReader()
    return after_thoughts(reader.read(text) + reader.rest())


def after_thoughts(text: str) -> str:
    """Return what stands after the tag that closes thoughts, where nothing opens them; else the text."""
    closing = CLOSING.search(text)
    return text if closing is None or text.lower().count(OPENINGS[0][:-1]) else text[closing.end() :]


class AnswerReader:
    """Reads an answer piece by piece and leaves out the thoughts that stand between tags at its beginning."""

    def __init__(self) -> None:
        self._held = ""
        self._thinks = False
        self._passes = False

    def read(self, piece: str) -> str:
        """Return what of the answer a piece adds; empty while the model thinks, or may be about to."""
        if self._passes:
            return printable(piece)
        begin = max(0, len(self._held) - LONGEST_TAG)
        self._held += piece
        if not self._thinks:
            begun = self._held.lstrip()[:LONGEST_TAG].lower()
            self._thinks = begun.startswith(OPENINGS)
            if not self._thinks and any(tag.startswith(begun) for tag in OPENINGS):
                return ""
        if self._thinks:
            closing = CLOSING.search(self._held, begin)
            if closing is None:
                return ""
            self._held = self._held[closing.end() :]
        self._passes = True
        return self.rest()

    def rest(self) -> str:
        """Return what was held back of an answer that ended before it was clear whether it begins with thoughts."""
        held, self._held = ("" if self._thinks and not self._passes else self._held), ""
        return printable(held)
