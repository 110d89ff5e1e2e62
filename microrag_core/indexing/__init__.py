"""Indexes of vectors, and of words (`indexing.bm25`, imported where it is used: its package takes half a second)."""

from microrag_core.indexing.base import VectorIndex
from microrag_core.indexing.make import make_index
from microrag_core.indexing.storage import load_index, save_index

__all__ = ["VectorIndex", "load_index", "make_index", "save_index"]
