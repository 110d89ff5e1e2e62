"""All passages of one or two pipelines in two dimensions: what a question found among them, and what was pruned."""

from microrag_core.chunk_map.chunk_map import ChunkMap, Mark, chunk_map
from microrag_core.chunk_map.layout import MOST_POINTS, MapLayout, MapMethod, lay_out
from microrag_core.chunk_map.places import Place, State

__all__ = ["MOST_POINTS", "ChunkMap", "MapLayout", "MapMethod", "Mark", "Place", "State", "chunk_map", "lay_out"]
