"""MicroRAG: prune repeated sentences before indexing, and compare what a search finds before and after.

The names below are loaded when first used, so that a part which needs only one stage does not import the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from microrag_core.comparison import Comparison, compare
    from microrag_core.corpus import Corpus
    from microrag_core.datatypes import Document, PrunedDocument, Retrieved
    from microrag_core.embedding import load_encoder
    from microrag_core.errors import MicroRagError
    from microrag_core.loading import load_bytes, load_paths, load_text
    from microrag_core.pipeline import Pipeline, PipelineSettings, read_pipeline
    from microrag_core.settings import EncoderSettings, LoadSettings, PruneSettings

__all__ = [
    "Comparison",
    "Corpus",
    "Document",
    "EncoderSettings",
    "LoadSettings",
    "MicroRagError",
    "Pipeline",
    "PipelineSettings",
    "PruneSettings",
    "PrunedDocument",
    "Retrieved",
    "compare",
    "load_bytes",
    "load_encoder",
    "load_paths",
    "load_text",
    "read_pipeline",
]
__version__ = "0.1.0"

_HOMES = {
    "Comparison": "comparison",
    "compare": "comparison",
    "Corpus": "corpus",
    "Document": "datatypes",
    "PrunedDocument": "datatypes",
    "Retrieved": "datatypes",
    "load_encoder": "embedding",
    "MicroRagError": "errors",
    "load_bytes": "loading",
    "load_paths": "loading",
    "load_text": "loading",
    "Pipeline": "pipeline",
    "PipelineSettings": "pipeline",
    "read_pipeline": "pipeline",
    "EncoderSettings": "settings",
    "LoadSettings": "settings",
    "PruneSettings": "settings",
}


def __getattr__(name: str) -> Any:
    """Load a public name from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
