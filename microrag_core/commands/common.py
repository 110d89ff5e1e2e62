"""What commands share: their arguments, and the way from paths to documents and a corpus."""

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import get_args

from microrag_core.commands.configs import try_configs
from microrag_core.commands.output import report_progress, tell
from microrag_core.corpus import Corpus
from microrag_core.embedding import Encoder, load_encoder
from microrag_core.errors import InputError
from microrag_core.loading import Loaded, load_paths
from microrag_core.pipeline import PipelineSettings
from microrag_core.settings import (
    BudgetUnit,
    EncoderSettings,
    LoadSettings,
    PruneMethod,
    PruneSettings,
    SettingsType,
    read_settings,
)


@dataclass(frozen=True, eq=False)
class Sources:
    """What the paths gave, and the seconds that loading them took."""

    loaded: Loaded
    seconds: float


def add_input(command: argparse.ArgumentParser) -> None:
    """Add the paths and how files are read."""
    command.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, or a corpus.jsonl")
    command.add_argument("--text-field", metavar="NAME", help="the field of JSON and CSV records that holds the text")
    command.add_argument("--password", help="for encrypted PDFs; MICRORAG_PASSWORD keeps it out of the process list")


def add_output(command: argparse.ArgumentParser) -> None:
    """Add the form of the result."""
    command.add_argument("--json", action="store_true", help="print the result as one JSON object")


def add_model(command: argparse.ArgumentParser) -> None:
    """Add which model embeds."""
    command.add_argument("--model", metavar="NAME", help="a sentence-transformers name or path (default: the packaged one)")


def add_pruning(command: argparse.ArgumentParser) -> None:
    """Add the settings of pruning."""
    command.add_argument("--method", choices=get_args(PruneMethod), help="how sentences are selected (default soft_coverage)")
    command.add_argument("--budget", type=float, metavar="B", help="share to keep, above 0 and up to 1 (default 0.5)")
    command.add_argument("--budget-unit", choices=get_args(BudgetUnit), help="what the budget counts (default sentences)")
    command.add_argument("--neighbors", type=int, metavar="K", help="nearest sentences in the graph (default 5)")
    command.add_argument("--minimum-similarity", type=float, metavar="S", help="drop weaker edges (default 0)")
    command.add_argument("--at-risk-below", type=float, metavar="S", help="similarity under which a pruned sentence is at risk")
    command.add_argument("--seed", type=int, help="for the methods random and clusters (default 0)")


def chosen(kind: type[SettingsType], options: argparse.Namespace) -> SettingsType:
    """Return the settings of one kind, with what the command line gives of them."""
    return read_settings(kind, {field.name: getattr(options, field.name, None) for field in fields(kind)})  # type: ignore[arg-type]


def load_documents(options: argparse.Namespace) -> Sources:
    """Load the paths, and say what was skipped. Raises `InputError` where they give no document."""
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
    return Sources(loaded, seconds)


def load_model(options: argparse.Namespace) -> Encoder:
    """Return the model that the command line names, else the environment, else the packaged one."""
    return load_encoder(chosen(EncoderSettings, options))


def load_corpus(options: argparse.Namespace, configs: Sequence[PipelineSettings] = ()) -> tuple[Corpus, Sources]:
    """Load the paths and build their corpus; pipelines that cannot work are refused before that."""
    prune_settings = chosen(PruneSettings, options)
    sources = load_documents(options)
    encoder = load_model(options)
    try_configs(configs, encoder)
    return Corpus.build(sources.loaded.documents, encoder, prune_settings, report_progress), sources


def rounded(seconds: Mapping[str, float]) -> dict[str, float]:
    """Return the seconds of each stage and their sum, rounded."""
    return {name: round(value, 4) for name, value in {**seconds, "total": sum(seconds.values())}.items()}
