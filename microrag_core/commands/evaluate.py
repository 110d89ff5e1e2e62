"""`evaluate`: measure pipelines on a labelled set."""

import argparse
from typing import Any

from microrag_core.commands.common import add_model, add_output, chosen, load_model
from microrag_core.commands.configs import about, add_configs, read_configs, try_configs
from microrag_core.commands.output import counted, report_progress, skipped_records, tell
from microrag_core.corpus import Corpus
from microrag_core.errors import MicroRagError
from microrag_core.evaluation import LabelledSet, evaluate, read_labelled_set
from microrag_core.pipeline import PipelineSettings
from microrag_core.settings import LoadSettings

HELP = "measure pipelines on a labelled set"
DEFAULT_CONFIGS = ("prune=none", "prune=soft_coverage")
HEADINGS = ("nDCG@10", "95 %", "recall", "prec.", "MRR", "kept", "vectors", "tokens", "answers", "seconds")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    command.add_argument("set", metavar="SET", help="a folder with corpus.jsonl, queries.jsonl and qrels/test.tsv (BEIR)")
    add_output(command)
    add_model(command)
    add_configs(command, "whole and pruned documents, one vector each")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Read the set, try the pipelines, then measure each and return a row for it."""
    configs = read_configs(options.configs or DEFAULT_CONFIGS)
    labelled = read_labelled_set(options.set, chosen(LoadSettings, options), report_progress)
    for skipped in labelled.skipped:
        tell(f"skipped {skipped.source}: {skipped.reason}")
    for note in labelled.notes:
        tell(note)
    encoder = load_model(options)
    try_configs(configs, encoder)
    corpus = Corpus.build(labelled.documents, encoder, on_progress=report_progress)
    return {
        "set": labelled.name,
        "documents": len(corpus),
        "queries": len(labelled.questions),
        "left_out_queries": labelled.left_out,
        "model": encoder.name,
        "rows": [measure(corpus, labelled, settings) for settings in configs],
        "notes": list(labelled.notes),
        "skipped": skipped_records(labelled.skipped),
    }


def measure(corpus: Corpus, labelled: LabelledSet, settings: PipelineSettings) -> dict[str, Any]:
    """Return the row of one pipeline."""
    tell(f"measuring {settings.to_text()}")
    try:
        row = evaluate(corpus, labelled, settings, report_progress).row()
    except MicroRagError as error:
        raise about(settings.to_text(), error) from None
    for note in row["notes"]:
        tell(note)
    return row


def show(result: dict[str, Any]) -> str:
    """Return the rows as a table, each below its config so that long ones fit a terminal."""
    table = [HEADINGS, *(cells(row) for row in result["rows"])]
    widths = [max(len(line[column]) for line in table) for column in range(len(HEADINGS))]
    heading, *lines = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in table]
    shown = [f"{result['set']}: {counted(result['documents'], 'document')}, {counted(result['queries'], 'question')}"]
    if left_out := result["left_out_queries"]:
        shown.append(f"left out: {counted(left_out, 'question')} with no document judged relevant")
    shown.append(heading)
    for row, line in zip(result["rows"], lines, strict=True):
        shown += [row["config"], line]
    if any(row["answer_recall"] is not None for row in result["rows"]):
        asked = result["rows"][0]["answered_queries"]
        shown.append(f"answers: share of {asked:,} questions whose context holds the answer; yes/no questions are left out")
    return "\n".join([*shown, "tokens: mean of a question's context; vectors: those that a search is compared with"])


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    """Return a row of the table."""
    low, high = row["ndcg@10_interval"]
    answers = row["answer_recall"]
    return (
        f"{row['ndcg@10']:.3f}",
        f"{low:.3f}-{high:.3f}",
        f"{row['recall@10']:.3f}",
        f"{row['precision@10']:.3f}",
        f"{row['mrr@10']:.3f}",
        f"{row['kept_fraction']:.1%}",
        f"{row['index_vectors']:,}",
        f"{row['context_tokens']:,.0f}",
        "-" if answers is None else f"{answers:.3f}",
        f"{row['seconds']['total']:.1f}",
    )
