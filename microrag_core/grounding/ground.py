"""An answer checked against the passages of its own question."""

from collections.abc import Sequence
from functools import cache

from microrag_core.datatypes import Claim, Context, Evidence, Grounding
from microrag_core.embedding import Encoder
from microrag_core.grounding.citations import find_citations
from microrag_core.grounding.claims import AnswerSentence, split_claims
from microrag_core.grounding.conflicts import conflicts_among
from microrag_core.grounding.evidence import Witnesses, shortlist
from microrag_core.grounding.matching import Match
from microrag_core.grounding.passages import SourceSentence, SplitDocument, read_passages, split_source
from microrag_core.grounding.settings import GroundingSettings
from microrag_core.grounding.statement import read_statements
from microrag_core.grounding.support import opposite, read_claim
from microrag_core.grounding.verdicts import decide, name_numbers

DEFAULT = GroundingSettings()


def ground(
    answer: str,
    context: Context,
    encoder: Encoder,
    *,
    question: str = "",
    settings: GroundingSettings = DEFAULT,
    sentences: SplitDocument = split_source,
) -> Grounding:
    """Return every sentence of an answer with its verdict and evidence, its citations that name nothing, and conflicts.

    `context` is that of this very question, so that numbers of earlier turns cannot be mistaken for its own; `question` is
    what a bare "yes" is about, by default the context's. `sentences` returns a document's sentences where they are at hand.
    Raises `InputError` where the NLI model of the settings cannot be had.
    """
    question = question or context.query
    citations, mismatches = find_citations(answer, context)
    stated = split_claims(answer, citations, mismatches)
    retrieved = read_passages(context, cache(sentences))
    judged = iter(judge_claims([s for s in stated if s.states], retrieved, encoder, question, settings))
    claims = tuple(next(judged) if sentence.states else no_claim(sentence) for sentence in stated)
    conflicts = conflicts_among(question, retrieved, encoder) if settings.conflicts == "find" else ()
    return Grounding(claims, tuple(mismatches), conflicts)


def no_claim(sentence: AnswerSentence) -> Claim:
    """Return a sentence that states nothing that a source could bear out."""
    reason = "It states nothing that a passage could bear out."
    return Claim(sentence.text, sentence.start, sentence.end, sentence.citations, "no_claim", 0.0, 0.0, (), (), reason)


def judge_claims(
    stated: Sequence[AnswerSentence],
    retrieved: Sequence[SourceSentence],
    encoder: Encoder,
    question: str,
    settings: GroundingSettings,
) -> list[Claim]:
    """Return a claim for each sentence, judged by what was retrieved. All texts are encoded at once."""
    read = [read_claim(sentence.plain, question) for sentence in stated]
    chosen = shortlist([text for text, _ in read], retrieved, encoder) if stated and retrieved else [[] for _ in stated]
    rows = sorted({row for rows in chosen for row in rows})
    texts = list(dict.fromkeys([*(text for text, _ in read), *(retrieved[row].text for row in rows)]))
    known = dict(zip(texts, read_statements(texts, encoder), strict=True))
    claims = []
    for sentence, (text, turned), own in zip(stated, read, chosen, strict=True):
        matches = {row: Match(known[text], known[retrieved[row].text], retrieved[row].given) for row in own}
        claims.append(judge_claim(sentence, Witnesses(known[text], retrieved, matches, settings), turned, settings))
    return claims


def judge_claim(sentence: AnswerSentence, witnesses: Witnesses, turned: bool, settings: GroundingSettings) -> Claim:
    """Return the verdict on one sentence; `turned` where it says no to what the witnesses were asked."""
    numbers = list(dict.fromkeys(citation.number for citation in sentence.citations))
    anywhere = witnesses.judge()
    cited = witnesses.judge(numbers) if numbers else None
    if turned:
        anywhere, cited = opposite(anywhere), opposite(cited) if cited else None
    evidence = witnesses.best()
    verdict, reason = decide(cited, numbers, anywhere, best_name(evidence), settings)
    looked_at = cited if cited is not None else anywhere
    same_words = witnesses.claim.text == sentence.plain
    spans = tuple((sentence.start + start, sentence.start + end) for start, end in looked_at.unsupported) if same_words else ()
    score = cited.score if cited is not None else 0.0
    return Claim(
        sentence.text,
        sentence.start,
        sentence.end,
        sentence.citations,
        verdict,
        score,
        max(anywhere.score, score),
        spans,
        tuple(evidence),
        reason,
    )


def best_name(evidence: Sequence[Evidence]) -> str:
    """Return how to call the passage of the best evidence."""
    if not evidence:
        return "no passage"
    return name_numbers([evidence[0].number]) if evidence[0].number else "a passage that was left out"


def summary(grounding: Grounding) -> str:
    """Return the answer's badge in words, such as "4 of 5 claims supported, 1 contradicted"."""
    verdicts = [claim.verdict for claim in grounding.claims if claim.verdict != "no_claim"]
    if not verdicts:
        return "no claims to check"
    parts = [f"{verdicts.count('supported')} of {len(verdicts)} {'claim' if len(verdicts) == 1 else 'claims'} supported"]
    for verdict, words in (("partly", "in part"), ("contradicted", "contradicted")):
        if count := verdicts.count(verdict):  # type: ignore[arg-type]
            parts.append(f"{count} {words}")
    return ", ".join(parts)
