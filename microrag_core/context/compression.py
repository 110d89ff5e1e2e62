"""What every compressor gets and gives."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self, TypeVar

from microrag_core.context.headings import heading_rows
from microrag_core.context.source import Source
from microrag_core.context.words import split_words
from microrag_core.embedding import Encoder
from microrag_core.settings import ContextSettings

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Pick:
    """Characters `start` to `end` of the text of the source in this row: something worth keeping."""

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
        """Words that the passages have in lower case: a capital at the start of a sentence makes no name of them."""
        words = (word.text for source in self.sources for word in split_words(source.text, source.language))
        return frozenset(word for word in words if word == word.lower())

    @cached_property
    def statements(self) -> dict[int, tuple[int, ...]]:
        """The rows of the sentences of each passage to be compressed that are worth keeping: headings are not, which say
        nothing by themselves, unless there is nothing else in any of them."""
        headings = {row: heading_rows(self.sources[row]) for row in self.compressed}
        rows = {row: range(len(self.sources[row].sentences)) for row in self.compressed}
        found = {row: tuple(place for place in rows[row] if place not in headings[row]) for row in self.compressed}
        return found if any(found.values()) else {row: tuple(rows[row]) for row in self.compressed}


@dataclass(frozen=True, slots=True)
class Compressed:
    """What to keep, the most needed first: a budget takes from the front.

    `sentences` (source row, sentence row) is the order in which facts are taken of sentences that are not kept whole.
    """

    picks: list[Pick]
    sentences: list[tuple[int, int]]

    @classmethod
    def of_sentences(cls, task: Task, ranking: Iterable[tuple[int, int]]) -> Self:
        """Keep up to `kept_sentences` of each passage from a ranking of its statements, the best first."""
        ranking = list(ranking)
        taken = dict.fromkeys(task.compressed, 0)
        picks = []
        for row, place in ranking:
            if taken[row] < task.settings.kept_sentences:
                taken[row] += 1
                sentence = task.sources[row].sentences[place]
                picks.append(Pick(row, sentence.start, sentence.end))
        return cls(picks, ranking)

    @classmethod
    def of_groups(cls, task: Task, groups: Sequence[Sequence[Pick]]) -> Self:
        """Keep the first pick of each passage, then the second of each, and so on: a budget is shared among them."""
        rows = [[(row, place) for place in task.statements[row]] for row in task.compressed]
        return cls(in_turns(groups), in_turns(rows))


Compress = Callable[[Task], Compressed]


def in_turns(groups: Sequence[Sequence[Item]]) -> list[Item]:
    """Return the first item of each group, then the second of each, and so on."""
    longest = max(map(len, groups), default=0)
    return [group[turn] for turn in range(longest) for group in groups if turn < len(group)]
