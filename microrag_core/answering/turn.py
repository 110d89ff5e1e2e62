"""One turn of a conversation."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Turn:
    """A question as it was asked, what was searched for in its place, and the answer's text.

    `searched` is the same as `question` where that stood alone, see `follow_up`. `answer` is empty where none was given, and
    `titles` are those of the passages that it cites.
    """

    question: str
    searched: str
    answer: str
    titles: tuple[str, ...] = ()
