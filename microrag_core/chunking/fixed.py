"""Strategy `fixed`: a cut wherever a number of tokens is reached."""

from microrag_core.chunking.levels import Level, one_level
from microrag_core.chunking.material import Material
from microrag_core.chunking.packing import hard_cut


def cut_fixed(material: Material) -> list[Level]:
    """Return stretches of as many tokens as fit, cut between characters, whatever the text is."""
    return one_level(material, hard_cut((0, len(material.text)), material.limit, material.ruler))
