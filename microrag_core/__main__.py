"""The command line: `python -m microrag_core COMMAND PATH... [--json]`.

Results go to standard output, progress and messages to standard error. Exit 0 when done, 2 for bad usage or unusable input.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from microrag_core.comparison import PREVIEW_CHARACTERS, Result, compare
from microrag_core.corpus import Corpus
from microrag_core.embedding import load_encoder
from microrag_core.errors import InputError, MicroRagError
from microrag_core.export import made_by, record, to_jsonl, write_files
from microrag_core.loading import Loaded, load_paths
from microrag_core.settings import (
    BudgetUnit,
    EncoderSettings,
    LoadSettings,
    PruneMethod,
    PruneSettings,
    SettingsType,
    read_settings,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = parser().parse_args(arguments)
    try:
        result = options.run(options)
        print_result(json.dumps(result, ensure_ascii=True) if options.json else options.show(result))
    except MicroRagError as error:
        tell(f"microrag: {error}")
        return 2
    except KeyboardInterrupt:
        tell("microrag: stopped.")
        return 130
    return 0


def print_result(text: str) -> None:
    """Print to standard output; what its encoding lacks is escaped. Raises `InputError` where it cannot be written.

    A reader that goes away early, such as `head`, has what it wanted: that is no error.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except OSError as error:
        # Else the interpreter tries once more to write what is left, and complains, when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise InputError(f"Cannot write the result: {(error.strerror or str(error)).lower()}.") from None


def tell(message: str) -> None:
    """Print a message to standard error, if there is one: without it `print` would write among the results."""
    if sys.stderr is not None:
        print(message, file=sys.stderr)


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = argparse.ArgumentParser(prog="python -m microrag_core", description="Prune repeated sentences and compare searches.")
    commands = top.add_subparsers(dest="command", required=True)
    command = commands.add_parser("prune", help="keep the sentences that cover each document")
    add_common(command)
    command.add_argument("--out", type=Path, metavar="DIR", help="write DIR/pruned.jsonl and DIR/settings.json")
    command.set_defaults(run=run_prune, show=show_prune)
    command = commands.add_parser("search", help="ask whole and pruned documents the same question")
    add_common(command)
    command.add_argument("-q", "--query", required=True, metavar="TEXT")
    command.add_argument("--top-k", type=int, default=5, metavar="K", help="results a side (default 5)")
    command.set_defaults(run=run_search, show=show_search)
    return top


def add_common(command: argparse.ArgumentParser) -> None:
    """Add what both commands take: paths, and the settings of loading, pruning and embedding."""
    command.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, or a corpus.jsonl")
    command.add_argument("--json", action="store_true", help="print the result as one JSON object")
    command.add_argument("--method", choices=get_args(PruneMethod), help="how sentences are selected (default soft_coverage)")
    command.add_argument("--budget", type=float, metavar="B", help="share to keep, above 0 and up to 1 (default 0.5)")
    command.add_argument("--budget-unit", choices=get_args(BudgetUnit), help="what the budget counts (default sentences)")
    command.add_argument("--neighbors", type=int, metavar="K", help="nearest sentences in the graph (default 5)")
    command.add_argument("--minimum-similarity", type=float, metavar="S", help="drop weaker edges (default 0)")
    command.add_argument("--at-risk-below", type=float, metavar="S", help="similarity under which a pruned sentence is at risk")
    command.add_argument("--seed", type=int, help="for the methods random and clusters (default 0)")
    command.add_argument("--model", metavar="NAME", help="a sentence-transformers name or path (default: the packaged one)")
    command.add_argument("--text-field", metavar="NAME", help="the field of JSON and CSV records that holds the text")
    command.add_argument("--password", help="for encrypted PDFs; MICRORAG_PASSWORD keeps it out of the process list")


def load_corpus(options: argparse.Namespace) -> tuple[Corpus, Loaded, float]:
    """Load the paths and build their corpus; also return the seconds that loading took, the model's apart."""
    prune_settings = chosen(PruneSettings, options)
    start = time.perf_counter()
    loaded = load_paths(options.paths, chosen(LoadSettings, options), report_progress)
    seconds = time.perf_counter() - start
    for skipped in loaded.skipped:
        tell(f"skipped {skipped.source}: {skipped.reason}")
    for note in loaded.notes:
        tell(note)
    if not loaded.documents:
        reason = f" {loaded.skipped[0].source}: {loaded.skipped[0].reason}" if len(loaded.skipped) == 1 else ""
        raise InputError(f"There is nothing to work on in {', '.join(map(str, options.paths))}.{reason}")
    encoder = load_encoder(chosen(EncoderSettings, options))
    corpus = Corpus.build(loaded.documents, encoder, prune_settings, report_progress)
    return corpus, loaded, seconds


def chosen(kind: type[SettingsType], options: argparse.Namespace) -> SettingsType:
    """Return the settings of one kind, with what the command line gives of them."""
    return read_settings(kind, {field.name: getattr(options, field.name, None) for field in fields(kind)})  # type: ignore[arg-type]


