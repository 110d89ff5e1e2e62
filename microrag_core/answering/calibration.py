"""What a late-interaction score means with this model on these documents, found out by asking them.

Cosines of word pieces have no fixed scale: a model, a language and a subject each move them. So a few of the corpus's own
sentences stand for questions, and what they score with the passage they come from is what a question scores whose answer is
there. What a foreign question scores is found by asking everyday questions on many things (`foreign_questions`); for documents
in a language that has none of these here, by what the sentences score with passages that are not close to their own. No
labelled questions are needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from microrag_core.answering.asked import weighed
from microrag_core.answering.candidates import Sentences
from microrag_core.answering.foreign_questions import QUESTIONS
from microrag_core.datatypes import Floats, Progress, TokenVectors
from microrag_core.embedding import Encoder
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.late_interaction import best_tokens
from microrag_core.text.language import language_of

SAMPLES = 40
CLOSE = 10
"""So many of the nearest passages may tell of the same things as a sentence's own, and are left aside."""
NEAREST = 2
"""So many of the (other) passages nearest to a text are matched."""
FEWEST = 3
LONGEST_WORDS = 14
LONGEST_UNSPACED = 30
"""Words, in scripts without spaces characters, of a sentence that stand for a question."""
SHORTEST = 25
NARROWEST = 0.2
COSINE_SPAN = 0.3
"""How far above the foreign level a cosine is as good a sign as a match at the corpus's own level."""
BORDER = 0.5
SHARPNESS = 6.0
"""Where the sum of both signs makes a question as likely of these documents as not, and how fast that changes."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The levels of matches and of cosines, each between -1 and 1.

    A match is the weighted mean of the best cosine of each word piece with a passage, see `asked`: `foreign` is its median for
    what is not in the documents, `own` for what is. `foreign_cosine` is the median of the best cosine of a foreign question
    with a sentence. The defaults are those of the packaged model on English encyclopedia paragraphs, for a corpus too small to
    be asked.
    """

    foreign: float = 0.38
    own: float = 0.83
    foreign_cosine: float = 0.31

    def related(self, match: float, cosine: float) -> float:
        """Return how likely a question is of these documents, 0 to 1, by its best match and its best cosine with a sentence.

        The two signs add up: words that are there, and for a question in words of its own ("how do hosts treat strangers?") a
        sentence that means the like.
        """
        by_words = (match - self.foreign) / max(self.own - self.foreign, NARROWEST)
        by_meaning = (cosine - self.foreign_cosine) / COSINE_SPAN
        return float(1 / (1 + np.exp(np.clip(-SHARPNESS * (by_words + by_meaning - BORDER), -50, 50))))


DEFAULT = Calibration()


@dataclass(frozen=True, slots=True)
class Probe:
    """A text in place of a question, and the row of the passage that it is matched with."""

    text: str
    row: int


def calibrate(
    collection: Collection,
    encoder: Encoder,
    sentences: Sentences,
    on_progress: Progress | None = None,
    *,
    seed: int = 0,
) -> Calibration:
    """Return the levels of the passages of one side; `sentences` returns a document's.

    Up to 40 sentences are drawn by `seed`, and about as many everyday questions asked, so that up to 100 passages are read
    token by token, once. The levels that too few passages (fewer than three) cannot tell are the default ones.
    """
    own = own_probes(collection, sentences, np.random.default_rng(seed))
    if len(own) < FEWEST:
        return DEFAULT
    questions = QUESTIONS.get(language_of(" ".join(probe.text for probe in own)), ())
    foreign = foreign_probes(questions, collection, encoder) if questions else far_probes(own, collection, encoder)
    own_level = float(np.median(best_matches(own, collection, encoder, on_progress)))
    if not foreign:
        return Calibration(own=own_level)
    matches = best_matches(foreign, collection, encoder, on_progress)
    cosines = best_cosines(foreign, collection, encoder, sentences)
    return Calibration(float(np.median(matches)), own_level, float(np.median(cosines)))


