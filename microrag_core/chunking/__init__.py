"""Documents become chunks: exact spans, one strategy a file."""

from microrag_core.chunking.chunk import STRATEGIES, chunk_document
from microrag_core.chunking.sizes import OWN_SIZES, resolve_sizes

__all__ = ["OWN_SIZES", "STRATEGIES", "chunk_document", "resolve_sizes"]
