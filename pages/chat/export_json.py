"""The conversation as JSON, with all evidence: every passage, claim, citation and conflict, and what was not found."""

import json
from dataclasses import asdict
from typing import Any

from microrag_core.assistant import Reply
from microrag_core.datatypes import Citation, Claim, Evidence, Passage
from pages.chat.conversation import Attempt, Conversation, Exchange
from pages.chat.places import where

Record = dict[str, Any]


def to_json(talk: Conversation, now: str) -> bytes:
    """Return the conversation as UTF-8 JSON; what is still being answered is left out. `now` is the identity of the corpus."""
    turns = [exchange_record(item, now) for item in talk.exchanges if item.done.is_set()]
    return json.dumps({"conversation": turns}, ensure_ascii=False, indent=2).encode("utf-8", "replace")


def exchange_record(exchange: Exchange, now: str) -> Record:
    """Return a question and its answers; `earlier` are those with a vote that were answered anew since."""
    return {
        "number": exchange.number,
        "question": exchange.question,
        **answers_record(exchange, now),
        "earlier": [answers_record(item, now) for item in exchange.earlier],
    }


def answers_record(exchange: Exchange, now: str) -> Record:
    """Return the answers of an exchange, and whether the documents that were asked are those loaded now."""
    return {
        "documents": exchange.documents,
        "documents_loaded_now": exchange.corpus == now,
        "answers": [attempt_record(attempt) for attempt in exchange.attempts],
    }


def attempt_record(attempt: Attempt) -> Record:
    """Return an answer, or why there is none and what was said before that."""
    found: Record = {"pipeline": {"name": attempt.name, "settings": attempt.settings.changed()}, "vote": attempt.vote}
    if attempt.reply is None:
        return found | {"error": attempt.error or f"{type(attempt.fault).__name__}: {attempt.fault}", "said": attempt.text}
    return found | reply_record(attempt.reply, attempt.whole_tokens)


def reply_record(reply: Reply, whole_tokens: int) -> Record:
    """Return an answer with its claims and the sources it rests on."""
    answer, grounding = reply.answer, reply.grounding
    return {
        "searched": reply.searched,
        "answer": answer.text,
        "refused": answer.refused,
        "stopped": answer.stopped,
        "answerer": answer.answerer,
        "notes": [*answer.notes, *reply.found.notes],
        "claims": [claim_record(claim, answer.text) for claim in grounding.claims],
        "unmatched": [
            {"citation": item.text, "kind": item.kind, "start": item.start, "end": item.end} for item in grounding.mismatches
        ],
        "conflicts": [
            {"reason": item.reason, "first": evidence_record(item.first), "second": evidence_record(item.second)}
            for item in grounding.conflicts
        ],
        "sources": [passage_record(passage) for passage in reply.context.passages],
        "context": {
            "tokens": reply.context.tokens,
            "tokens_whole": whole_tokens,
            "text": reply.context.text,
        },
        "model_tokens": {"prompt": answer.prompt_tokens, "completion": answer.completion_tokens},
        "seconds": {name: round(value, 4) for name, value in reply.seconds.items()},
    }


def claim_record(claim: Claim, text: str) -> Record:
    """Return a claim with its verdict and evidence; spans are characters of the answer."""
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "citations": [citation_record(citation) for citation in claim.citations],
        "verdict": claim.verdict,
        "support": round(claim.support, 4),
        "support_anywhere": round(claim.support_anywhere, 4),
        "unsupported_words": [{"text": text[start:end], "start": start, "end": end} for start, end in claim.unsupported],
        "reason": claim.reason,
        "evidence": [evidence_record(item) for item in claim.evidence],
    }


def citation_record(citation: Citation) -> Record:
    """Return a citation as it was written and the number of its source."""
    return {"marker": citation.text, "source": citation.number, "start": citation.start, "end": citation.end}


def evidence_record(item: Evidence) -> Record:
    """Return a sentence of a source; its span is characters of its document."""
    return {**asdict(item), "support": round(item.support, 4)}


def passage_record(passage: Passage) -> Record:
    """Return a source: where it is from, how it was found, and what was given of it."""
    hit, chunk = passage.hit, passage.hit.chunk
    return {
        "number": passage.number,
        "treatment": passage.treatment,
        "reason": passage.reason,
        "document": {"id": hit.document.id, "title": hit.document.title, "source": hit.document.source},
        "where": where(hit.document, chunk.start),
        "start": chunk.start,
        "end": chunk.end,
        "rank": hit.rank,
        "score": round(float(hit.score), 6),
        "scores": {name: round(float(value), 6) for name, value in hit.scores.items()},
        "tokens": passage.tokens,
        "tokens_full": passage.tokens_full,
        "spans": passage.spans,
        "text": passage.text,
        "passage": chunk.text,
    }
