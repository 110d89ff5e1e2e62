"""Documents become chunks: exact spans, one strategy a file."""
