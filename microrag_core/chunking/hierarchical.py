"""Strategy `hierarchical`: chunks of three sizes, each within one of the next size up."""

from microrag_core.chunking.levels import Level
from microrag_core.chunking.material import Material
from microrag_core.chunking.nested import nested_levels

FACTORS = (1, 2, 4)


def cut_hierarchical(material: Material) -> list[Level]:
    """Return chunks of the settings' size, of twice and of four times that size, each with its share of overlap."""
    return nested_levels(material, [(factor * material.size, factor * material.overlap) for factor in FACTORS])
