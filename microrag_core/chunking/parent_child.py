"""Strategy `parent_child`: small chunks are searched, and the large ones that hold them are handed over."""

from microrag_core.chunking.levels import Level
from microrag_core.chunking.material import Material
from microrag_core.chunking.nested import nested_levels
from microrag_core.chunking.sizes import require_parents_hold_children


def cut_parent_child(material: Material) -> list[Level]:
    """Return children of the settings' `size`, each within a parent of `parent_size` tokens; parents do not overlap.

    Raises `SettingsError` where a parent would be smaller than its children.
    """
    require_parents_hold_children(material.settings)
    parent_size = material.settings.parent_size
    return nested_levels(material, [(material.size, material.overlap), (parent_size, 0)])
