"""The questions and judgements of a labelled set, read line by line."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from microrag_core.datatypes import shorten
from microrag_core.errors import InputError

CORPUS = "corpus.jsonl"
LAYOUT = f"a labelled set is a folder with {CORPUS}, queries.jsonl and qrels/test.tsv (the BEIR layout)"
LONGEST_SHOWN = 60  # characters of a damaged line in a message


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a labelled set, with its accepted answers where these are known."""

    id: str
    text: str
    answers: tuple[str, ...] = ()


def read_questions(path: Path) -> list[Question]:
    """Return the questions of a `queries.jsonl`: `_id`, `text`, and `answer`, a text or a list of them, where there is one.

    Raises `InputError` for a missing file and for a line that is no such record.
    """
    questions: dict[str, Question] = {}
    for number, line in lines_of(path):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError(f"Line {number} of {path} is no JSON: {shorten(line, LONGEST_SHOWN)}") from None
        key = identifier(record.get("_id")) if isinstance(record, dict) else ""
        text = record.get("text") if key else None
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"Line {number} of {path} is no question: it needs an _id and a text.")
        if key in questions:
            raise InputError(f"Line {number} of {path} repeats the question {shorten(key, LONGEST_SHOWN)!r}.")
        questions[key] = Question(key, text.strip(), accepted(record.get("answer")))
    return list(questions.values())


def identifier(value: Any) -> str:
    """Return an id as text; empty where it is none."""
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def accepted(answer: Any) -> tuple[str, ...]:
    """Return the answers of a record's `answer` that are texts and not blank."""
    answers = answer if isinstance(answer, list) else [answer]
    return tuple(item for item in answers if isinstance(item, str) and item.strip())


def read_judgements(path: Path) -> dict[str, dict[str, int]]:
    """Return question id -> document id -> gain, of a file of three columns parted by tabs; a heading line is passed over.

    A judgement below 0 (TREC marks junk so) is a gain of 0. Raises `InputError` for a missing file and for a damaged line.
    """
    judgements: dict[str, dict[str, int]] = {}
    for number, line in lines_of(path):
        fields = [item.strip() for item in line.split("\t")]
        if number == 1 and len(fields) == 3 and not is_whole(fields[2]):
            continue
        if len(fields) != 3 or not all(fields) or not is_whole(fields[2]):
            shown = shorten(line, LONGEST_SHOWN)
            raise InputError(f"Line {number} of {path} is not a question, a document and a whole number between tabs: {shown}")
        question, document, gain = fields[0], fields[1], max(0, int(fields[2]))
        if judgements.setdefault(question, {}).setdefault(document, gain) != gain:
            raise InputError(
                f"Line {number} of {path} judges a document of question {question!r} otherwise than a line before."
            )
    return judgements


def is_whole(text: str) -> bool:
    """Tell whether a text is a whole number."""
    digits = text[1:] if text[:1] == "-" else text
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield number, from 1, and text of each line that is not blank. Raises `InputError` where they cannot be read."""
    try:
        content = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"There is no {path.name} in {path.parent}; {LAYOUT}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {(error.strerror or 'unknown error').lower()}.") from None
    # Only line feeds end a line here: str.splitlines would also cut at characters that may stand inside a text.
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            yield number, line.rstrip("\r")
