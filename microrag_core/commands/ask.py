"""`ask`: answer a question, or go on asking, with citations and a check of each claim."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from microrag_core.answering import Turn
from microrag_core.assistant import MODES, Assistant, Reply, mode_pipeline
from microrag_core.commands.common import Sources, add_input, add_output, load_corpus, rounded
from microrag_core.commands.configs import read_configs
from microrag_core.commands.output import print_result, report_progress, show_seconds, skipped_records, tell
from microrag_core.datatypes import Claim, Evidence, Passage
from microrag_core.errors import InputError, MicroRagError
from microrag_core.grounding import summary
from microrag_core.llm import ChatModel, read_llm_settings
from microrag_core.pipeline import Pipeline

HELP = "answer a question from the documents, each claim with its source"
PROMPT = "? "
CLOSEST = 3
"""How many of the closest passages a refusal shows."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_input(command)
    add_output(command)
    asking = command.add_mutually_exclusive_group(required=True)
    asking.add_argument("-p", "--prompt", metavar="QUESTION", help="one question")
    asking.add_argument("-i", "--interactive", action="store_true", help="go on asking, a line a question, to the end of input")
    command.add_argument("--mode", choices=tuple(MODES), help="whole, pruned or mixed context (default naive)")
    command.add_argument(
        "--config", metavar="SETTINGS", help="what to change of the mode's pipeline, such as rerank=mmr,top_k=8"
    )
    command.add_argument("--base-url", metavar="URL", help="an OpenAI-compatible server; without one sentences are picked")
    command.add_argument("--model", dest="chat_model", metavar="NAME", help="the chat model's name on that server")
    command.add_argument("--encoder", dest="model", metavar="NAME", help="the embedding model (default: the packaged one)")


def run(options: argparse.Namespace) -> dict[str, Any] | None:
    """Load the documents and answer. With `-i` each answer is printed when it is there, and nothing is returned."""
    if options.prompt is not None and not options.prompt.strip():
        raise InputError("The question is empty: give some words after -p.")
    base = mode_pipeline(options.mode or "naive")
    settings = read_configs([options.config], base=replace(base, name=""))[0] if options.config else base
    chat = read_llm_settings({"base_url": options.base_url, "chat_model": options.chat_model})
    model = ChatModel(chat) if chat.is_set or options.base_url or options.chat_model else None
    corpus, sources = load_corpus(options, [settings])
    pipeline = Pipeline(corpus, settings)
    pipeline.prepare(report_progress)
    assistant = Assistant(pipeline, model)
    if options.prompt is not None:
        return record(assistant.ask(options.prompt), sources)
    converse(assistant, sources, as_json=options.json)
    return None


def converse(assistant: Assistant, sources: Sources, *, as_json: bool) -> None:
    """Answer the lines of standard input, each with the conversation before it."""
    history: list[Turn] = []
    for question in questions():
        try:
            reply = assistant.ask(question, history)
        except MicroRagError as error:
            # One question that could not be answered does not end the conversation.
            tell(f"microrag: {error}")
            continue
        history.append(Turn(question, reply.searched, reply.answer.text, cited_titles(reply)))
        result = record(reply, sources)
        print_result(json.dumps(result, ensure_ascii=True) if as_json else show(result) + "\n")


