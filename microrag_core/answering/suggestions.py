"""What a person may change after a refusal, in sentences."""

from collections.abc import Iterable, Iterator

from microrag_core.answering.refusal import Answerability
from microrag_core.context.words import split_words
from microrag_core.datatypes import Context
from microrag_core.retrieval.question_words import question_language
from microrag_core.settings import Retriever
from microrag_core.text.language import SCRIPTS, language_of

HARDLY = 0.5
FEW = 5


def suggestions(
    question: str,
    context: Context,
    answerability: Answerability,
    retriever: Retriever = "dense",
    passages: int | None = None,
) -> tuple[str, ...]:
    """Return what may help, the most telling first; `retriever` found the context's passages among so many `passages`."""
    if not any(map(str.isalnum, question)):
        return ("The question has no words: type what you want to know.",)
    if not context.passages:
        return ("No passage was found: add documents, or take the filters away.",)
    return tuple([*about_question(question, context, answerability), *about_pipeline(context, retriever, passages)])


def about_question(question: str, context: Context, answerability: Answerability) -> Iterator[str]:
    """Yield what the question's own words tell."""
    language, others = question_language(question), {language_of(passage.hit.text) for passage in context.passages}
    if language not in others and {language, *others} & SCRIPTS.keys():
        yield "The question seems to be in another language than the passages: ask in theirs, or set a model that knows both."
    elif answerability.related < HARDLY:
        yield "The closest passages are hardly related to the question: add documents that tell of it, or ask in other words."
    signs = answerability.signs
    if signs and signs.absent_names:
        yield f"No passage that was found has {listed(signs.absent_names)}: check the spelling, or add documents that do."
    elif signs and signs.missing_names:
        yield f"The closest passage does not have {listed(signs.missing_names)}: check the spelling."
    if signs and signs.missing_numbers:
        yield f"The closest sentence does not have {listed(signs.missing_numbers)}: ask without it, or check it."
    if signs and signs.opposites:
        yield f"The closest sentence says the opposite of {listed(signs.opposites)}."
    if len(split_words(question, language)) == 1:
        yield "One word is hard to match: ask a whole question."


def about_pipeline(context: Context, retriever: Retriever, passages: int | None) -> Iterator[str]:
    """Yield which settings kept something from being found."""
    if any(passage.treatment != "raw" for passage in context.passages):
        yield "Some passages were shortened or left out: set context=full, or a larger token budget."
    if any(len(passage.hit.text.strip()) < len(passage.hit.chunk.text.strip()) for passage in context.passages):
        yield "Sentences of these passages were pruned: search the whole documents, or keep more of them (budget)."
    found = len(context.passages)
    if found <= FEW and (passages is None or found < passages):
        other = "" if retriever == "hybrid" else ", or try retriever=hybrid"
        yield f"Only {found} passage{'s were' if found > 1 else ' was'} looked at: let more be found (top_k){other}."


def listed(found: Iterable[str]) -> str:
    """Return words in quotation marks, joined."""
    return " and ".join(f"“{word}”" for word in found)
