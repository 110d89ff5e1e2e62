"""Settings of grounding."""

from dataclasses import dataclass
from typing import Literal

from microrag_core.settings import check_fields, require


@dataclass(frozen=True, slots=True)
class GroundingSettings:
    """When a claim counts as supported, and by which model.

    A claim is supported from a support of `supported_from` on, partly supported from `partly_from` on (0 to 1 both, not above
    `supported_from`), else unsupported. `nli_model` is a cross-encoder for natural language inference with three classes, a
    name or a path; where it is given, its probability of entailment is the support. `nli_sentences` is how many sentences of
    a claim's sources it reads, those most like the claim. `conflicts` `find` looks for sources that disagree.
    """

    supported_from: float = 0.57
    partly_from: float = 0.35
    nli_model: str = ""
    nli_sentences: int = 8
    conflicts: Literal["find", "ignore"] = "find"

    def __post_init__(self) -> None:
        check_fields(self)
        require(0 <= self.supported_from <= 1, "supported_from", self.supported_from, "between 0 and 1")
        upper = f"between 0 and supported_from, {self.supported_from}"
        require(0 <= self.partly_from <= self.supported_from, "partly_from", self.partly_from, upper)
        require(self.nli_sentences >= 1, "nli_sentences", self.nli_sentences, "1 or more")
