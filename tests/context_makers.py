"""Hits for the tests of the context."""

from microrag_core.datatypes import Chunk, Document, Retrieved, chunk_id

FILM = Document(
    "Ed Wood (film)",
    "Ed Wood is a 1994 American biographical film directed by Tim Burton. The film concerns the period in Wood's life when he "
    "made his best-known films. Sarah Jessica Parker, Patricia Arquette and Bill Murray are among the supporting cast.",
)
DIRECTOR = Document(
    "Tim Burton",
    "Timothy Walter Burton is an American filmmaker and artist. He was born on August 25, 1958 in Burbank, California. He is "
    "known for dark, gothic films. He has never won an Academy Award.",
)
DRUG = Document(
    "Exemplin",
    "Exemplin is a medicine. It does not help children under 12 years. The dose is at most 5.5 mg per day. A box costs about "
    "$12 in the United States. It was first sold by Müller & Sons of Basel in March 1974.",
)


def make_hit(document, score=0.5, start=0, end=None, *, text=None, parent=None, section="", scores=None):
    end = len(document.text) if end is None else end
    own = document.text[start:end]
    chunk = Chunk(chunk_id(document.id, "test", start, end), document.id, start, end, own, section, 0, parent)
    return Retrieved(
        document, chunk, 1, score, own if text is None else text, None, {"dense": score} if scores is None else scores
    )


def make_hits(*pairs):
    return [make_hit(document, score) for document, score in pairs]
