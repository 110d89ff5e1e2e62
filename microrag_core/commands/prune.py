"""`prune`: keep the sentences that cover each document."""

import argparse
import json
from pathlib import Path
from typing import Any

from microrag_core.commands.common import add_input, add_model, add_output, add_pruning, load_corpus, rounded
from microrag_core.commands.output import counted, show_seconds, skipped_records
from microrag_core.corpus import Corpus
from microrag_core.export import made_by, record, to_jsonl, write_files

HELP = "keep the sentences that cover each document"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_input(command)
    add_output(command)
    add_pruning(command)
    add_model(command)
    command.add_argument("--out", type=Path, metavar="DIR", help="write DIR/pruned.jsonl and DIR/settings.json")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Prune the documents of the paths, write them when asked to, and return the totals."""
    corpus, sources = load_corpus(options)
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
        "skipped": skipped_records(sources.loaded.skipped),
        "seconds": rounded({"load": sources.seconds, **{name: corpus.seconds[name] for name in ("split", "embed", "select")}}),
    }


def show(result: dict[str, Any]) -> str:
    """Return the result in words."""
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


def to_settings(corpus: Corpus) -> bytes:
    """Return the settings that made a corpus as a JSON file."""
    return json.dumps(made_by(corpus), indent=2).encode()
