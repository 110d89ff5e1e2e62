"""Token vectors as bytes: 8 bits a dimension, a quarter of float32, which moves a cosine by a thousandth at most or so."""

import numpy as np

from microrag_core.datatypes import Floats, TokenVectors

LARGEST = 127
SPAN_BYTES = 8


def pack(tokens: TokenVectors) -> bytes:
    """Return the spans as 32-bit and the vectors as 8-bit integers, each vector scaled so that its largest part is 127."""
    peak = np.abs(tokens.vectors).max(axis=1, keepdims=True, initial=0)
    # A vector of zeros, which no model gives for a word it knows, has no direction to keep.
    numbers = np.rint(tokens.vectors * (LARGEST / np.where(peak > 0, peak, 1))).astype(np.int8)
    return tokens.spans.astype("<i4").tobytes() + numbers.tobytes()


def unpack(value: bytes, dimension: int) -> TokenVectors | None:
    """Return what `pack` was given, up to rounding, as read-only arrays; `None` when the size is not one of such tokens."""
    count, rest = divmod(len(value), SPAN_BYTES + dimension)
    if rest:
        return None
    spans = np.frombuffer(value, dtype="<i4", count=2 * count).reshape(count, 2).astype(np.int32)
    numbers = np.frombuffer(value, dtype=np.int8, offset=SPAN_BYTES * count).reshape(count, dimension)
    vectors: Floats = numbers.astype(np.float32)
    # One of the parts is 127 unless all are 0.
    vectors /= np.maximum(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)), 1)[:, None]
    for array in (vectors, spans):
        array.flags.writeable = False
    return TokenVectors(vectors, spans)
