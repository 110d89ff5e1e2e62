"""Questions to click: those that come with the sample, or such as the documents themselves ask for."""

from collections.abc import Iterator, Sequence

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document, shorten
from pages.shared import cache, state

COUNT = 4
LONGEST = 110
FEWEST_WORDS = 3


def example_questions(corpus: Corpus, preferred: Sequence[str] = ()) -> list[str]:
    """Return up to four questions: the sample's where its documents are all there, else or besides those of own documents.

    `preferred` are the ids of the sample's questions to take; without them they are spread over its kinds of documents.
    """
    sample = cache.sample_corpus(state.session().model)
    own = [document for document in corpus.documents if document.id not in sample.parts]
    asked = sample_examples(preferred) if sample.parts.keys() <= corpus.parts.keys() else []
    if own:
        derived = list(own_examples(corpus, own))
        asked = [*derived[: COUNT - min(len(asked), COUNT // 2)], *asked]
    elif not asked:
        asked = list(own_examples(corpus, corpus.documents))
    return list(dict.fromkeys(asked))[:COUNT]


def sample_examples(preferred: Sequence[str]) -> list[str]:
    """Return the questions of the sample with these ids; else such as have an answer, spread over its kinds of documents."""
    if preferred:
        known = {item["_id"]: str(item["text"]) for item in cache.sample_questions()}
        return [known[key] for key in preferred]
    answered = [str(item["text"]) for item in cache.sample_questions() if item.get("answer")]
    return [answered[row] for row in spread(len(answered))]


def own_examples(corpus: Corpus, documents: tuple[Document, ...] | list[Document]) -> Iterator[str]:
    """Yield what a few documents, spread over all, are about: the title, else the beginning of the sentence picked first."""
    for row in spread(len(documents)):
        document = documents[row]
        if is_question(document.title):
            yield clipped(document.title)
            continue
        pruned = corpus.pruned(document.id)
        central = [pruned.sentences[pick].text for pick in pruned.selection.order[:1]]
        if central and is_question(central[0]):
            yield clipped(central[0])


def spread(count: int) -> list[int]:
    """Return up to four numbers below `count` at equal distances."""
    return sorted({row * count // COUNT for row in range(COUNT)}) if count else []


def is_question(text: str) -> bool:
    """Tell whether a text says enough to search for: a few words, or eight letters of a script without spaces."""
    words = [word for word in text.split() if any(letter.isalpha() for letter in word)]
    return len(words) >= FEWEST_WORDS or sum(letter > "\u2fff" for letter in text if letter.isalpha()) >= 8


def clipped(text: str) -> str:
    """Return a text on one line, cut at a word where it is long."""
    return shorten(text, LONGEST).removesuffix("…").rstrip(" ,;:-")
