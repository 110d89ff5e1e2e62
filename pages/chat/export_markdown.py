"""The conversation as Markdown to read or to hand on: the answers with verdicts, and the sources they rest on."""

import re
from collections.abc import Iterator

from microrag_core.assistant import Reply
from microrag_core.datatypes import Claim, Passage
from pages.chat.conversation import Attempt, Conversation, Exchange
from pages.chat.pieces import GLYPHS, MISMATCHES, doubted_words
from pages.chat.places import TREATMENTS, score, where
from pages.chat.summary import Prices, line
from pages.shared.wording import percent

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~!&])")
INDENT = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)
"""Blanks that would make a line code, or a part of a list; as no-break spaces they are text."""
OTHER_DOCUMENTS = "Answered from other documents than were loaded when this was written."
LINE_START = re.compile(r"^(\s*\d*)(?:(?<=\d)(?=[.)])|(?<!\d)(?=[-+=]))", re.MULTILINE)


def to_markdown(talk: Conversation, known: Prices, now: str) -> bytes:
    """Return the conversation as UTF-8 Markdown; what is still being answered is left out.

    `now` is the identity of the documents that are loaded.
    """
    lines = ["# Conversation", ""]
    for exchange in talk.exchanges:
        if exchange.done.is_set():
            lines += exchange_lines(exchange, known, now)
    return "\n".join(lines).encode("utf-8", "replace")


def literal(text: str) -> str:
    """Return text that Markdown shows as it stands, its lines kept."""
    escaped = SPECIAL.sub(r"\\\1", INDENT.sub(lambda match: "\u00a0" * len(match[0]), text))
    return LINE_START.sub(r"\1\\", escaped).replace("\n", "  \n")


def exchange_lines(exchange: Exchange, known: Prices, now: str) -> Iterator[str]:
    """Yield the lines of a question and its answers."""
    yield from (f"## {exchange.number}. {literal(' '.join(exchange.question.split()))}", "")
    if exchange.corpus != now:
        yield from (f"*{OTHER_DOCUMENTS}*", "")
    for attempt in exchange.attempts:
        if attempt.reply is None:
            yield from (f"*{literal(attempt.name)}: {literal(attempt.error or str(attempt.fault))}*", "")
            if attempt.text:
                yield from (literal(attempt.text), "")
        else:
            yield from attempt_lines(attempt, attempt.reply, known)


def attempt_lines(attempt: Attempt, reply: Reply, known: Prices) -> Iterator[str]:
    """Yield the lines of an answer: text, verdicts, conflicts and sources."""
    yield from (f"*{literal(line(attempt, known))}*", "")
    if reply.searched != reply.question:
        yield from (f"Searched for: {literal(reply.searched)}", "")
    yield from (literal(reply.answer.text), "")
    yield from (f"> {literal(note)}" for note in (*reply.answer.notes, *reply.found.notes))
    claims = [claim for claim in reply.grounding.claims if claim.verdict != "no_claim"]
    if claims:
        yield from ("### Claims", "")
        for claim in claims:
            yield from claim_lines(claim, reply.answer.text)
        yield ""
    for item in reply.grounding.mismatches:
        yield f"- Unmatched citation {literal(item.text)}: {MISMATCHES[item.kind][0]}"
    for conflict in reply.grounding.conflicts:
        yield f"- Sources \\[{conflict.first.number}\\] and \\[{conflict.second.number}\\] disagree: {literal(conflict.reason)}"
        yield from (f"  - \\[{side.number}\\] {literal(side.text)}" for side in (conflict.first, conflict.second))
    if attempt.vote:
        yield f"- Thumb: {attempt.vote}"
    yield from ("", "### Sources", "")
    for passage in reply.context.passages:
        yield from passage_lines(attempt, passage)


def claim_lines(claim: Claim, text: str) -> Iterator[str]:
    """Yield a claim with its verdict, and the best sentence of each source."""
    words = doubted_words(claim, text)
    verdict = GLYPHS[claim.verdict] + (f": {literal(words)}" if words else "")
    yield f"- {literal(' '.join(claim.text.split()))} **{verdict}** (support {percent(claim.support)}). {literal(claim.reason)}"
    for item in claim.evidence:
        yield f"  - \\[{item.number}\\] {percent(item.support)}: {literal(' '.join(item.text.split()))}"


def passage_lines(attempt: Attempt, passage: Passage) -> Iterator[str]:
    """Yield a source: number, document, place, score, treatment, and what was given of it."""
    hit = passage.hit
    place = where(hit.document, hit.chunk.start)
    title = ", ".join(filter(None, (hit.document.label, place)))
    number = f"\\[{passage.number}\\]" if passage.number else "not given"
    yield f"**{number} {literal(title)}** · {TREATMENTS[passage.treatment]} · {score(passage, attempt.settings)[0]}"
    yield ""
    given = passage.text or hit.text
    yield from (f"> {part}" for part in literal(given).split("\n"))
    yield ""