def run_prune(options: argparse.Namespace) -> dict[str, Any]:
    """Prune the documents of the paths, write them when asked to, and return the totals."""
    corpus, loaded, load_seconds = load_corpus(options)
    totals = corpus.totals()
    if options.out:
        files = {"pruned.jsonl": to_jsonl(map(record, corpus.all_pruned())), "settings.json": to_settings(corpus)}
        write_files(options.out, files)
    return {
        "documents": totals.documents,
        "sentences": totals.sentences,
        "kept": totals.kept,
        "kept_fraction": round(totals.kept_fraction, 4),
        "tokens_before": totals.tokens_before,
        "tokens_after": totals.tokens_after,
        "at_risk": totals.at_risk,
        "stopped_early": totals.stopped_early,
        "settings": made_by(corpus),
        "skipped": [{"source": item.source, "reason": item.reason} for item in loaded.skipped],
        "seconds": seconds_of(corpus, load_seconds, ("split", "embed", "select")),
    }


def show_prune(result: dict[str, Any]) -> str:
    """Return the result of `prune` in words."""
    saved = 1 - result["tokens_after"] / result["tokens_before"] if result["tokens_before"] else 0.0
    lines = [
        f"{counted(result['documents'], 'document')}, method {result['settings']['prune']['method']}",
        f"kept {result['kept']:,} of {result['sentences']:,} sentences ({result['kept_fraction']:.1%})",
        f"{result['tokens_after']:,} of {result['tokens_before']:,} tokens, {saved:.0%} saved",
        f"{counted(result['at_risk'], 'pruned sentence')} at risk: no kept sentence is close",
    ]
    if result["stopped_early"]:
        lines.append(f"in {counted(result['stopped_early'], 'document')} the method ran out of gain before the budget")
    if result["skipped"]:
        lines.append(f"{len(result['skipped']):,} skipped, named above")
    return "\n".join([*lines, show_seconds(result["seconds"])])


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def run_search(options: argparse.Namespace) -> dict[str, Any]:
    """Ask both sides the same question and return the two lists."""
    if not options.query.strip():
        raise InputError("The question is empty: give some words after -q.")
    corpus, loaded, load_seconds = load_corpus(options)
    comparison = compare(corpus, options.query, options.top_k)
    return {
        "query": comparison.query,
        "naive": [show_hit(corpus, result) for result in comparison.naive],
        "pruned": [show_hit(corpus, result) for result in comparison.pruned],
        "overlap": comparison.overlap,
        "tokens": {"naive": comparison.tokens("naive"), "pruned": comparison.tokens("pruned")},
        "repeats": {"naive": comparison.repeats("naive"), "pruned": comparison.repeats("pruned")},
        "skipped": [{"source": item.source, "reason": item.reason} for item in loaded.skipped],
        "seconds": seconds_of(corpus, load_seconds, ("split", "embed", "select", "index", "search")),
    }


def show_hit(corpus: Corpus, result: Result) -> dict[str, Any]:
    """Return one hit as a record; `matched` is the sentence most similar to the question."""
    hit = result.hit
    sentences = corpus.parts[hit.document.id].sentences
    return {
        "rank": hit.rank,
        "document": hit.document.record_id,
        "title": hit.document.label,
        "source": hit.document.source,
        "score": round(hit.score, 4),
        "other_rank": result.other_rank,
        "tokens": result.tokens,
        "matched": None if hit.matched is None else sentences[hit.matched].text,
        "preview": result.preview,
        "text": hit.text,
    }


def show_search(result: dict[str, Any]) -> str:
    """Return the result of `search` in words."""
    lines = []
    for side in ("naive", "pruned"):
        lines.append(f"{side.capitalize()} ({result['tokens'][side]:,} tokens to a model)")
        for hit in result[side]:
            elsewhere = f"rank {hit['other_rank']} on the other side" if hit["other_rank"] else "not on the other side"
            lines.append(f"  {hit['rank']:>2}  {hit['score']:.3f}  {hit['title']}  ({elsewhere})")
            lines.append(f"      {hit['preview'][:PREVIEW_CHARACTERS]}")
    lines.append(f"In both lists: {result['overlap']} of {len(result['naive'])}")
    return "\n".join([*lines, show_seconds(result["seconds"])])


def seconds_of(corpus: Corpus, load_seconds: float, names: Sequence[str]) -> dict[str, float]:
    """Return the seconds of each stage and their sum, without the loading of the model."""
    seconds = {"load": load_seconds, **{name: corpus.seconds[name] for name in names}}
    return {name: round(value, 4) for name, value in {**seconds, "total": sum(seconds.values())}.items()}


def show_seconds(seconds: dict[str, float]) -> str:
    """Return the seconds of each stage on one line."""
    return "seconds: " + ", ".join(f"{name} {value:.2f}" for name, value in seconds.items())


def to_settings(corpus: Corpus) -> bytes:
    """Return the settings that made a corpus as a JSON file."""
    return json.dumps(made_by(corpus), indent=2).encode()


def report_progress(stage: str, done: int, total: int) -> None:
    """Show progress on one line of standard error when a person is looking."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{stage} {done:,} of {total:,}", end="\n" if done >= total else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
