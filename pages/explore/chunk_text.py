"""A document's text with the borders of its chunks, as HTML."""

import re
from collections.abc import Sequence
from itertools import groupby

from microrag_core.datatypes import Chunk
from pages.explore.chunk_layout import ChunkLayout, Span, Stretch
from pages.shared.colors import EDGE
from pages.shared.markup import as_html
from pages.shared.wording import counted

TINTS = ("rgba(138,148,163,.13)", "rgba(138,148,163,.32)")
"""Neighbouring chunks take turns; the same two greys stand out on the light and on the dark background."""
HATCHED = "repeating-linear-gradient(-45deg,rgba(138,148,163,.42) 0 2px,rgba(138,148,163,.08) 2px 7px)"
BADGE = (
    f"display:inline-block;padding:0 .35em;margin:0 .3em 0 .1em;border:1px solid {EDGE};border-radius:.5em;font-size:.75rem;"
    "line-height:1.35;font-variant-numeric:tabular-nums;white-space:nowrap;user-select:none;-webkit-user-select:none;cursor:help"
)
PARENT_NAMES = {2: ("Parent",), 3: ("Large", "Medium")}
"""What the larger chunks are called, the largest first, by the number of levels."""
BLANK_LINES = re.compile(r"\n\s*\n\s*\n")


def text_with_borders(layout: ChunkLayout, page: Span, height: int) -> str:
    """Return a page of the text as HTML that scrolls in a box of `height` pixels."""
    stretches = layout.stretches(page)
    body = blocks(layout, stretches, page[0], depth=0)
    return (
        f'<div style="max-height:{height}px;overflow-y:auto;border:1px solid rgba(138,148,163,.45);border-radius:.5rem;'
        'padding:.6rem .8rem;white-space:pre-line;overflow-wrap:anywhere;unicode-bidi:plaintext;line-height:1.6" tabindex="0" '
        f'role="region" aria-label="The text with its chunks">{body}</div>'
    )


def blocks(layout: ChunkLayout, stretches: Sequence[Stretch], page_start: int, depth: int) -> str:
    """Return the stretches as HTML, with a bar beside each larger chunk; `depth` counts from the largest ones."""
    if depth == len(layout.levels) - 1:
        return "".join(
            stretch_html(layout, stretch, page_start, depth > 0 and stretch is stretches[-1]) for stretch in stretches
        )
    parts = []
    for row, group in groupby(stretches, key=lambda stretch: stretch.parents[depth]):
        members = list(group)
        inside = blocks(layout, members, page_start, depth + 1)
        parts.append(
            inside if row < 0 else parent_block(layout, row, depth, inside, goes_on=is_begun(layout, row, depth, members))
        )
    return "".join(parts)


def is_begun(layout: ChunkLayout, row: int, depth: int, members: Sequence[Stretch]) -> bool:
    """Tell whether a larger chunk began before the stretches of it that are shown."""
    level = len(layout.levels) - 1 - depth
    return layout.own_starts[level][row] < members[0].start


def parent_block(layout: ChunkLayout, row: int, depth: int, inside: str, goes_on: bool) -> str:
    """Return the text of a larger chunk with a bar beside it and its name above."""
    level = len(layout.levels) - 1 - depth
    chunk = layout.levels[level][row]
    name = f"{PARENT_NAMES[len(layout.levels)][depth]} {row + 1:,}"
    words = f"{name}{', goes on' if goes_on else ''} · {counted(chunk.tokens, 'token')}"
    return (
        f'<div style="border-left:{5 - 2 * depth}px solid {EDGE};padding-left:.6rem;margin:.5rem 0">'
        f'<div style="font-size:.8125rem;opacity:.75;user-select:none" title="{as_html(tooltip(name, chunk, 0))}">{words}</div>'
        f"{inside}</div>"
    )


def stretch_html(layout: ChunkLayout, stretch: Stretch, page_start: int, ends_block: bool) -> str:
    """Return one stretch: the markers of the chunks that begin with it, and its text on the tint of its chunk.

    White space at the end of a larger chunk's block is left out: the block itself ends the line.
    """
    shown = stretch.starts
    if stretch.start == page_start:
        shown = stretch.chunks
    markers = "".join(marker(layout, row, goes_on=row not in stretch.starts) for row in shown)
    text = BLANK_LINES.sub("\n\n", layout.text[stretch.start : stretch.end])
    text = as_html(text.rstrip() if ends_block else text)
    if stretch.pruned:
        return f'{markers}<s style="opacity:.55">{text}</s>'
    if not stretch.chunks:
        return f'{markers}<span style="opacity:.7">{text}</span>'
    if len(stretch.chunks) > 1:
        numbers = " and ".join(f"{row + 1:,}" for row in stretch.chunks)
        return f'{markers}<span style="background:{HATCHED}" title="Overlap: in the chunks {numbers}">{text}</span>'
    return f'{markers}<span style="background:{TINTS[stretch.chunks[0] % 2]}">{text}</span>'


def marker(layout: ChunkLayout, row: int, goes_on: bool) -> str:
    """Return the marker of a chunk: its number and its tokens; what else is known of it in its tooltip."""
    chunk = layout.levels[0][row]
    before = layout.levels[0][row - 1].end if row else 0
    repeated = max(0, before - chunk.start)
    words = f"{row + 1:,}, goes on" if goes_on else f"<b>{row + 1:,}</b> · {chunk.tokens:,}"
    return f'<span style="{BADGE}" title="{as_html(tooltip(f"Chunk {row + 1:,}", chunk, repeated))}">{words}</span>'


def tooltip(name: str, chunk: Chunk, repeated: int) -> str:
    """Say what is known of a chunk."""
    section = f", section: {' '.join(chunk.section.split())}" if chunk.section else ""
    overlap = f"; the first {counted(repeated, 'character')} repeat the chunk before" if repeated else ""
    return f"{name}: {counted(chunk.tokens, 'token')}, characters {chunk.start:,} to {chunk.end:,}{section}{overlap}"


def legend(layout: ChunkLayout, overlaps: bool) -> str:
    """Return what the signs in the text mean, as HTML; only those that occur."""
    swatch = '<span style="background:{};padding:0 .7em;border-radius:.2em;margin-right:.35em"></span>'
    signs = [f'<span style="{BADGE}"><b>1</b> · 98</span>a chunk begins: its number and tokens, more when pointed at']
    signs.append(f"{swatch.format(TINTS[0])}{swatch.format(TINTS[1])}neighbouring chunks")
    if overlaps:
        signs.append(f"{swatch.format(HATCHED)}overlap: in both chunks")
    if len(layout.levels) > 1:
        bar = f'<span style="border-left:4px solid {EDGE};margin-right:.35em"></span>'
        signs.append(f"{bar}{' and '.join(PARENT_NAMES[len(layout.levels)]).lower()} chunk")
    if layout.pruned:
        signs.append('<s style="opacity:.55">struck</s>: pruned, in no chunk')
    items = "".join(f"<span>{sign}</span>" for sign in signs)
    return f'<div style="display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;font-size:.8125rem;opacity:.85">{items}</div>'
