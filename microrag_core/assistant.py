"""A question from its wording to a checked answer: search, re-rank, choose the context, answer, ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from microrag_core.answering import (
    Answerer,
    Calibration,
    ChatAnswerer,
    ExtractiveAnswerer,
    Turn,
    calibrate,
    judge,
    standalone,
    suggestions,
)
from microrag_core.corpus import timed
from microrag_core.datatypes import Answer, Context, Grounding, Progress
from microrag_core.grounding import GroundingSettings, ground
from microrag_core.pipeline import Found, Pipeline, PipelineSettings, read_pipeline
from microrag_core.settings import read_settings

if TYPE_CHECKING:
    from microrag_core.llm import ChatModel

Stop = Callable[[], bool]

PLAIN = "strategy=books,retriever=hybrid,rerank=late_interaction"
MODES: Mapping[str, str] = {
    "naive": PLAIN,
    "pruned": f"prune=soft_coverage,{PLAIN},matched_text=whole",
    "mixed": f"{PLAIN},top_k=10,context=mixed",
}
"""The pipelines that a chat offers: whole passages, kept sentences alone, and more passages of which most are compressed."""


@dataclass(frozen=True, eq=False)
class Reply:
    """Everything of one question and its answer.

    `searched` is the question that was really searched for: a follow-up is completed from the conversation. `seconds` has
    retrieve, rerank, context, generate and ground. `suggestions` say what may help where the answer is a refusal.
    """

    question: str
    searched: str
    pipeline: PipelineSettings
    found: Found
    context: Context
    answer: Answer
    grounding: Grounding
    seconds: Mapping[str, float]
    suggestions: tuple[str, ...] = ()

    @property
    def supported(self) -> tuple[int, int]:
        """How many claims are supported, and how many there are; what claims nothing is not counted."""
        claims = [claim for claim in self.grounding.claims if claim.verdict != "no_claim"]
        return sum(claim.verdict == "supported" for claim in claims), len(claims)


def mode_pipeline(mode: str) -> PipelineSettings:
    """Return the pipeline of `naive`, `pruned` or `mixed`."""
    return read_pipeline(MODES[mode], mode.capitalize())


class Assistant:
    """Answers questions over one pipeline: with a chat `model`, else by picking sentences."""

    def __init__(self, pipeline: Pipeline, model: ChatModel | None = None, settings: GroundingSettings | None = None) -> None:
        self.pipeline = pipeline
        self._model = model
        self._settings = settings or read_settings(GroundingSettings)

    def prepare(self, on_progress: Progress | None = None) -> None:
        """Make what every question needs; `on_progress` may raise `CancelledError`."""
        self.pipeline.prepare(on_progress)
        self.calibration(on_progress)

    def calibration(self, on_progress: Progress | None = None) -> Calibration:
        """Return what scores mean on these passages; found out once for as long as they stay."""
        pipeline = self.pipeline
        return pipeline.corpus.once(
            ("calibration", pipeline.passages_key),
            lambda: calibrate(pipeline.collection, pipeline.corpus.encoder, self.pipeline.sentences, on_progress),
        )

    def ask(
        self,
        question: str,
        history: Sequence[Turn] = (),
        on_text: Callable[[str], None] | None = None,
        should_stop: Stop | None = None,
    ) -> Reply:
        """Return the checked answer to a question; `history` is the conversation so far.

        `on_text` is told the answer so far whenever it grew. `should_stop` cuts the answer short; what was said then is kept.
        Raises `InputError` for a blank question and `LlmError` where the chat model gives no answer.
        """
        seconds: Counter[str] = Counter()
        with timed(seconds, "retrieve"):
            searched = standalone(question, history, self._model)
            found = self.pipeline.find(searched)
        seconds["rerank"] = found.seconds["rerank"]  # type: ignore[assignment]
        seconds["retrieve"] -= seconds["rerank"]
        with timed(seconds, "context"):
            context = self.pipeline.context(searched, found.hits)
        with timed(seconds, "generate"):
            answer = self._answer(searched, context, history, on_text, should_stop)
        advice: tuple[str, ...] = ()
        if answer.refused:
            judged = judge(searched, context, self.pipeline.corpus.encoder, self.calibration(), self.pipeline.sentences)
            retriever = self.pipeline.settings.retriever.retriever
            advice = suggestions(searched, context, judged, retriever, len(self.pipeline.collection))
        # Where nothing was answered, what sources say of other things is no conflict for the reader.
        settings = replace(self._settings, conflicts="ignore") if answer.refused else self._settings
        with timed(seconds, "ground"):
            grounding = ground(
                answer.text,
                context,
                self.pipeline.corpus.encoder,
                question=searched,
                settings=settings,
                sentences=self.pipeline.sentences,
            )
        return Reply(question, searched, self.pipeline.settings, found, context, answer, grounding, dict(seconds), advice)

    def _answer(
        self,
        question: str,
        context: Context,
        history: Sequence[Turn],
        on_text: Callable[[str], None] | None,
        should_stop: Stop | None,
    ) -> Answer:
        stream = self._answerer().stream(question, context, history, should_stop or never)
        so_far = ""
        for piece in stream:
            so_far += piece
            if on_text:
                on_text(so_far)
        return stream.answer

    def _answerer(self) -> Answerer:
        corpus = self.pipeline.corpus
        if self._model is not None:
            return ChatAnswerer(self._model, documents=len(corpus))
        return ExtractiveAnswerer(corpus.encoder, self.calibration(), sentences=self.pipeline.sentences, documents=len(corpus))


def never() -> bool:
    """Stop at nothing."""
    return False
