"""How answerable a question is from the passages that were found, and what is said where it is not."""

from collections.abc import Sequence
from dataclasses import dataclass

from microrag_core.answering.asked import Asked, read_question
from microrag_core.answering.calibration import DEFAULT, Calibration
from microrag_core.answering.candidates import Candidate, Sentences, read_candidates
from microrag_core.answering.choice import choose
from microrag_core.answering.doubts import Signs, answered, read_signs
from microrag_core.answering.expected import answer_spans
from microrag_core.answering.matching import passage_scores, sentence_scores
from microrag_core.datatypes import Context, Floats
from microrag_core.embedding import Encoder

REFUSE_BELOW = 0.09
"""Of SQuAD's answerable questions 1 to 4 % score lower, of those on other subjects 99 % and more (`benchmarks/answers.py`)."""
COUNTABLE = ("number", "time")
WITHOUT_COUNT = 0.12
"""What is left of the chance of an answer where a number or a time is asked for and no sentence that would be quoted has one.
Of SQuAD's answerable questions of that kind 3 % have none."""
WITHOUT_NAME = 0.2
"""What is left of it where no passage that was found has a name of the question. So it is with 1 to 2 % of SQuAD's answerable
questions, most of them misspelt, and with 92 to 95 % of those on other subjects."""


@dataclass(frozen=True, slots=True, eq=False)
class Answerability:
    """How answerable a question is: `score` is `related` times `answered`, each 0 to 1, and 0 where nothing can be matched.

    `related` says whether the question is of these documents at all, by how its best passage and its nearest sentence compare
    with the corpus's own levels: in `match` (-1 to 1, the weighted mean over its word pieces of the best cosine) and in
    `cosine`. `answered` says
    whether the best sentence bears what is asked; `signs` are what that is judged by, None where there is nothing to judge.
    """

    score: float
    related: float
    answered: float
    match: float
    cosine: float
    signs: Signs | None

    @property
    def refused(self) -> bool:
        """Whether the question should be refused."""
        return self.score < REFUSE_BELOW


NOTHING = Answerability(0.0, 0.0, 0.0, 0.0, 0.0, None)


def judge(
    question: str, context: Context, encoder: Encoder, calibration: Calibration = DEFAULT, sentences: Sentences | None = None
) -> Answerability:
    """Return how answerable a question is from a context's passages, whatever of them the context leaves out."""
    asked = read_question(question, encoder)
    if asked is None:
        return NOTHING
    candidates = read_candidates(asked, context, encoder, sentences)
    return judge_candidates(
        asked, candidates, sentence_scores(asked, candidates), best_cosine(asked, candidates, encoder), calibration
    )


def judge_candidates(
    asked: Asked, candidates: Sequence[Candidate], scores: Floats, cosine: float, calibration: Calibration
) -> Answerability:
    """Return how answerable a question is from sentences that were matched with it, with their `scores` (n,).

    `cosine` is the best of question and sentence, see `best_cosine`.
    """
    if not candidates:
        return NOTHING
    match = float(passage_scores(asked, candidates).max())
    best = candidates[int(scores.argmax())]
    signs = read_signs(asked, best, candidates)
    related, likely = calibration.related(match, cosine), answered(signs)
    if asked.kind in COUNTABLE and not any(holds_kind(asked, one) for one in choose(candidates, scores) or [best]):
        likely *= WITHOUT_COUNT
    if signs.absent_names:
        likely *= WITHOUT_NAME
    return Answerability(related * likely, related, likely, match, cosine, signs)


def holds_kind(asked: Asked, candidate: Candidate) -> bool:
    """Tell whether a sentence has the form of what is asked for."""
    return bool(answer_spans(candidate.text, asked.text, asked.kind, asked.language, frozenset()))


def best_cosine(asked: Asked, candidates: Sequence[Candidate], encoder: Encoder) -> float:
    """Return the best cosine of a question and a sentence; 0 without any."""
    if not candidates:
        return 0.0
    vector = encoder.encode([asked.text])[0]
    return float((encoder.encode([one.text for one in candidates]) @ vector).max())


def refusal_text(documents: int | None = None) -> str:
    """Return what is said in place of an answer; `documents` is how many were searched."""
    if documents is None:
        return "I could not find this in the documents."
    return (
        f"I could not find this in the {documents:,} documents." if documents != 1 else "I could not find this in the document."
    )
