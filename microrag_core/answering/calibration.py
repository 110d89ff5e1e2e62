"""What a late-interaction score means with this model on these documents, found out by asking the documents themselves.

Cosines of word pieces have no fixed scale: a model, a language and a subject each move them. So a few of the corpus's own
sentences stand for questions. What they score with the passage they come from is what a question scores whose answer is
there; what they score with the best of all passages that are not close to it is what a foreign question scores. No answered
questions are needed.
"""

from dataclasses import dataclass

import numpy as np

from microrag_core.answering.asked import weighed
from microrag_core.answering.candidates import Sentences
from microrag_core.datatypes import Floats, Progress, TokenVectors
from microrag_core.embedding import Encoder
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.late_interaction import best_tokens

SAMPLES = 40
CLOSE = 10
"""So many of the nearest passages may tell of the same things as a sentence's own, and are left aside."""
FAR = 2
"""Of the others, the nearest so many are matched."""
LONGEST_WORDS = 14
LONGEST_UNSPACED = 30
"""Words, in scripts without spaces characters, of a sentence that stand for a question."""
SHORTEST = 25
SHARE = 0.33
"""Where between the two levels the border lies: 96 % of SQuAD's answerable questions score above it."""
SHARPNESS = 30.0
LOW = 0.05


@dataclass(frozen=True, slots=True)
class Calibration:
    """The levels of scores, each between -1 and 1.

    `foreign` is the median of what is not in the documents, `own` the median of what is, and `lowest` what 19 of 20 of those
    that are there reach. The defaults are those of the packaged model on English encyclopedia paragraphs, for a corpus too
    small to be asked.
    """

    foreign: float = 0.38
    own: float = 0.83
    lowest: float = 0.6

    @property
    def border(self) -> float:
        """The score from which on a question is rather of these documents than foreign."""
        return min(self.foreign + SHARE * (self.own - self.foreign), self.lowest)

    def related(self, score: float) -> float:
        """Return how likely a question with this best passage score is of these documents, 0 to 1; a half at the border."""
        width = max(self.own - self.foreign, 0.05)
        return float(1 / (1 + np.exp(-SHARPNESS * (score - self.border) / width)))


DEFAULT = Calibration()


@dataclass(frozen=True, slots=True)
class Probe:
    """A sentence in place of a question, and the row of the passage that it is from."""

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

    Up to 40 sentences are drawn by `seed`, and about three passages for each are read token by token, once. A corpus with fewer
    than three passages that are not close to one another has the default levels.
    """
    probes = draw_probes(collection, sentences, np.random.default_rng(seed))
    vectors = encoder.encode([probe.text for probe in probes]) if probes else np.zeros((0, encoder.dimension), np.float32)
    far = [far_rows(probe, vector, collection) for probe, vector in zip(probes, vectors, strict=True)]
    if sum(len(rows) > 0 for rows in far) < 3:
        return DEFAULT
    rows = sorted({row for probe, others in zip(probes, far, strict=True) for row in (probe.row, *others)})
    texts = [collection.embedded_text(collection.ids[row]) for row in rows]
    passages = dict(zip(rows, encoder.encode_tokens(texts, on_progress), strict=True))
    asked = encoder.encode_tokens([probe.text for probe in probes])
    own, foreign = [], []
    for probe, tokens, others in zip(probes, asked, far, strict=True):
        weights = weighed(probe.text, tokens).weights
        own.append(match(tokens, weights, passages[probe.row]))
        foreign += [max(match(tokens, weights, passages[row]) for row in others)] if others else []
    return Calibration(float(np.median(foreign)), float(np.median(own)), float(np.quantile(own, LOW)))


def match(query: TokenVectors, weights: Floats, passage: TokenVectors) -> float:
    """Return the weighted mean over the query's word pieces of the largest cosine with one of the passage's."""
    return float(weights @ best_tokens(query, passage).similarities) if len(query.vectors) else 0.0


def draw_probes(collection: Collection, sentences: Sentences, generator: np.random.Generator) -> list[Probe]:
    """Return sentences of some length that this side has, one of each passage drawn, each cut to the length of a question."""
    found: list[Probe] = []
    for row in generator.permutation(len(collection)).tolist():
        chunk, text = collection.chunks[row], collection.texts[row]
        known = [
            sentence.text
            for sentence in sentences(collection.documents[chunk.document])
            if chunk.start <= sentence.start < chunk.end and len(sentence.text) >= SHORTEST and sentence.text in text
        ]
        if known:
            found.append(Probe(shortened(known[int(generator.integers(len(known)))]), row))
        if len(found) == SAMPLES:
            break
    return found


def shortened(sentence: str) -> str:
    """Return the beginning of a sentence, about as long as a question."""
    words = sentence.split()
    return " ".join(words[:LONGEST_WORDS]) if len(words) > 3 else sentence[:LONGEST_UNSPACED]


def far_rows(probe: Probe, vector: Floats, collection: Collection) -> list[int]:
    """Return the passages nearest to a probe among those of other documents and titles, and not close to its own passage."""
    own = collection.vectors @ collection.vectors[probe.row]
    close = set(np.argsort(-own, kind="stable")[:CLOSE].tolist())
    document = collection.documents[collection.chunks[probe.row].document]
    found: list[int] = []
    for row in np.argsort(-(collection.vectors @ vector), kind="stable").tolist():
        other = collection.documents[collection.chunks[row].document]
        if row in close or other is document or (document.title and other.title == document.title):
            continue
        found.append(row)
        if len(found) == FAR:
            break
    return found
