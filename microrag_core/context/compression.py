"""What every compressor gets and gives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from microrag_core.context.source import Source
from microrag_core.context.words import split_words
from microrag_core.embedding import Encoder
from microrag_core.settings import ContextSettings


@dataclass(frozen=True, slots=True)
class Pick:
    """Characters `start` to `end` of the text of `task.sources[source]`: something worth keeping."""

    source: int
    start: int
    end: int


@dataclass(frozen=True)
class Task:
    """A question, all passages found for it in their order, and the rows of those that are to be compressed.

    The others stay raw, and a compressor need not say again what they say.
    """

    query: str
    sources: tuple[Source, ...]
    compressed: tuple[int, ...]
    settings: ContextSettings
    encoder: Encoder

    @cached_property
    def ordinary(self) -> frozenset[str]:
        """Words that stand somewhere in the passages in lower case: a capital at the start of a sentence makes no name of them."""
        words = (word.text for source in self.sources for word in split_words(source.text, source.language))
        return frozenset(word for word in words if word == word.lower())


Compress = Callable[[Task], list[Pick]]
"""Returns what to keep of `task.compressed`, the most needed first: a budget takes from the front."""


def in_turns(groups: Sequence[Sequence[Pick]]) -> list[Pick]:
    """Return the first pick of each group, then the second of each, and so on: a budget is shared among the groups."""
    longest = max(map(len, groups), default=0)
    return [group[turn] for turn in range(longest) for group in groups if turn < len(group)]
