"""Token vectors that were made before, in memory and on disk."""

import hashlib
from collections.abc import Sequence

from microrag_core.datatypes import Progress, TokenVectors
from microrag_core.embedding.encoder import STEP, Encoder, distinct, portions, refuse_blank, shifted
from microrag_core.embedding.store import VectorStore
from microrag_core.embedding.stretches import MOST_STRETCHES
from microrag_core.embedding.token_codec import pack, unpack
from microrag_core.held import Recent

FORMAT = "tokens 2"
"""Goes into the keys: change it with what is stored."""
PORTION_CHARACTERS = 50_000
"""Encoded and then stored at once: a second of work, and 20 MB of vectors."""
MEMORY_BYTES = 200_000_000
"""Held ready: about 130,000 word pieces of 384 dimensions, several hundred passages."""


class TokenCache:
    """Finds token vectors again by the encoder's name and the text: in memory, else on disk, else by the encoder.

    What comes from here was rounded once, whether it is new or found, so that a score does not depend on what was asked before.
    Its arrays are read-only, since everybody who asks is given the same ones.
    """

    def __init__(self, encoder: Encoder, store: VectorStore | None, memory_bytes: int = MEMORY_BYTES) -> None:
        self._encoder = encoder
        self._store = store
        self._recent: Recent[bytes, TokenVectors] = Recent(memory_bytes, size)

    def encode_tokens(self, texts: Sequence[str], on_progress: Progress | None = None) -> list[TokenVectors]:
        """See `Encoder`."""
        refuse_blank(texts)
        different, places = distinct(texts)
        keys = [self._key(text) for text in different]
        found = self._found(keys)
        missing = [row for row, key in enumerate(keys) if key not in found]
        done = len(texts) - len(missing)
        if on_progress:
            on_progress(STEP, done, len(texts))
        for portion in portions([len(different[row]) for row in missing], PORTION_CHARACTERS):
            rows = [missing[place] for place in portion]
            listener = shifted(on_progress, done, len(texts))
            made = self._encoder.encode_tokens([different[row] for row in rows], listener)
            found |= self._keep({keys[row]: pack(tokens) for row, tokens in zip(rows, made, strict=True)})
            done += len(rows)
        return [found[keys[place]] for place in places.tolist()]

    def _found(self, keys: Sequence[bytes]) -> dict[bytes, TokenVectors]:
        """Return what is in memory, and else on disk."""
        found = {key: tokens for key in keys if (tokens := self._recent.get(key))}
        if not self._store:
            return found
        return found | self._remembered(self._store.get([key for key in keys if key not in found]))

    def _keep(self, packed: dict[bytes, bytes]) -> dict[bytes, TokenVectors]:
        """Put new ones on disk and in memory, and return them as they will be found."""
        if self._store:
            self._store.put(packed)
        return self._remembered(packed)

    def _remembered(self, packed: dict[bytes, bytes]) -> dict[bytes, TokenVectors]:
        """Return the token vectors of these bytes, and keep them in memory; bytes of a wrong size are passed over."""
        found = {key: tokens for key, value in packed.items() if (tokens := unpack(value))}
        for key, tokens in found.items():
            self._recent.put(key, tokens)
        return found

    def _key(self, text: str) -> bytes:
        content = f"{FORMAT}\0{MOST_STRETCHES}\0{self._encoder.name}\0{text}".encode("utf-8", "surrogatepass")
        return hashlib.sha256(content).digest()


def size(tokens: TokenVectors) -> int:
    """Return the bytes of the arrays, and of what holds them."""
    return tokens.vectors.nbytes + tokens.spans.nbytes + 500
