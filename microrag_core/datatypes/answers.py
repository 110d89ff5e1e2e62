"""An answer, its citations and claims, and what bears them out."""

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["supported", "partly", "unsupported", "contradicted", "no_claim"]
MismatchKind = Literal["formatting", "out_of_range", "invented"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, with markers such as `[1]` for the passages of a context by their numbers.

    `refused` is true where the answer says that the passages do not hold it. `answerer` is `extractive` or the model's name.
    The tokens are those that the model counted, None where it told none. `stopped` is true where a person cut it short. `notes`
    say in sentences what did not go as set, such as passages left out because the model's window is too small.
    """

    text: str
    refused: bool
    answerer: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    stopped: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation in an answer, matched with what was retrieved for this very question.

    `text` is how it was written, characters `start` to `end` of the answer. `number` is the passage's in the context.
    """

    text: str
    start: int
    end: int
    number: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A citation that names nothing that was retrieved: a slip of formatting, a number out of range, or an invented source."""

    text: str
    start: int
    end: int
    kind: MismatchKind


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sentence of a passage that bears a claim out best: characters `start` to `end` of its document, support 0 to 1."""

    number: int
    document: str
    start: int
    end: int
    text: str
    support: float


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of an answer, characters `start` to `end`, with the citations that belong to it and what bears it out.

    `support` (0 to 1) is from the cited passages (0 without any), `support_anywhere` from all that were retrieved.
    `unsupported` are characters of the answer that no cited passage bears out (of no passage at all, where none is cited).
    `reason` says the verdict in words. `evidence` is the best sentence of each passage that was looked at, the best first.
    """

    text: str
    start: int
    end: int
    citations: tuple[Citation, ...]
    verdict: Verdict
    support: float
    support_anywhere: float
    unsupported: tuple[tuple[int, int], ...]
    evidence: tuple[Evidence, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sentences of different passages that answer the same and disagree, and in what."""

    first: Evidence
    second: Evidence
    reason: str


@dataclass(frozen=True, slots=True)
class Grounding:
    """An answer checked against the passages of its own question."""

    claims: tuple[Claim, ...]
    mismatches: tuple[Mismatch, ...]
    conflicts: tuple[Conflict, ...]
