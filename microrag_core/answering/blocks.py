"""Where in a context's text each passage stands, heading and all; the formats see to it that no passage can look like
another."""

import re
from dataclasses import dataclass

from microrag_core.datatypes import Context

TAGGED = re.compile(r"^<(?:passage|excerpt) (\d+)(?=[:>])", re.MULTILINE)
SEPARATED = re.compile(r"^\[(\d+)\](?= |$)", re.MULTILINE)
INLINE = re.compile(r"(?<!\\)\[(\d+)\] ")
CLOSING = re.compile(r"\n</(?:passage|excerpt)>\s*\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """The passage `number` of a context as it is written there, from `start` to `end`."""

    number: int
    start: int
    end: int


def find_blocks(context: Context) -> list[Block]:
    """Return the blocks of a context in order.

    Raises `ValueError` where they are not its numbered passages, which no format of ours leads to.
    """
    text = context.text
    pattern = TAGGED if text.startswith("<") else SEPARATED if "\n" in text else INLINE
    numbers = sorted(passage.number for passage in context.passages if passage.number)
    starts = {int(match[1]): match.start() for match in reversed(list(pattern.finditer(text)))}
    if sorted(starts) != numbers:
        raise ValueError(f"the context has the passages {numbers}, its text {sorted(starts)}")
    ends = [*sorted(starts.values())[1:], len(text)]
    return [Block(number, start, end) for (number, start), end in zip(sorted(starts.items()), ends, strict=True)]
