"""What was asked and answered in a session, in order. Each answer holds its own context, so its numbers stay right."""

import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Literal

from microrag_core.answering import Turn
from microrag_core.assistant import Reply
from microrag_core.corpus import Corpus
from microrag_core.pipeline import PipelineSettings
from pages.chat.choices import Choice
from pages.shared import state

LONGEST = 100
"""Questions that a conversation holds; the oldest leave."""

Vote = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Opened:
    """What of an answer is open below it: the source of a `number`, from a `claim` that cites it, or why a claim is judged so.

    A claim is known by its place from 0, which is the `number` where the kind is `claim`.
    """

    kind: Literal["source", "claim"]
    number: int
    claim: int | None = None


@dataclass(eq=False)
class Attempt:
    """One answer to a question, while it is made and afterwards.

    `text` is what was said so far, `stage` what is done before (name, done, of how many), once it has `begun`. In the end there
    is a `reply`, an `error` in a sentence, or a `fault`, which is an error of this program. `whole_tokens` is what the same
    passages would cost whole, and `read` the share (0 to 1) of the question that the embedding model reads.
    """

    choice: Choice
    name: str
    settings: PipelineSettings
    begun: bool = False
    text: str = ""
    stage: tuple[str, int, int] = ("", 0, 0)
    reply: Reply | None = None
    error: str = ""
    fault: Exception | None = None
    whole_tokens: int = 0
    read: float = 1.0
    vote: Vote | None = None
    opened: Opened | None = None


@dataclass(eq=False)
class Exchange:
    """A question and the answers to it, one from each pipeline that was asked of `documents` documents, known by `corpus`.

    `number` counts from 1 in the conversation. `earlier` has the exchanges that this one replaced, the oldest first, as far as
    a person had voted on an answer: a vote is for the answer that it was given to. `stop` is set to cut the answers short,
    `done` when they are all there. The page that waits for them notes when it `looked`, in seconds of the monotonic clock.
    """

    number: int
    question: str
    documents: int
    corpus: str
    earlier: tuple["Exchange", ...] = ()
    attempts: list[Attempt] = field(default_factory=list)
    stop: Event = field(default_factory=Event)
    done: Event = field(default_factory=Event)
    looked: float = field(default_factory=time.monotonic)

    @property
    def is_started(self) -> bool:
        """Whether somebody works on it, or has."""
        return bool(self.attempts)


@dataclass(eq=False)
class Conversation:
    """All exchanges that are held, the oldest first; `asked` counts those that left too."""

    exchanges: list[Exchange] = field(default_factory=list)
    asked: int = 0

    def add(self, question: str, corpus: Corpus) -> Exchange:
        """Add a question to the documents; the oldest exchange leaves where there are too many."""
        self.asked += 1
        self.exchanges.append(Exchange(self.asked, question, len(corpus), identity(corpus)))
        del self.exchanges[:-LONGEST]
        return self.exchanges[-1]

    @property
    def running(self) -> Exchange | None:
        """The exchange that is being answered, if one is."""
        return next((item for item in self.exchanges if not item.done.is_set()), None)

    def before(self, exchange: Exchange) -> list[Turn]:
        """Return the conversation before an exchange, as far as it was answered; of two answers the first."""
        earlier = self.exchanges[: self.exchanges.index(exchange)]
        return [turn for item in earlier if (turn := turn_of(item))]


def turn_of(exchange: Exchange) -> Turn | None:
    """Return an exchange as a turn that later questions may point back to; None where nothing was answered."""
    reply = next((attempt.reply for attempt in exchange.attempts if attempt.reply), None)
    if reply is None:
        return None
    return Turn(exchange.question, reply.searched, reply.answer.text, tuple(cited_titles(reply)))


def cited_titles(reply: Reply) -> Iterator[str]:
    """Yield the titles of the documents that an answer cites, each once."""
    numbers = {citation.number for claim in reply.grounding.claims for citation in claim.citations}
    titles = [item.hit.document.title for item in reply.context.passages if item.number in numbers and item.hit.document.title]
    yield from dict.fromkeys(titles)


def identity(corpus: Corpus) -> str:
    """Return 16 hexadecimal digits that are the same for the same documents, in whatever order and with whatever settings."""
    return hashlib.sha256("".join(sorted(corpus.parts)).encode()).hexdigest()[:16]


def conversation() -> Conversation:
    """Return this session's."""
    found: Conversation = state.recall("conversation", None) or Conversation()
    state.remember("conversation", found)
    return found


def ask(question: str) -> None:
    """Take up a question, unless another is being answered."""
    talk = conversation()
    if talk.running is None:
        talk.add(question.strip(), state.corpus())


def ask_again(exchange: Exchange) -> None:
    """Answer a question anew, with the pipeline, the model and the documents as they are now."""
    talk = conversation()
    if talk.running is None and exchange in talk.exchanges:
        corpus = state.corpus()
        voted = (exchange,) if any(attempt.vote for attempt in exchange.attempts) else ()
        earlier = (*exchange.earlier, *voted)
        fresh = Exchange(exchange.number, exchange.question, len(corpus), identity(corpus), earlier)
        talk.exchanges[talk.exchanges.index(exchange)] = fresh


def clear() -> None:
    """Forget everything that was asked and answered."""
    if running := conversation().running:
        running.stop.set()
    state.remember("conversation", Conversation())


def vote(attempt: Attempt, thumb: int | None) -> None:
    """Keep what a person thinks of an answer: 1 is good, 0 is bad, None takes it back."""
    attempt.vote = None if thumb is None else ("down", "up")[thumb]


def open_below(attempt: Attempt, opened: Opened | None) -> None:
    """Open a source or a claim below an answer; the one that is open already is closed."""
    attempt.opened = None if opened == attempt.opened else opened


def has_answers(exchanges: Sequence[Exchange]) -> bool:
    """Tell whether there is something to export."""
    return any(attempt.reply for item in exchanges for attempt in item.attempts)
