"""The size and the overlap of each strategy."""

from collections.abc import Mapping
from types import MappingProxyType

from microrag_core.settings import ChunkSettings, Strategy, require

OWN_SIZES: Mapping[Strategy, tuple[int, int]] = MappingProxyType(
    {
        "document": (0, 0),
        "fixed": (512, 51),
        "recursive": (800, 150),
        "semantic": (512, 0),
        "parent_child": (300, 0),
        "hierarchical": (512, 51),
        "micro": (32, 0),
        "books": (500, 50),
        "pruned": (512, 0),
    }
)
"""Size and overlap where the settings leave them to the strategy: tokens, for `recursive` characters; `document` has none."""


def resolve_sizes(settings: ChunkSettings) -> tuple[int, int]:
    """Return the size and the overlap that hold; the size is that of a whole chunk, its overlap included.

    An overlap left to the strategy is the same share of a given size as of the strategy's own. Raises `SettingsError` for an
    overlap that is not smaller than the strategy's own size.
    """
    own_size, own_overlap = OWN_SIZES[settings.strategy]
    if not own_size:
        return 0, 0
    size = settings.size or own_size
    overlap = settings.overlap if settings.overlap >= 0 else size * own_overlap // own_size
    require(overlap < size, "overlap", overlap, f"smaller than the size {size}")
    return size, overlap


def require_parents_hold_children(settings: ChunkSettings) -> None:
    """Raise `SettingsError` where `parent_child` would have parents smaller than their children."""
    size, _ = resolve_sizes(settings)
    holds = settings.strategy != "parent_child" or settings.parent_size >= size
    require(holds, "parent_size", settings.parent_size, f"at least the size {size}")
