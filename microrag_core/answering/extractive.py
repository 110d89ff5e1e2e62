"""Answers that quote: the sentences that answer a question, each with the number of its passage. They need no model server."""

import re
from collections.abc import Generator, Sequence

from microrag_core.answering.asked import read_question
from microrag_core.answering.calibration import DEFAULT, Calibration
from microrag_core.answering.candidates import Candidate, Sentences, read_candidates
from microrag_core.answering.choice import choose
from microrag_core.answering.matching import sentence_scores
from microrag_core.answering.refusal import NOTHING, Answerability, best_cosine, judge_candidates, refusal_text
from microrag_core.answering.stream import AnswerStream, Stop, never
from microrag_core.answering.turn import Turn
from microrag_core.datatypes import Answer, Context
from microrag_core.embedding import Encoder

NAME = "extractive"
OWN_NUMBERS = re.compile(r"\s?[\[【［]\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*[\]】］]")
# Behind two full stops, which may be an ellipsis, a text goes on.
FULL_STOP = re.compile(r"(?<!\.)[.!?。！？…؟]['\"”’»)\]*_」』]*\Z")


class ExtractiveAnswerer:
    """Answers with sentences of the passages, unaltered but for line breaks and footnote numbers, each followed by its
    passage's number in the context.

    `calibration` tells what scores mean on these documents, see `calibrate`. `sentences` returns a document's sentences where
    they are at hand; else they are made. `documents` is how many were searched, for the text of a refusal.
    """

    def __init__(
        self,
        encoder: Encoder,
        calibration: Calibration = DEFAULT,
        *,
        sentences: Sentences | None = None,
        documents: int | None = None,
    ) -> None:
        self._encoder = encoder
        self._calibration = calibration
        self._sentences = sentences
        self._documents = documents

    def answer(self, question: str, context: Context, history: Sequence[Turn] = ()) -> Answer:
        """Return the answer to a question that stands alone (see `standalone`); `history` is for answerers that converse."""
        return self.judged_answer(question, context)[0]

    def stream(self, question: str, context: Context, history: Sequence[Turn] = (), should_stop: Stop = never) -> AnswerStream:
        """Return the same answer sentence by sentence."""
        return AnswerStream(self._pieces(question, context, should_stop))

    def judged_answer(self, question: str, context: Context) -> tuple[Answer, Answerability]:
        """Return the answer, and how answerable the question is from these passages."""
        chosen, answerability = self._choose(question, context)
        text = "".join(written(chosen)) or refusal_text(self._documents)
        return Answer(text, not chosen, NAME, notes=notes(chosen)), answerability

    def _choose(self, question: str, context: Context) -> tuple[list[Candidate], Answerability]:
        """Return the sentences to quote, none where the question is refused."""
        asked = read_question(question, self._encoder)
        if asked is None:
            return [], NOTHING
        candidates = read_candidates(asked, context, self._encoder, self._sentences)
        scores = sentence_scores(asked, candidates)
        cosine = best_cosine(asked, candidates, self._encoder)
        answerability = judge_candidates(asked, candidates, scores, cosine, self._calibration)
        return [] if answerability.refused else choose(candidates, scores), answerability

    def _pieces(self, question: str, context: Context, should_stop: Stop) -> Generator[str, None, Answer]:
        """Yield the parts of the answer and return the whole."""
        chosen, _ = self._choose(question, context)
        text = ""
        for piece in written(chosen) or [refusal_text(self._documents)]:
            if should_stop():
                return Answer(text, False, NAME, stopped=True)
            text += piece
            yield piece
        return Answer(text, not chosen, NAME, notes=notes(chosen))


def written(chosen: Sequence[Candidate]) -> list[str]:
    """Return each sentence with its marker, and what divides it from the one before: a line where that does not end as a
    sentence does."""
    parts = []
    for row, one in enumerate(chosen):
        before = chosen[row - 1].text if row else ""
        gap = "" if not row else " " if FULL_STOP.search(before) else "\n"
        parts.append(f"{gap}{quoted(one.text)} [{one.number}]")
    return parts


def quoted(text: str) -> str:
    """Return a sentence on one line, without numbers in brackets of its own, which would be taken for citations."""
    return " ".join(OWN_NUMBERS.sub("", text).split())


def notes(chosen: Sequence[Candidate]) -> tuple[str, ...]:
    """Return what a reader should know of the quoted text."""
    if any(OWN_NUMBERS.search(one.text) for one in chosen):
        return ("Numbers in brackets of the quoted text, such as footnotes have, are left out.",)
    return ()
