"""Pipelines on the command line: read, and tried before the long work begins."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from microrag_core.chunking.sizes import require_parents_hold_children
from microrag_core.corpus import Corpus
from microrag_core.embedding import Encoder
from microrag_core.errors import MicroRagError
from microrag_core.pipeline import Pipeline, PipelineSettings, read_pipeline
from microrag_core.pipeline.settings import split_items
from microrag_core.retrieval.filters import parse_filters

EXAMPLE = "prune=soft_coverage,budget=0.5,retriever=hybrid,rerank=late_interaction,top_k=10"


def add_configs(command: argparse.ArgumentParser, otherwise: str) -> None:
    """Add the pipelines."""
    command.add_argument(
        "--config",
        action="append",
        dest="configs",
        default=[],
        metavar="SETTINGS",
        help=f"a pipeline, such as {EXAMPLE}; may be given several times (default: {otherwise})",
    )


def read_configs(
    texts: Sequence[str], otherwise: Mapping[str, Any] | None = None, base: PipelineSettings | None = None
) -> list[PipelineSettings]:
    """Return the pipelines that texts name; `otherwise` are settings, by flat name, of those that leave them open.

    With a `base` a text names what differs from it.

    Raises what `read_pipeline` does, with the text that it is about.
    """
    found = []
    for text in texts:
        try:
            given = {item.partition("=")[0].strip() for item in split_items(text)}
            more = {key: value for key, value in (otherwise or {}).items() if key not in given}
            found.append(read_pipeline(text, base=base).with_values(more))
        except MicroRagError as error:
            raise about(text, error) from None
    return found


def try_configs(configs: Sequence[PipelineSettings], encoder: Encoder) -> None:
    """Raise the error of the first pipeline that cannot work: sizes that do not go together, filters, a model's weights."""
    nothing = Corpus.build((), encoder)
    for settings in configs:
        try:
            require_parents_hold_children(settings.chunk)
            parse_filters(settings.retriever.filters)
            Pipeline(nothing, settings)
        except MicroRagError as error:
            raise about(settings.to_text(), error) from None


def about(text: str, error: MicroRagError) -> MicroRagError:
    """Return an error that says which pipeline it is about."""
    return type(error)(f"In the config {text!r}: {error}")
