"""The same question in other words, and the results of all of them in one ranking."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from microrag_core.datatypes import Ranked
from microrag_core.indexing.words import split_words
from microrag_core.llm import ChatModel, LlmError
from microrag_core.retrieval.feedback_terms import feedback_terms
from microrag_core.retrieval.fusion import fuse_scores
from microrag_core.retrieval.model_rewordings import ask_for_rewordings
from microrag_core.retrieval.offline_rewordings import keywords, statement
from microrag_core.retrieval.question_names import names_and_numbers

ORIGINAL_SHARE = 0.5
"""The weight of the question as it was asked; its rewordings share the rest."""


@dataclass(frozen=True, slots=True)
class Reworded:
    """A rewording, and how it was made: `model`, `feedback`, `names`, `keywords` or `statement`."""

    text: str
    how: str


@dataclass(frozen=True, slots=True)
class Rewordings:
    """The rewordings of a question, over which one iterates, and a sentence on what did not go as wished; else empty."""

    items: tuple[Reworded, ...]
    note: str = ""

    def __iter__(self) -> Iterator[Reworded]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


def rewordings(question: str, count: int, feedback: Sequence[str] = (), model: ChatModel | None = None) -> Rewordings:
    """Return up to `count` rewordings that differ from the question and from one another in their words.

    A `model` is asked first. Without one, and for what it leaves wanting, they are made by rule: the question with words of the
    `feedback` (the texts of its first results), its keywords, as a statement, and its names and numbers. There are fewer where
    the question does not give so many: of one word, there is none but by feedback.
    """
    offered: list[Reworded] = []
    note = ""
    if model is not None and question.strip():
        try:
            offered = [Reworded(text, "model") for text in ask_for_rewordings(question, count, model)]
            note = "" if offered else "The chat model gave no list of rewordings; they were made by rule."
        except LlmError as error:
            note = f"The rewordings were made by rule, since the chat model could not be asked. {error}"
    if len(different(question, offered)) < count:
        offered += made_by_rule(question, feedback)
    return Rewordings(tuple(different(question, offered)[:count]), note)


def made_by_rule(question: str, feedback: Sequence[str]) -> list[Reworded]:
    """Return what the rules make of a question, the most useful first; some may be empty or alike."""
    key = keywords(question)
    terms = feedback_terms(question, feedback)
    return [
        Reworded(" ".join([key or question.strip(), *terms]) if terms else "", "feedback"),
        Reworded(key, "keywords"),
        Reworded(statement(question), "statement"),
        Reworded(names_and_numbers(question), "names"),
    ]


def different(question: str, offered: Sequence[Reworded]) -> list[Reworded]:
    """Return those whose words are neither none nor, in this order, those of the question or of an earlier one."""
    seen = {(), tuple(split_words(question, single_characters=True))}
    found = []
    for one in offered:
        words = tuple(split_words(one.text, single_characters=True))
        if words not in seen:
            seen.add(words)
            found.append(one)
    return found


def merge(original: Ranked, others: Sequence[Ranked]) -> Ranked:
    """Return the passages found by a question (`original`) and by its rewordings in one ranking, each once.

    Half of a passage's score is how well it fits the question as it was asked, half how well it fits the rewordings, each
    ranking brought to 0 to 1 (`fuse_scores`). To rank all by their cosine with the question alone would give `original`
    back. nDCG@10 with three offline rewordings: HotpotQA 0.740 (reciprocal ranks 0.720, the question alone 0.737), SciFact
    0.653 (0.624, 0.645).
    """
    if not others:
        return original
    share = (1 - ORIGINAL_SHARE) / len(others)
    return fuse_scores([original, *others], [ORIGINAL_SHARE, *[share] * len(others)])
