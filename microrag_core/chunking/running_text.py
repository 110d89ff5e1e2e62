"""Running text packed to a token budget: paragraphs, then sentences, then lines, then a hard cut."""

from microrag_core.chunking.layout_cuts import line_cuts, paragraph_cuts, sentence_cuts
from microrag_core.chunking.material import Material
from microrag_core.chunking.packing import pack, refine
from microrag_core.chunking.spans import Span, visible


class RunningText:
    """Packs stretches of one document; where it may be cut is found once."""

    def __init__(self, material: Material) -> None:
        plain = material.plain
        self._ruler = material.ruler
        # Lines come last: a table or a list without stops is one sentence, and prose is better cut after a sentence.
        self._cuts = [paragraph_cuts(plain), sentence_cuts(material.sentences), line_cuts(plain)]

    def pack(self, span: Span, limit: int) -> list[Span]:
        """Return `span` in stretches of at most `limit` tokens.

        As many neighbouring paragraphs as fit are a stretch. A paragraph that is too long gives way to its sentences, such a
        sentence to its lines, such a line to a cut between characters.
        """
        return [run for part in visible(self._ruler.text, [span]) for run in pack(self.pieces(part, limit), limit, self._ruler)]

    def pieces(self, span: Span, limit: int) -> list[Span]:
        """Return `span` whole where it fits, else what it gives way to, not packed."""
        return refine(span, limit, self._ruler, self._cuts)
