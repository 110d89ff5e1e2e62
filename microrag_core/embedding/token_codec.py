"""Token vectors as bytes: 8 bits a dimension, a quarter of float32, which moves a score by less than a thousandth."""

import struct

import numpy as np

from microrag_core.datatypes import Floats, TokenVectors

LARGEST = 127
HEADER = struct.Struct("<I")
SPAN_BYTES = 8


def pack(tokens: TokenVectors) -> bytes:
    """Return the dimension, the spans, and the vectors as 8-bit integers, each scaled so that its largest part is 127."""
    peak = np.abs(tokens.vectors).max(axis=1, keepdims=True, initial=0)
    # A vector of zeros, which no model gives for a word it knows, has no direction to keep.
    numbers = np.rint(tokens.vectors * (LARGEST / np.where(peak > 0, peak, 1))).astype(np.int8)
    return HEADER.pack(tokens.vectors.shape[1]) + tokens.spans.astype("<i4").tobytes() + numbers.tobytes()


def unpack(value: bytes) -> TokenVectors | None:
    """Return what `pack` was given, up to rounding, as read-only arrays; `None` for bytes that it did not make."""
    if len(value) < HEADER.size:
        return None
    (dimension,) = HEADER.unpack_from(value)
    count, rest = divmod(len(value) - HEADER.size, SPAN_BYTES + dimension)
    if rest:
        return None
    spans = np.frombuffer(value, "<i4", 2 * count, HEADER.size).reshape(count, 2).astype(np.int32)
    numbers = np.frombuffer(value, np.int8, offset=HEADER.size + SPAN_BYTES * count).reshape(count, dimension)
    vectors: Floats = numbers.astype(np.float32)
    # One of the parts is 127 unless all are 0.
    vectors /= np.maximum(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)), 1)[:, None]
    for array in (vectors, spans):
        array.flags.writeable = False
    return TokenVectors(vectors, spans)
