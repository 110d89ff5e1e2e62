"""What a book is divided into."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Division:
    """Characters `start` to `end` of a book, its heading first; `title` is what to cite, None where the book names none."""

    title: str | None
    start: int
    end: int
