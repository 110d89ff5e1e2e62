"""Sources that disagree: sentences of two documents that answer the same and differ in a number, a date, or in saying no."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from microrag_core.datatypes import Conflict, Context, Evidence, Floats
from microrag_core.embedding import Encoder
from microrag_core.grounding.contradictions import contradictions
from microrag_core.grounding.matching import Match
from microrag_core.grounding.passages import SourceSentence, SplitDocument, read_passages, split_source
from microrag_core.grounding.same_matter import same_matter, versions, whole_sentence
from microrag_core.grounding.statement import Statement, read_statements

ASKED = 0.35
"""From this cosine with the question on a sentence may be an answer to it."""
ALIKE = 0.6
"""From this cosine on two sentences may be about the same."""
DENIED_ALIKE = 0.8
"""Sentences of which one denies the other are that much alike, in their words and as a whole."""
DATED_ALIKE = 0.75
"""Where dates differ, one sentence has nearly all that the other says: events of one kind have dates of their own."""
PER_PASSAGE = 3
"""Sentences of each passage that are compared, those most like the question."""
BOTH_WAYS = 0.5
"""Share of the words of each that the other must match, in the mean of their similarity."""
OF_VERSIONS = 0.25
"""So few words need sentences of two versions of one document share; of these only numbers are compared."""


def find_conflicts(
    question: str, context: Context, encoder: Encoder, sentences: SplitDocument = split_source
) -> tuple[Conflict, ...]:
    """Return the pairs of sentences of different documents that answer a question differently.

    Those most like the question and each other come first. No more than one pair for two documents. What two sentences of one
    document say belongs together and is no conflict.
    """
    return conflicts_among(question, read_passages(context, sentences), encoder)


def conflicts_among(question: str, retrieved: Sequence[SourceSentence], encoder: Encoder) -> tuple[Conflict, ...]:
    """Return the conflicts among sentences that were retrieved."""
    if not question.strip() or len({sentence.document for sentence in retrieved}) < 2:
        return ()
    vectors = encoder.encode([question, *(sentence.text for sentence in retrieved)])
    asked = vectors[1:] @ vectors[0]
    rows = answering(retrieved, asked)
    chosen = vectors[1:][rows]
    cosines = chosen @ chosen.T
    pairs = [
        (float(cosines[one, other]), rows[one], rows[other])
        for one, other in combinations(range(len(rows)), 2)
        if cosines[one, other] >= ALIKE and retrieved[rows[one]].document != retrieved[rows[other]].document
    ]
    pairs.sort(key=lambda pair: -(pair[0] + float(asked[pair[1]] + asked[pair[2]])))
    wanted = sorted({row for _, *both in pairs for row in both})
    statements = read_statements([retrieved[row].text for row in wanted], encoder) if wanted else []
    return tuple(disagreeing(pairs, dict(zip(wanted, statements, strict=True)), retrieved, asked))


def answering(retrieved: Sequence[SourceSentence], asked: Floats) -> list[int]:
    """Return the rows of the sentences of each passage that are most like the question, each text of a document once."""
    passages: dict[int, list[int]] = {}
    seen = set()
    for row, sentence in enumerate(retrieved):
        key = (sentence.document, sentence.start)
        if asked[row] >= ASKED and key not in seen:
            seen.add(key)
            passages.setdefault(sentence.passage, []).append(row)
    return sorted(row for rows in passages.values() for row in sorted(rows, key=lambda row: -float(asked[row]))[:PER_PASSAGE])


def disagreeing(
    pairs: Sequence[tuple[float, int, int]],
    statements: Mapping[int, Statement],
    retrieved: Sequence[SourceSentence],
    asked: Floats,
) -> Iterator[Conflict]:
    """Yield for each two documents the first pair of sentences that disagree."""
    done: set[frozenset[str]] = set()
    for cosine, one, other in pairs:
        both = statements[one], statements[other]
        documents = frozenset((retrieved[one].document, retrieved[other].document))
        titles = retrieved[one].given, retrieved[other].given
        if documents in done or not same_matter(*both, *titles):
            continue
        if reason := disagreement(*both, cosine) or (other_rule(*both) if versions(*titles) else ""):
            done.add(documents)
            first, second = (witness(retrieved[row], float(asked[row])) for row in (one, other))
            yield Conflict(first, second, reason)


def disagreement(one: Statement, other: Statement, cosine: float) -> str:
    """Return in words in what two sentences disagree, empty where they do not.

    The words of either must be found in the other in the mean, and one must contradict the other: the longer of the two may say
    more than the shorter.
    """
    there, back = Match(one, other), Match(other, one)
    scores = there.score, back.score
    if min(scores) < BOTH_WAYS:
        return ""
    for match, subject, rest in ((there, "One source", "the other"), (back, "The other source", "the first")):
        for found in contradictions(match):
            if found.kind == "denial":
                sure = min(*scores, cosine) >= DENIED_ALIKE and whole_sentence(one) and whole_sentence(other)
            else:
                sure = found.kind != "date" or max(scores) >= DATED_ALIKE
            if sure:
                return reworded(found.reason, subject, rest)
    return ""


def other_rule(one: Statement, other: Statement) -> str:
    """Return in words which number of a rule its successor has otherwise, empty where it has none."""
    for match, subject, rest in (
        (Match(one, other), "One source", "the other"),
        (Match(other, one), "The other source", "the first"),
    ):
        for found in contradictions(match, OF_VERSIONS):
            if found.kind == "number" and match.score >= BOTH_WAYS:
                return reworded(found.reason, subject, rest)
    return ""


def reworded(reason: str, subject: str, other: str) -> str:
    """Return the reason for a contradiction of a claim as one for two sources, as a sentence."""
    if reason.startswith("it "):
        return f"{subject} {reason[3:]}.".replace("the source", other)
    return f"{other[0].upper()}{other[1:]} denies what {subject[0].lower()}{subject[1:]} says."


def witness(sentence: SourceSentence, asked: float) -> Evidence:
    """Return a side of a conflict; its support is how like the question it is."""
    support = min(max(asked, 0.0), 1.0)
    return Evidence(sentence.number, sentence.document, sentence.start, sentence.end, sentence.text, support)
