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
SHARE = 0.25
COSINE_SHARE = 0.7
"""Where between the two levels the border lies: 96 % of SQuAD's answerable questions match above it, hardly a foreign one. A
cosine tells the two less well apart, so only a high one counts, at least `COSINE_STEP` above what is foreign."""
COSINE_STEP = 0.2
SHARPNESS = 20.0
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
        return self.foreign_cosine + max(COSINE_SHARE * (self.own_cosine - self.foreign_cosine), COSINE_STEP)

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
    return float(1 / (1 + np.exp(np.clip(-SHARPNESS * over / max(width, 0.2), -50, 50))))


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
    no_levels = ([DEFAULT.foreign], [DEFAULT.foreign_cosine])
    own_matches, own_cosines = levels(own, collection, encoder, on_progress)
    matches, cosines = levels(foreign, collection, encoder, on_progress) if foreign else no_levels
    medians = (np.median(matches), np.median(own_matches), np.quantile(own_matches, LOW), np.median(cosines))
    return Calibration(*map(float, (*medians, np.median(own_cosines))))


def own_probes(collection: Collection, sentences: Sentences, generator: np.random.Generator) -> list[Probe]:
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


def levels(
    probes: Sequence[Probe], collection: Collection, encoder: Encoder, on_progress: Progress | None
) -> tuple[list[float], list[float]]:
    """Return for each text of the probes its best match and its best cosine with the passages of its probes."""
    texts = [collection.embedded_text(collection.ids[probe.row]) for probe in probes]
    asked = [probe.text for probe in probes]
    tokens, passages, vectors = encoder.encode_tokens(asked), encoder.encode_tokens(texts, on_progress), encoder.encode(asked)
    matches: dict[str, float] = {}
    cosines: dict[str, float] = {}
    for place, probe in enumerate(probes):
        matched = match(tokens[place], weighed(probe.text, tokens[place]).weights, passages[place])
        matches[probe.text] = max(matches.get(probe.text, -1.0), matched)
        cosine = float(vectors[place] @ collection.vectors[probe.row])
        cosines[probe.text] = max(cosines.get(probe.text, -1.0), cosine)
    return list(matches.values()), list(cosines.values())


def match(query: TokenVectors, weights: Floats, passage: TokenVectors) -> float:
    """Return the weighted mean over the query's word pieces of the largest cosine with one of the passage's."""
    return float(weights @ best_tokens(query, passage).similarities) if len(query.vectors) else 0.0
