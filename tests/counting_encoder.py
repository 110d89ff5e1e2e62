"""An encoder that tells what it was asked."""

from collections.abc import Sequence

from microrag_core.datatypes import Floats, Progress, TokenVectors
from microrag_core.embedding import Encoder


class CountingEncoder:
    """The real encoder, with a record of every text it was asked to encode."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.name, self.dimension, self.maximum_tokens = encoder.name, encoder.dimension, encoder.maximum_tokens
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str], on_progress: Progress | None = None) -> Floats:
        """Encode and record."""
        self.texts += texts
        return self._encoder.encode(texts, on_progress)

    def encode_tokens(self, texts: Sequence[str], on_progress: Progress | None = None) -> list[TokenVectors]:
        """Encode and record."""
        self.texts += texts
        return self._encoder.encode_tokens(texts, on_progress)

    def read_fractions(self, texts: Sequence[str]) -> Floats:
        """Ask the real one."""
        return self._encoder.read_fractions(texts)
