"""Questions to click: those that come with the sample, or such as the documents themselves ask for."""

import re
from collections.abc import Iterable, Sequence

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document, shorten
from pages.shared import cache, state

COUNT = 4
LONGEST = 110
FEWEST_WORDS = 3
QUESTION_MARKS = ("?", "？", "؟")
FULL_STOPS = (".", "!", "…", "。", "！")
FILE_NAME = re.compile(r"\S+\.\w{1,5}")
NAME = re.compile(r"[^\W\d_]{3}|[\u3000-\U0003ffff]{2}")


def example_searches(corpus: Corpus) -> list[str]:
    """Return up to four texts to search for: the sample's questions, and of own documents titles, else central sentences.

    Titles come first and sentences last, as the first of all is searched for unasked.
    """
    sampled, own = sample_examples(corpus), own_documents(corpus)
    most = COUNT - min(len(sampled), COUNT // 2)
    titled = [clipped(item.title) for item in own if says_enough(item.title)]
    titles = picked(titled, most)
    untitled = [item for item in own if not says_enough(item.title)]
    central = [central_sentence(corpus, untitled[row]) for row in spread(len(untitled), most - len(titles))]
    sentences = [clipped(sentence) for sentence in central if says_enough(sentence)]
    return unique([*titles, *sampled[: COUNT - len(titles) - len(sentences)], *sentences])


def example_questions(corpus: Corpus, preferred: Sequence[str]) -> list[str]:
    """Return up to four questions: the sample's with the ids `preferred`, and of own documents what is said on their titles.

    A document without a title gives none: what it states is no question.
    """
    sampled = sample_examples(corpus, preferred)
    titled = [question_about(item.title) for item in own_documents(corpus) if is_name(item.title)]
    return unique([*picked(titled, COUNT - min(len(sampled), COUNT // 2)), *sampled])[:COUNT]


def own_documents(corpus: Corpus) -> list[Document]:
    """Return the documents that are not the sample's; of nothing but a part of the sample all."""
    sample = cache.sample_corpus(state.session().model).parts
    own = [document for document in corpus.documents if document.id not in sample]
    return own if own or sample.keys() <= corpus.parts.keys() else list(corpus.documents)


def sample_examples(corpus: Corpus, preferred: Sequence[str] = ()) -> list[str]:
    """Return the questions of the sample with these ids, else such as have an answer; none where a part of it is missing."""
    if not cache.sample_corpus(state.session().model).parts.keys() <= corpus.parts.keys():
        return []
    if preferred:
        known = {item["_id"]: str(item["text"]) for item in cache.sample_questions()}
        return [known[key] for key in preferred]
    return picked([str(item["text"]) for item in cache.sample_questions() if item.get("answer")], COUNT)


def question_about(title: str) -> str:
    """Return a question that a document of this title answers; a title that is a question is its own."""
    name = clipped(title)
    return name if name.endswith(QUESTION_MARKS) else f"What do the documents say about “{name}”?"


def central_sentence(corpus: Corpus, document: Document) -> str:
    """Return the sentence that pruning picks first; nothing where there is none."""
    pruned = corpus.pruned(document.id)
    return "".join(pruned.sentences[row].text for row in pruned.selection.order[:1])


def picked(texts: Iterable[str], most: int) -> list[str]:
    """Return up to `most` different texts, spread over all."""
    different = unique(texts)
    return [different[row] for row in spread(len(different), most)]


def unique(texts: Iterable[str]) -> list[str]:
    """Return each text once, in order."""
    return list(dict.fromkeys(texts))


def spread(count: int, most: int = COUNT) -> list[int]:
    """Return up to `most` numbers below `count` at equal distances."""
    return sorted({row * count // most for row in range(most)}) if count else []


def says_enough(text: str) -> bool:
    """Tell whether a text says enough to search for: a few words, or eight letters of a script without spaces."""
    words = [word for word in text.split() if any(letter.isalpha() for letter in word)]
    return len(words) >= FEWEST_WORDS or sum(letter > "\u2fff" for letter in text if letter.isalpha()) >= 8


def is_name(title: str) -> bool:
    """Tell whether a title names what a document is about: a word at least, no file's name, and no whole statement."""
    title = title.strip()
    is_statement = title.endswith(FULL_STOPS) and says_enough(title)
    return bool(NAME.search(title)) and not is_statement and not FILE_NAME.fullmatch(title)


def clipped(text: str) -> str:
    """Return a text on one line, cut at a word where it is long."""
    return shorten(text, LONGEST).removesuffix("…").rstrip(" ,;:-")
