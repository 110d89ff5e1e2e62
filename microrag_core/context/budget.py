"""What of whole passages and picks goes into a context, under a bound on its tokens.

1. Whole passages come first, in their order. The `token_budget` is a hard bound, since a model's window is one: a passage for
   which it has no room is shortened instead (`mixed`), or left out. This holds for the `minimum_raw` passages too.
2. The shortened passages get what the raw ones leave of `token_share` of the tokens that all would cost whole, but at least
   half that share of their own tokens, so that few passages, most of them raw, do not push the others out; never more than the
   token budget leaves.
   Two thirds of the rest are for a compressor's picks in the order of their worth, then come the facts (names, numbers with
   their units, denied clauses) of sentences not kept, new ones before names that the context has already, then more picks.
   The first thing taken of a passage also pays for its heading; what does not fit is passed over, a smaller one may fit.
3. The text is put together and counted. While it exceeds the token budget, the last thing taken is given up. Where the share
   would leave nothing at all, the first pick is taken if the token budget has room for it.
"""

from collections.abc import Iterable, Mapping, Sequence

from microrag_core.context.compression import Compressed, Pick, Task
from microrag_core.context.entities import sentence_facts
from microrag_core.context.negations import NEGATION
from microrag_core.context.spans import SpanSet
from microrag_core.context.words import split_words
from microrag_core.text.tokens import count_tokens

GAP = " … "
"""Stands where something was left out between two stretches of a passage."""
GAP_TOKENS = 2
FACTS_SHARE = 1 / 3


def fit_whole(rows: Sequence[int], costs: Sequence[int], budget: float) -> list[int]:
    """Return those of `rows`, in their order, that fit in `budget` tokens; `costs` count the format's own words."""
    fitting = []
    for row in rows:
        if costs[row] <= budget:
            budget -= costs[row]
            fitting.append(row)
    return fitting


def room(share: float, full: int, raw: int, rest: int) -> float:
    """Return the tokens for the shortened passages: `full` of all whole, `raw` of those that stay so, `rest` of the others."""
    return max(share * full - raw, share / 2 * rest)


class Basket:
    """Picks taken so far, what the context says already, and how many tokens are left.

    `headings` has the cost of an empty entry of each source.
    """

    def __init__(self, task: Task, headings: Mapping[int, int], left: float) -> None:
        self.picks: list[Pick] = []
        self._task = task
        self._headings = headings
        self._left = left
        self._taken = {row: SpanSet() for row in task.compressed}
        self._said = spaced_words(task.query)
        for row, source in enumerate(task.sources):
            if row not in task.compressed:
                self._said += spaced_words(f"{source.hit.document.title}\n{source.text}")

    def take(self, picks: Iterable[Pick], reserve: float = 0, only_new: bool = False) -> None:
        """Take each pick that fits and is not taken yet, but leave `reserve` tokens."""
        for pick in picks:
            source = self._task.sources[pick.source]
            text = source.text[pick.start : pick.end]
            taken = self._taken[pick.source]
            if taken.holds(pick.start, pick.end) or (only_new and self.says(text)):
                continue
            cost = count_tokens(text) + (GAP_TOKENS if taken else self._headings[pick.source])
            if cost <= self._left - reserve:
                self._left -= cost
                self._said += spaced_words(text if taken else f"{source.hit.document.title}\n{text}")
                taken.add(pick.start, pick.end)
                self.picks.append(pick)

    def says(self, text: str) -> bool:
        """Tell whether a name stands in the context. Numbers and denied clauses belong to their passage and never do."""
        return not any(map(str.isdigit, text)) and NEGATION.search(text) is None and spaced_words(text) in self._said


def spaced_words(text: str) -> str:
    """Return the words of a text in lower case, a blank before and after each."""
    return f" {' '.join(word.text.lower() for word in split_words(text, ''))} "


def fit_picks(task: Task, compressed: Compressed, facts: list[Pick], headings: Mapping[int, int], left: float) -> list[Pick]:
    """Return what is taken of the compressed passages, in the order in which it was taken, for about `left` tokens.

    Each stretch is counted by itself; those that turn out to be neighbours cost less when they are written as one.
    """
    basket = Basket(task, headings, left)
    basket.take(compressed.picks, reserve=left * FACTS_SHARE if facts else 0)
    basket.take(facts, only_new=True)
    basket.take(compressed.picks)
    basket.take(facts)
    return basket.picks


def all_facts(task: Task, compressed: Compressed) -> list[Pick]:
    """Return the facts of all sentences in the order in which they are wanted; none where facts are dropped."""
    wanted = compressed.sentences if task.settings.facts == "keep" else []
    return [pick for row, place in wanted for pick in sentence_facts(row, place, task)]
