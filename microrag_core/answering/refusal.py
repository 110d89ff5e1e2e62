"""How answerable a question is from the passages that were found, and what is said where it is not."""

from collections.abc import Sequence
from dataclasses import dataclass

from microrag_core.answering.asked import Asked, read_question
from microrag_core.answering.calibration import DEFAULT, Calibration
from microrag_core.answering.candidates import Candidate, Sentences, read_candidates
from microrag_core.answering.doubts import Signs, answered, read_signs
from microrag_core.answering.matching import passage_scores, sentence_scores
from microrag_core.context.policy import similarities
from microrag_core.datatypes import Context, Floats
from microrag_core.embedding import Encoder

REFUSE_BELOW = 0.11
"""Of SQuAD's answerable questions 4 % score lower, of those on other subjects 98 % (`benchmarks/answers.py`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Answerability:
    """How answerable a question is: `score` is `related` times `answered`, each 0 to 1, and 0 where nothing can be matched.

    `related` says whether the question is of these documents at all, by how its best passages compare with the corpus's own
    levels: in `match` (-1 to 1, the weighted mean over its word pieces of the best cosine) and in `cosine`. `answered` says
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
        asked, candidates, sentence_scores(asked, candidates), best_cosine(asked, context, encoder), calibration
    )


def judge_candidates(
    asked: Asked, candidates: Sequence[Candidate], scores: Floats, cosine: float, calibration: Calibration
) -> Answerability:
    """Return how answerable a question is from sentences that were matched with it, with their `scores` (n,).

    `cosine` is the best of question and passage.
    """
    if not candidates:
        return NOTHING
    match = float(passage_scores(asked, candidates).max())
    signs = read_signs(asked, candidates[int(scores.argmax())], candidates)
    related, likely = calibration.related(match, cosine), answered(signs)
    return Answerability(related * likely, related, likely, match, cosine, signs)


def best_cosine(asked: Asked, context: Context, encoder: Encoder) -> float:
    """Return the best cosine of a question and a passage of its context; 0 without any."""
    hits = [passage.hit for passage in context.passages]
    return max(similarities(asked.text, hits, encoder), default=0.0)


def refusal_text(documents: int | None = None) -> str:
    """Return what is said in place of an answer; `documents` is how many were searched."""
    if documents is None:
        return "I could not find this in the documents."
    return (
        f"I could not find this in the {documents:,} documents." if documents != 1 else "I could not find this in the document."
    )
