"""What a view makes of the pipelines, made once for as long as neither these nor the documents change."""

import hashlib
from collections.abc import Hashable, Mapping

from microrag_core.comparison import End
from microrag_core.pipeline import Pipeline
from microrag_core.pipeline.collect import side_of


def passages_key(pipelines: Mapping[End, Pipeline]) -> tuple[Hashable, ...]:
    """Return what tells the passages of these pipelines from all others: the documents, the model, and how each side cuts."""
    return tuple((end, *one_key(pipeline)) for end, pipeline in pipelines.items())


def one_key(pipeline: Pipeline) -> tuple[str, ...]:
    """Return what tells the passages of one pipeline from all others. Pins belong to pruning."""
    settings, corpus = pipeline.settings, pipeline.corpus
    documents = hashlib.sha256("\n".join(corpus.parts).encode()).hexdigest()
    pins = corpus.pins_key if side_of(settings) == "pruned" else ()
    return corpus.encoder.name, documents, repr((settings.prune, pins, settings.chunk, settings.repetition))
