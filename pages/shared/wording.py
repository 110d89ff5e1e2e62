"""How numbers are said on every page."""

BESIDE_A_CUT = " .,;:…"


def percent(fraction: float) -> str:
    """Return a share as whole percent, never rounded to none or all of it: `0.42` is "42 %", `0.999` is "99 %"."""
    whole = round(fraction * 100)
    if whole == 0 and fraction > 0:
        whole = 1
    if whole == 100 and fraction < 1:
        whole = 99
    return f"{whole:,}\N{NO-BREAK SPACE}%"


def counted(number: int, noun: str) -> str:
    """Return a number and its noun, with an s unless it is one: "1 document", "1,204 tokens"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def cut_in_the_middle(text: str, limit: int) -> str:
    """Return `text` on one line in at most `limit` characters: titles of one series differ at their ends, so both ends stay.

    No blank, comma or dot stands beside the ellipsis, where it would read as a part of it.
    """
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    tail = limit // 2
    return f"{line[: limit - tail - 1].rstrip(BESIDE_A_CUT)}…{line[-tail:].lstrip(BESIDE_A_CUT)}"
