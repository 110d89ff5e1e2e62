"""Strategy `recursive`: a text too long is cut at its coarsest separators, what is still too long at finer ones."""

from collections.abc import Sequence

from microrag_core.chunking.layout_cuts import (
    heading_cuts,
    html_block_cuts,
    line_cuts,
    paragraph_cuts,
    sentence_cuts,
    word_cuts,
)
from microrag_core.chunking.levels import Cut, Level
from microrag_core.chunking.material import Material
from microrag_core.chunking.packing import pack, refine
from microrag_core.chunking.rulers import CharacterRuler
from microrag_core.chunking.spans import Span, strip_span, tile


def cut_recursive(material: Material) -> list[Level]:
    """Return stretches of as many characters as fit.

    The separators, in order: headings of level 1 to 6 (Markdown's, never in a code fence, and HTML's), HTML block tags,
    paragraphs, lines, sentences, words, characters. Sections that fit are packed with their neighbours of the same level.
    Within a section that is too long, all pieces that fit are packed, so that a heading stays with what follows it.
    """
    plain, ruler = material.plain, CharacterRuler(material.text)
    within = [
        html_block_cuts(plain),
        paragraph_cuts(plain),
        line_cuts(plain),
        sentence_cuts(material.sentences),
        word_cuts(plain),
    ]
    section = strip_span(material.text, 0, len(material.text))
    spans = cut_section(section, heading_cuts(plain), within, material.limit, ruler)
    return [Level([Cut(*span) for span in spans], material.size, material.overlap, ruler)]


def cut_section(
    section: Span, headings: Sequence[Sequence[int]], within: Sequence[Sequence[int]], limit: int, ruler: CharacterRuler
) -> list[Span]:
    """Return a section cut at its coarsest `headings`, and `within` what none of them makes short enough."""
    if ruler.count(*section) <= limit:
        return [section]
    if not headings:
        return pack(refine(section, limit, ruler, within), limit, ruler)
    spans: list[Span] = []
    short: list[Span] = []
    for part in tile(ruler.text, section, headings[0]):
        if ruler.count(*part) <= limit:
            short.append(part)
        else:
            spans += pack(short, limit, ruler) + cut_section(part, headings[1:], within, limit, ruler)
            short = []
    return spans + pack(short, limit, ruler)
