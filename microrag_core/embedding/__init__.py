"""Texts become unit vectors."""

from microrag_core.embedding.cache import CachedEncoder
from microrag_core.embedding.encoder import Encoder
from microrag_core.embedding.load import load_encoder

__all__ = ["CachedEncoder", "Encoder", "load_encoder"]
