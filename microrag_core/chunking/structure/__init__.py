"""The structure of a book: its parts and chapters."""

from microrag_core.chunking.structure.detect import divide_book
from microrag_core.chunking.structure.division import Division

__all__ = ["Division", "divide_book"]
