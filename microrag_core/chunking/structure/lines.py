"""The lines of a text, and those that are drawn, not written."""

import re
from dataclasses import dataclass

RULE = re.compile(r"[-=*_~+#•·.—–⁂❦ \t]{3,}\Z|[*⁂❦]\Z")


@dataclass(frozen=True, slots=True)
class Line:
    """A line from `start` to `end`, and its text without the white space around it."""

    start: int
    end: int
    text: str

    @property
    def is_gap(self) -> bool:
        """Whether it is blank or a drawn rule."""
        return not self.text or RULE.match(self.text) is not None


def read_lines(plain: str) -> list[Line]:
    r"""Return the lines of a text whose line ends are all `\n`."""
    lines = []
    start = 0
    for text in plain.split("\n"):
        lines.append(Line(start, start + len(text), text.strip()))
        start += len(text) + 1
    return lines


def end_without_rules(plain: str, start: int, end: int) -> int:
    """Return where `start` to `end` ends without the white space and the drawn rules that it ends in."""
    while end > start:
        end = start + len(plain[start:end].rstrip())
        line = max(plain.rfind("\n", start, end) + 1, start)
        if line == start or not RULE.match(plain[line:end].strip()):
            break
        end = line
    return end
