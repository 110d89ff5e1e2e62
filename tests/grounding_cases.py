"""Contexts made by hand for the tests of citations and grounding."""

from collections.abc import Sequence

from microrag_core.datatypes import Chunk, Context, Document, Passage, Retrieved, Section


def passage_of(number: int, document: Document, start: int, end: int, section: str = "") -> Passage:
    """Return characters of a document as a raw passage."""
    text = document.text[start:end]
    chunk = Chunk(f"{document.id}-{start}", document.id, start, end, text, section, len(text.split()))
    hit = Retrieved(document, chunk, number, 0.5, text, None, {"dense": 0.5})
    return Passage(hit, "raw", number, text, chunk.tokens, chunk.tokens, ((start, end),), "")


def context_of(*specs: tuple[str, str, str], query: str = "What is asked?") -> Context:
    """Return a context of whole documents, each (title, section, text), numbered from 1."""
    passages = []
    for number, (title, section, text) in enumerate(specs, 1):
        sections = (Section(section, 0, len(text)),) if section else ()
        document = Document(title, text, f"{title.lower().replace(' ', '_')}.txt", sections)
        passages.append(passage_of(number, document, 0, len(text), section))
    return context(passages, query)


def context(passages: Sequence[Passage], query: str = "What is asked?") -> Context:
    """Return passages as a context."""
    tokens = sum(passage.tokens for passage in passages)
    return Context(query, tuple(passages), "\n".join(passage.text for passage in passages), tokens, tokens)


BOOKS = context_of(
    ("Pride and Prejudice", "Chapter XIX", "Elizabeth refuses Mr. Collins."),
    ("Pride and Prejudice", "Chapter 3", "There is a ball at Meryton."),
    ("The Odyssey", "BOOK IV", "Menelaus welcomes the strangers."),
    ("Travel Policy 2024", "", "The daily meal allowance is 75 euros."),
)
