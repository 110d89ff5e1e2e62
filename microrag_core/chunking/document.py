"""Strategy `document`: the whole document is one chunk."""

from microrag_core.chunking.levels import Cut, Level
from microrag_core.chunking.material import Material
from microrag_core.chunking.rulers import CharacterRuler


def cut_document(material: Material) -> list[Level]:
    """Return one cut that is the whole text."""
    return [Level([Cut(0, len(material.text))], size=0, overlap=0, ruler=CharacterRuler(material.text))]