def own_probes(collection: Collection, sentences: Sentences, generator: np.random.Generator) -> list[Probe]:
    """Return sentences of some length that this side has, one of each passage drawn, each cut to the length of a question."""
    found: list[Probe] = []
    for row in generator.permutation(len(collection)).tolist():
        known = [text for text in sentences_of(row, collection, sentences) if len(text) >= SHORTEST]
        if known:
            found.append(Probe(shortened(known[int(generator.integers(len(known)))]), row))
        if len(found) == SAMPLES:
            break
    return found


def shortened(sentence: str) -> str:
    """Return the beginning of a sentence, about as long as a question."""
    words = sentence.split()
    return " ".join(words[:LONGEST_WORDS]) if len(words) > 3 else sentence[:LONGEST_UNSPACED]


def foreign_probes(questions: Sequence[str], collection: Collection, encoder: Encoder) -> list[Probe]:
    """Return questions with each of the passages nearest to them."""
    cosines = encoder.encode(questions) @ collection.vectors.T
    nearest = np.argsort(-cosines, axis=1, kind="stable")[:, :NEAREST]
    return [Probe(question, row) for question, rows in zip(questions, nearest.tolist(), strict=True) for row in rows]


def far_probes(own: Sequence[Probe], collection: Collection, encoder: Encoder) -> list[Probe]:
    """Return the sentences with the passages nearest to them of those not close to their own."""
    vectors = encoder.encode([probe.text for probe in own])
    found = []
    for probe, vector in zip(own, vectors, strict=True):
        close = set(np.argsort(-(collection.vectors @ collection.vectors[probe.row]), kind="stable")[:CLOSE].tolist())
        order = np.argsort(-(collection.vectors @ vector), kind="stable").tolist()
        found += [Probe(probe.text, row) for row in [row for row in order if row not in close][:NEAREST]]
    return found


def best_matches(
    probes: Sequence[Probe], collection: Collection, encoder: Encoder, on_progress: Progress | None
) -> list[float]:
    """Return for each text of the probes its best match with the passages of its probes."""
    asked = [probe.text for probe in probes]
    texts = [collection.embedded_text(collection.ids[probe.row]) for probe in probes]
    tokens, passages = encoder.encode_tokens(asked), encoder.encode_tokens(texts, on_progress)
    best: dict[str, float] = {}
    for text, query, passage in zip(asked, tokens, passages, strict=True):
        best[text] = max(best.get(text, -1.0), match(query, weighed(text, query).weights, passage))
    return list(best.values())


def best_cosines(probes: Sequence[Probe], collection: Collection, encoder: Encoder, sentences: Sentences) -> list[float]:
    """Return for each text of the probes its best cosine with a sentence of the passages of its probes."""
    best: dict[str, float] = {}
    for probe, vector in zip(probes, encoder.encode([probe.text for probe in probes]), strict=True):
        texts = [text for text in sentences_of(probe.row, collection, sentences) if text != probe.text]
        cosine = float((encoder.encode(texts) @ vector).max()) if texts else -1.0
        best[probe.text] = max(best.get(probe.text, -1.0), cosine)
    return list(best.values())


def sentences_of(row: int, collection: Collection, sentences: Sentences) -> list[str]:
    """Return the sentences that a side has of a passage, whole."""
    chunk, text = collection.chunks[row], collection.texts[row]
    return [
        sentence.text
        for sentence in sentences(collection.documents[chunk.document])
        if chunk.start <= sentence.start < chunk.end and sentence.text in text
    ]


def match(query: TokenVectors, weights: Floats, passage: TokenVectors) -> float:
    """Return the weighted mean over the query's word pieces of the largest cosine with one of the passage's."""
    return float(weights @ best_tokens(query, passage).similarities) if len(query.vectors) else 0.0
