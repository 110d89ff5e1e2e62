"""What a person may change after a refusal, in sentences."""

from collections.abc import Iterable, Iterator

from microrag_core.answering.doubts import Signs, stem_of
from microrag_core.answering.refusal import Answerability
from microrag_core.context.words import split_words
from microrag_core.datatypes import Context, Passage
from microrag_core.retrieval.question_words import asking_words, question_language, stop_words
from microrag_core.settings import Retriever
from microrag_core.text.language import SCRIPTS, language_of

HARDLY = 0.5
FEW = 5
TELLING = 8
"""Words of a passage by whose small ones its language can be told."""
SMALL = 2


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
    """Yield what the question's own words tell; whoever asks in another language is not told to check the spelling."""
    foreign = in_another_language(question, context)
    if foreign:
        yield "The question seems to be in another language than the passages: ask in theirs, or set a model that knows both."
    elif answerability.related < HARDLY:
        yield "The closest passages are hardly related to the question: add documents that tell of it, or ask in other words."
    signs = answerability.signs
    if signs and not foreign:
        yield from about_names(signs, context)
    if signs and signs.missing_numbers:
        yield f"The closest sentence does not have {listed(signs.missing_numbers)}: ask without it, or check it."
    if signs and signs.opposites:
        yield f"The closest sentence says the opposite of {listed(signs.opposites)}."
    if len(split_words(question, question_language(question))) == 1:
        yield "One word is hard to match: ask a whole question."


def about_names(signs: Signs, context: Context) -> Iterator[str]:
    """Yield which names were not found; one that only pruning took away is none of them."""
    pruned = [passage.hit for passage in context.passages if is_pruned(passage)]
    away = " ".join(hit.chunk.text for hit in pruned).casefold()
    absent = [name for name in signs.absent_names if stem_of(name) not in away]
    missing = [name for name in signs.missing_names if stem_of(name) not in away]
    if absent:
        yield f"No passage that was found has {listed(absent)}: check the spelling, or add documents that do."
    elif missing:
        yield f"The closest passage does not have {listed(missing)}: check the spelling."


def in_another_language(question: str, context: Context) -> bool:
    """Tell whether a question is in a language that no passage is in.

    In one script languages are told apart by their small words alone: there the question needs two, and no language of the
    passages may have as many of its words; passages of a few words tell nothing.
    """
    language = question_language(question)
    texts = [passage.hit.chunk.text for passage in context.passages]
    others = {language_of(text) for text in texts}
    if language in others:
        return False
    if {language, *others} & SCRIPTS.keys():
        return True
    telling = {language_of(text) for text in texts if len(text.split()) >= TELLING}
    own = small_words(question, language)
    return bool(telling) and own >= SMALL and all(small_words(question, other) < own for other in telling)


def small_words(text: str, language: str) -> int:
    """Return how many words of a text are small or asking words of a language."""
    known = stop_words(language) | asking_words(language)
    return sum(word.text.casefold() in known for word in split_words(text, language))


def is_pruned(passage: Passage) -> bool:
    """Tell whether the side that was searched lacks something of a passage."""
    return len(passage.hit.text.strip()) < len(passage.hit.chunk.text.strip())


def about_pipeline(context: Context, retriever: Retriever, passages: int | None) -> Iterator[str]:
    """Yield which settings kept something from being found."""
    if any(passage.treatment != "raw" for passage in context.passages):
        yield "Some passages were shortened or left out: set context=full, or a larger token budget."
    if any(map(is_pruned, context.passages)):
        yield "Sentences of these passages were pruned: search the whole documents, or keep more of them (budget)."
    found = len(context.passages)
    if found <= FEW and (passages is None or found < passages):
        other = "" if retriever == "hybrid" else ", or try retriever=hybrid"
        yield f"Only {found} passage{'s were' if found > 1 else ' was'} looked at: let more be found (top_k){other}."


def listed(found: Iterable[str]) -> str:
    """Return words in quotation marks, joined."""
    return " and ".join(f"“{word}”" for word in found)
