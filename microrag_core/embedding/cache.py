"""An encoder that remembers on disk what it has encoded."""

import hashlib
from collections.abc import Sequence

import numpy as np

from microrag_core.datatypes import Floats, Progress, TokenVectors
from microrag_core.embedding.encoder import STEP, Encoder, distinct, portions, refuse_blank, shifted
from microrag_core.embedding.store import VectorStore
from microrag_core.embedding.token_cache import TokenCache

PORTION_CHARACTERS = 100_000
"""Encoded and then stored at once: a second or two of work, which is what a cancelled run can lose."""


class CachedEncoder:
    """An `Encoder` that finds vectors again by the encoder's name and the text.

    Those not found are encoded in portions, each stored when it is done, so that work that was stopped need not be done again.
    Token vectors have a store of their own, `None` keeps them in memory alone.
    """

    def __init__(self, encoder: Encoder, store: VectorStore, token_store: VectorStore | None = None) -> None:
        self._encoder = encoder
        self._store = store
        self._tokens = TokenCache(encoder, token_store)
        self.name = encoder.name
        self.dimension = encoder.dimension
        self.maximum_tokens = encoder.maximum_tokens

    def read_fractions(self, texts: Sequence[str]) -> Floats:
        """See `Encoder`."""
        return self._encoder.read_fractions(texts)

    def encode(self, texts: Sequence[str], on_progress: Progress | None = None) -> Floats:
        """See `Encoder`."""
        refuse_blank(texts)
        different, places = distinct(texts)
        keys = [self._key(text) for text in different]
        stored = self._store.get(keys)
        vectors = np.empty((len(different), self.dimension), dtype=np.float32)
        missing = []
        for row, key in enumerate(keys):
            value = stored.get(key, b"")
            # Of a wrong size, it is not a vector of this model, whatever wrote it.
            if len(value) == 4 * self.dimension:
                vectors[row] = np.frombuffer(value, dtype="<f4")
            else:
                missing.append(row)
        if on_progress:
            on_progress(STEP, len(texts) - len(missing), len(texts))
        done = len(texts) - len(missing)
        for portion in portions([len(different[row]) for row in missing], PORTION_CHARACTERS):
            rows = [missing[place] for place in portion]
            vectors[rows] = self._encoder.encode([different[row] for row in rows], shifted(on_progress, done, len(texts)))
            self._store.put({keys[row]: vectors[row].astype("<f4").tobytes() for row in rows})
            done += len(rows)
        return vectors[places]

    def encode_tokens(self, texts: Sequence[str], on_progress: Progress | None = None) -> list[TokenVectors]:
        """See `Encoder`."""
        return self._tokens.encode_tokens(texts, on_progress)

    def _key(self, text: str) -> bytes:
        content = f"{self.name}\0{text}".encode("utf-8", "surrogatepass")
        return hashlib.sha256(content).digest()
