"""How much of each result the embedding model reads."""

from collections.abc import Sequence

from microrag_core.comparison import Result
from microrag_core.pipeline import Pipeline


def read_fractions(pipeline: Pipeline, listed: Sequence[Result]) -> list[float]:
    """Return how much of each result the model reads, 0 to 1; all of it where no model has a say."""
    options = pipeline.settings.retriever
    if options.retriever == "bm25" and options.rerank == "none":
        return [1.0] * len(listed)
    texts = [result.hit.document.embedded_text(result.hit.text) for result in listed]
    return [float(fraction) for fraction in pipeline.corpus.encoder.read_fractions(texts)]