def questions() -> Iterator[str]:
    """Yield the lines of standard input that are not blank; a person is asked for each."""
    while sys.stdin is not None:
        if sys.stdin.isatty() and sys.stderr is not None:
            print(PROMPT, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()


def cited_titles(reply: Reply) -> tuple[str, ...]:
    """Return the titles of the passages that an answer cites."""
    numbers = {citation.number for claim in reply.grounding.claims for citation in claim.citations}
    titles = [p.hit.document.label for p in reply.context.passages if p.number in numbers]
    return tuple(dict.fromkeys(titles))


def record(reply: Reply, sources: Sources) -> dict[str, Any]:
    """Return a reply as a record."""
    by_number = {passage.number: passage for passage in reply.context.passages if passage.number}
    documents = {passage.hit.document.id: passage.hit.document.record_id for passage in reply.context.passages}
    supported, claims = reply.supported
    return {
        "question": reply.question,
        "searched": reply.searched,
        "config": reply.pipeline.to_text(),
        "answerer": reply.answer.answerer,
        "answer": reply.answer.text,
        "refused": reply.answer.refused,
        "claims": [show_claim(claim, reply.answer.text) for claim in reply.grounding.claims],
        "supported": {"claims": claims, "supported": supported, "summary": summary(reply.grounding)},
        "citations": [item for claim in reply.grounding.claims for item in show_citations(claim, by_number)],
        "unmatched": [{"citation": item.text, "kind": item.kind} for item in reply.grounding.mismatches],
        "conflicts": [
            {
                "first": show_evidence(conflict.first, documents),
                "second": show_evidence(conflict.second, documents),
                "reason": conflict.reason,
            }
            for conflict in reply.grounding.conflicts
        ],
        "passages": [show_passage(passage) for passage in reply.context.passages],
        "suggestions": list(reply.suggestions),
        "context": {"tokens": reply.context.tokens, "tokens_full": reply.context.tokens_full},
        "notes": [*reply.found.notes, *reply.answer.notes],
        "skipped": skipped_records(sources.loaded.skipped),
        "seconds": rounded(reply.seconds),
    }


def show_claim(claim: Claim, answer: str) -> dict[str, Any]:
    """Return a claim as a record."""
    return {
        "text": claim.text,
        "markers": [citation.text for citation in claim.citations],
        "verdict": claim.verdict,
        "support": round(claim.support, 4),
        "support_anywhere": round(claim.support_anywhere, 4),
        "unsupported_words": [answer[start:end] for start, end in claim.unsupported],
        "reason": claim.reason,
    }


def show_citations(claim: Claim, passages: dict[int, Passage]) -> list[dict[str, Any]]:
    """Return the citations of a claim; each names the sentence of its passage that bears the claim out best."""
    best = {evidence.number: evidence for evidence in reversed(claim.evidence)}
    found = []
    for citation in claim.citations:
        hit = passages[citation.number].hit
        sentence = best.get(citation.number)
        found.append(
            {
                "marker": citation.text,
                "number": citation.number,
                "document": hit.document.record_id,
                "title": hit.document.label,
                "section": hit.chunk.section,
                "start": sentence.start if sentence else hit.chunk.start,
                "end": sentence.end if sentence else hit.chunk.end,
                "text": sentence.text if sentence else hit.chunk.text,
                "treatment": passages[citation.number].treatment,
            }
        )
    return found


def show_evidence(evidence: Evidence, documents: dict[str, str]) -> dict[str, Any]:
    """Return one side of a conflict as a record."""
    return {
        "number": evidence.number,
        "document": documents.get(evidence.document, evidence.document),
        "start": evidence.start,
        "end": evidence.end,
        "text": evidence.text,
    }


def show_passage(passage: Passage) -> dict[str, Any]:
    """Return a passage that was found as a record; `number` is 0 where the context leaves it out."""
    hit = passage.hit
    return {
        "number": passage.number,
        "document": hit.document.record_id,
        "title": hit.document.label,
        "section": hit.chunk.section,
        "start": hit.chunk.start,
        "end": hit.chunk.end,
        "score": round(hit.score, 4),
        "treatment": passage.treatment,
        "text": hit.text,
    }


def show(result: dict[str, Any]) -> str:
    """Return the result in words."""
    lines = [f"Searched for: {result['searched']}"] if result["searched"] != result["question"] else []
    lines += [result["answer"], ""]
    for claim in result["claims"]:
        if claim["verdict"] != "no_claim":
            lines.append(f"  {claim['verdict']}: {claim['text']}")
            lines += [f"    no passage says: {', '.join(claim['unsupported_words'])}"] if claim["unsupported_words"] else []
    seen = set()
    for item in result["citations"]:
        if (item["number"], item["start"]) not in seen:
            seen.add((item["number"], item["start"]))
            place = " / ".join(filter(None, (item["title"], item["section"])))
            lines.append(f"  [{item['number']}] {place}: {item['text']}")
    lines += [f"  {item['citation']} names nothing that was retrieved ({item['kind']})" for item in result["unmatched"]]
    lines += [f"  conflict: {item['reason']}" for item in result["conflicts"]]
    if result["refused"]:
        closest = result["passages"][:CLOSEST]
        lines += [f"  closest: {item['score']:.3f}  {item['title']} / {item['section']}".rstrip(" /") for item in closest]
    found = Counter(item["title"] for item in result["passages"])
    lines += [f"  passages: {', '.join(f'{title} ({count})' for title, count in found.items())}"] if found else []
    lines += [f"  {note}" for note in (*result["suggestions"], *result["notes"])]
    tokens = result["context"]
    lines.append(f"{result['supported']['summary']}; {tokens['tokens']:,} of {tokens['tokens_full']:,} tokens")
    return "\n".join([*lines, show_seconds(result["seconds"])])
