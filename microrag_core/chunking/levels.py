"""What a strategy answers: cuts of a document on one or several levels. Here they become chunks."""

from collections.abc import Sequence
from dataclasses import dataclass

from microrag_core.chunking.material import Material
from microrag_core.chunking.overlap import overlapping_start
from microrag_core.chunking.rulers import Ruler
from microrag_core.chunking.section_titles import titles_at
from microrag_core.chunking.spans import Span
from microrag_core.datatypes import Chunk, chunk_id
from microrag_core.text.tokens import count_tokens


@dataclass(frozen=True, slots=True)
class Cut:
    """A chunk's own text: characters `start` to `end`; its overlap may not begin before `floor`.

    `section` None takes the title of the document's section. `parent` is the row of the cut on the next level that holds it.
    """

    start: int
    end: int
    floor: int = 0
    section: str | None = None
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """The cuts of one level in order; `size` and `overlap` are in the units of `ruler`."""

    cuts: Sequence[Cut]
    size: int
    overlap: int
    ruler: Ruler


def one_level(material: Material, spans: Sequence[Span]) -> list[Level]:
    """Return one level of cuts in the settings' own size, measured in tokens."""
    return [Level([Cut(*span) for span in spans], material.size, material.overlap, material.ruler)]


def make_chunks(material: Material, levels: Sequence[Level]) -> tuple[Chunk, ...]:
    """Return the chunks of all levels, the lowest first; the levels above are cut first, since they hold those below."""
    made: list[Chunk] = []
    parents: list[Chunk] = []
    for number in reversed(range(len(levels))):
        parents = level_chunks(material, levels[number], number, parents)
        made = parents + made
    return tuple(made)


def level_chunks(material: Material, level: Level, number: int, parents: Sequence[Chunk]) -> list[Chunk]:
    """Return the chunks of one level. The overlap of a chunk stays within its parent."""
    document = material.document
    titles = titles_at(material.sections, [cut.start for cut in level.cuts])
    chunks = []
    for cut, title in zip(level.cuts, titles, strict=True):
        parent = None if cut.parent is None else parents[cut.parent]
        floor = cut.floor if parent is None else max(cut.floor, parent.start)
        start = overlapping_start((cut.start, cut.end), floor, level.overlap, level.size, level.ruler)
        text = document.text[start : cut.end]
        chunks.append(
            Chunk(
                id=chunk_id(document.id, material.settings.strategy, start, cut.end, number),
                document=document.id,
                start=start,
                end=cut.end,
                text=text,
                section=title if cut.section is None else cut.section,
                tokens=count_tokens(text),
                parent=parent.id if parent else None,
                level=number,
            )
        )
    return chunks
