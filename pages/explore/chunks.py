"""The tab Chunks: where a strategy cuts this document."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import streamlit as st

from microrag_core import MicroRagError
from microrag_core.chunking import chunk_document, resolve_sizes
from microrag_core.datatypes import Chunk, PrunedDocument
from microrag_core.export import file_stem
from microrag_core.split_document import SplitDocument
from pages.explore.chunk_layout import ChunkLayout, Span, lay_out_chunks
from pages.explore.chunk_sizes_figure import chunk_sizes_figure, what_to_see
from pages.explore.chunk_text import PARENT_NAMES, legend, text_with_borders
from pages.shared import cache, chunk_controls, figures, state
from pages.shared.figures import Figure
from pages.shared.markup import as_markdown
from pages.shared.wording import counted

TEXT_HEIGHT = 560
POSITION = "explore_chunk_position"


def draw(part: SplitDocument, pruned: PrunedDocument) -> None:
    """Draw the controls, the text with its chunks, their sizes and the download."""
    settings = state.session().chunks
    chunk_controls.draw(settings, state.set_chunks, "explore_chunks")
    key = chunks_key(part)
    try:
        with st.spinner("Cutting", show_time=False) if len(part.sentences) > 2_000 else st.container():
            layout, whole = cache.held().once(("chunks", *key), lambda: cut(part, pruned))
    except MicroRagError as error:
        st.error(as_markdown(str(error)), icon=":material/error:")
        return
    if not layout.levels[0]:
        st.info("There is no chunk: nothing of this document is kept.", icon=":material/content_cut:")
        return
    figures.draw(cards(layout, whole))
    left, right = st.columns([3, 2], gap="large")
    with left:
        page = choice_of_page(part.document.id, layout)
        st.html(text_with_borders(layout, page, TEXT_HEIGHT))
        st.html(legend(layout, overlaps=any(map(int.__lt__, *starts(layout)))))
    with right:
        sizes(layout)
        download(pruned, layout)


def chunks_key(part: SplitDocument) -> tuple[Any, ...]:
    """Return all that the chunks of a document depend on."""
    settings = state.session().chunks
    key = (part.document.id, state.corpus().encoder.name, settings)
    return (*key, state.settings(), tuple(sorted(state.pins().items()))) if settings.strategy == "pruned" else key


def cut(part: SplitDocument, pruned: PrunedDocument) -> tuple[ChunkLayout, int]:
    """Return the chunks of a document, and how many of the smallest the model reads to their end when it embeds them."""
    settings, document = state.session().chunks, part.document
    kept = pruned.selection.kept
    chunks = chunk_document(document, settings, sentences=part.sentences, vectors=part.vectors, kept=kept)
    gone: list[Span] = []
    if settings.strategy == "pruned":
        gone = [(item.start, item.end) for item, keep in zip(part.sentences, kept, strict=True) if not keep]
    layout = lay_out_chunks(document.text, chunks, gone)
    read = state.corpus().encoder.read_fractions([document.embedded_text(chunk.text) for chunk in layout.levels[0]])
    return layout, int((read >= 1).sum())


def starts(layout: ChunkLayout) -> tuple[list[int], list[int]]:
    """Return where each of the smallest chunks begins, and where its own text does."""
    return [chunk.start for chunk in layout.levels[0]], list(layout.own_starts[0])


def cards(layout: ChunkLayout, whole: int) -> list[Figure]:
    """Return the figures: how many chunks, their sizes, how many are read to the end, and the larger ones."""
    tokens = tokens_of(layout.levels[0])
    count = len(tokens)
    limit = state.corpus().encoder.maximum_tokens
    shown = [
        Figure("Chunks", f"{count:,}", "", "The smallest ones, which are searched."),
        Figure("Median size", f"{np.median(tokens):,.0f}", "tokens", "Half of the chunks are smaller. Counted as cl100k_base."),
        Figure("Smallest and largest", f"{min(tokens):,} to {max(tokens):,}", "tokens"),
        Figure(
            "Read to the end",
            f"{whole:,} of {count:,}",
            "" if whole == count else "the model misses the end of the others",
            f"The model reads {limit} word pieces of title and chunk when it embeds them; the rest cannot be found by it.",
        ),
    ]
    names = PARENT_NAMES.get(len(layout.levels), ())
    for name, level in zip(names, reversed(layout.levels[1:]), strict=True):
        about = "Handed over in the place of the small ones that they hold."
        shown.append(Figure(f"{name} chunks", f"{len(level):,}", f"median {np.median(tokens_of(level)):,.0f} tokens", about))
    return shown


def tokens_of(chunks: Sequence[Chunk]) -> list[int]:
    """Return the tokens of each chunk."""
    return [chunk.tokens for chunk in chunks]


def choice_of_page(document_id: str, layout: ChunkLayout) -> Span:
    """Draw the way through a long text and return the page to show; it stays at its place in the text when the cuts change."""
    pages = layout.pages
    seen, position = state.recall(POSITION, (document_id, 0))
    number = layout.page_at(position) if seen == document_id else 0

    def turn_to(page: int) -> None:
        state.remember(POSITION, (document_id, pages[min(max(page, 1), len(pages)) - 1][0]))

    if len(pages) > 1:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.number_input(
                f"Page of the text, 1 to {len(pages):,}",
                1,
                len(pages),
                width=200,
                **state.bind("explore_chunk_page", number + 1, turn_to),
            )
            step("Previous page", ":material/chevron_left:", number > 0, turn_to, number)
            step("Next page", ":material/chevron_right:", number + 1 < len(pages), turn_to, number + 2)
            first, last = chunks_on(layout, pages[number])
            st.caption(f"Chunks {first:,} to {last:,} of {len(layout.levels[0]):,}")
    return pages[number]


def step(about: str, icon: str, inside: bool, turn_to: Any, page: int) -> None:
    """Draw a button that turns to a page."""
    st.button(icon, key=f"explore_chunks_{about}", help=about, disabled=not inside, on_click=turn_to, args=(page,))


def chunks_on(layout: ChunkLayout, page: Span) -> tuple[int, int]:
    """Return the numbers, from 1, of the first and the last chunk on a page; of one between two chunks the next twice."""
    rows = [row for row, chunk in enumerate(layout.levels[0], 1) if chunk.start < page[1] and chunk.end > page[0]]
    if rows:
        return rows[0], rows[-1]
    following = sum(chunk.end <= page[0] for chunk in layout.levels[0]) + 1
    return (min(following, len(layout.levels[0])),) * 2


def sizes(layout: ChunkLayout) -> None:
    """Draw the figure of the chunks' sizes."""
    tokens = tokens_of(layout.levels[0])
    settings = state.session().chunks
    st.plotly_chart(
        chunk_sizes_figure(tokens), key="explore_chunk_sizes", config={"displayModeBar": False}, alt="Sizes of the chunks"
    )
    st.caption(what_to_see(tokens, resolve_sizes(settings)[0], chunk_controls.unit_of(settings.strategy)))


def download(pruned: PrunedDocument, layout: ChunkLayout) -> None:
    """Draw the download of all chunks."""
    st.download_button(
        f"Download {counted(sum(map(len, layout.levels)), 'chunk')}",
        lambda: as_jsonl([chunk for level in layout.levels for chunk in level]),
        f"{file_stem(pruned.document.label)}-chunks.jsonl",
        "application/jsonl",
        icon=":material/download:",
        on_click="ignore",
        key="explore_chunks_jsonl",
        help="JSON lines: id, document, section, span, tokens, text and parent of each; larger chunks have a higher level.",
    )


def as_jsonl(chunks: Sequence[Chunk]) -> bytes:
    """Return a line a chunk, with the fields of `Chunk`."""
    return "".join(json.dumps(asdict(chunk), ensure_ascii=False) + "\n" for chunk in chunks).encode("utf-8", "replace")
