"""What commands print: the result on standard output, all else on standard error."""

import os
import sys
from collections.abc import Sequence
from typing import Any

from microrag_core.datatypes import Skipped
from microrag_core.errors import InputError


def print_result(text: str) -> None:
    """Print to standard output; what its encoding lacks is escaped. Raises `InputError` where it cannot be written.

    A reader that goes away early, such as `head`, has what it wanted: that is no error.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except OSError as error:
        # Else the interpreter tries once more to write what is left, and complains, when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise InputError(f"Cannot write the result: {(error.strerror or str(error)).lower()}.") from None


def tell(message: str) -> None:
    """Print a message to standard error, if there is one: without it `print` would write among the results."""
    if sys.stderr is not None:
        print(message, file=sys.stderr)


def report_progress(stage: str, done: int, total: int) -> None:
    """Show progress on one line of standard error when a person is looking."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{stage} {done:,} of {total:,}", end="\n" if done >= total else "", file=sys.stderr, flush=True)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def show_seconds(seconds: dict[str, float]) -> str:
    """Return the seconds of each stage on one line."""
    return "seconds: " + ", ".join(f"{name} {value:.2f}" for name, value in seconds.items())


def skipped_records(skipped: Sequence[Skipped]) -> list[dict[str, Any]]:
    """Return what gave no document as records."""
    return [{"source": item.source, "reason": item.reason} for item in skipped]
