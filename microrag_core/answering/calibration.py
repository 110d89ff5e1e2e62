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
COSINE_SHARE = 0.7
"""Where between the two levels the border lies: 95 % of SQuAD's answerable questions match above it, hardly a foreign one. A
cosine tells the two less well apart, so only a high one counts."""
SHARPNESS = 30.0
LOW = 0.05


@dataclass(frozen=True, slots=True)
class Calibration:
    """The levels of matches and of cosines, each between -1 and 1.

    `foreign` is the median of what is not in the documents, `own` the median of what is, and `lowest` what 19 of 20 of those
    that are there reach; a match is the weighted mean of the best cosine of each word piece, see `asked`. The defaults are
    those of the packaged model on English encyclopedia paragraphs, for a corpus too small to be asked.
    """

    foreign: float = 0.38
    own: float = 0.83
    lowest: float = 0.6
    foreign_cosine: float = 0.26
    own_cosine: float = 0.57

    @property
    def border(self) -> float:
        """The match from which on a question is rather of these documents than foreign."""
        return min(self.foreign + SHARE * (self.own - self.foreign), self.lowest)

    @property
    def cosine_border(self) -> float:
        """The cosine of question and passage from which on it is so whatever its words match."""
        return self.foreign_cosine + COSINE_SHARE * (self.own_cosine - self.foreign_cosine)

    def related(self, match: float, cosine: float) -> float:
        """Return how likely a question is of these documents, 0 to 1, by the match and the cosine of its best passages.

        Either may tell it: words that are there, or for a question in words of its own ("how do hosts treat strangers?"), what
        the whole is about. At its border each makes it a half.
        """
        by_words = logistic(match - self.border, self.own - self.foreign)
        by_subject = logistic(cosine - self.cosine_border, self.own_cosine - self.foreign_cosine)
        return 1 - (1 - by_words) * (1 - by_subject)


def logistic(over: float, width: float) -> float:
    """Return 0 to 1 for what lies under or over a border between levels this far apart."""
    return float(1 / (1 + np.exp(np.clip(-SHARPNESS * over / max(width, 0.05), -50, 50))))


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
    cosines = vectors @ collection.vectors.T
    own_cosines = [float(row[probe.row]) for probe, row in zip(probes, cosines, strict=True)]
    foreign_cosines = [float(row[others[0]]) for others, row in zip(far, cosines, strict=True) if others]
    levels = (np.median(foreign), np.median(own), np.quantile(own, LOW), np.median(foreign_cosines), np.median(own_cosines))
    return Calibration(*map(float, levels))


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
