"""The controls of how documents are cut: the strategy, and only the settings that it heeds."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import streamlit as st

from microrag_core.chunking import resolve_sizes
from microrag_core.settings import ChunkSettings, SemanticRule, Strategy
from pages.shared import state

Change = Callable[[ChunkSettings], None]

LARGEST = 100_000
NAMES: dict[Strategy, str] = {
    "document": "Whole document",
    "fixed": "Fixed size",
    "recursive": "Recursive",
    "semantic": "Semantic",
    "parent_child": "Parent and child",
    "hierarchical": "Hierarchical",
    "micro": "Micro-chunks",
    "books": "Books",
    "pruned": "Kept sentences",
}
DESCRIPTIONS: dict[Strategy, str] = {
    "document": "The document is left whole.",
    "fixed": "A cut wherever so many tokens are reached, even inside a word.",
    "recursive": "Cut at headings, then paragraphs, lines, sentences and words, the coarsest that make a piece short enough.",
    "semantic": "Neighbouring sentences stay together while they are about the same; a cut where the sense changes.",
    "parent_child": "Small chunks are searched; the large one that holds a hit is handed over.",
    "hierarchical": "Chunks within chunks of twice and of four times the size; a search steps up where the small ones fail.",
    "micro": "Very short runs of sentences, from half the size to the size, so that a context can be picked finely.",
    "books": "Parts and chapters first, then paragraphs packed to the size, sentences where a paragraph is too long.",
    "pruned": "Only sentences that pruning keeps, in runs of neighbours; what was pruned is in no chunk.",
}
RULES: dict[SemanticRule, str] = {"percentile": "Largest drops", "running": "Likeness to the chunk so far"}


def strategy_name(strategy: Strategy) -> str:
    """Return a strategy's name as people read it."""
    return NAMES[strategy]


def unit_of(strategy: Strategy) -> str:
    """Return what the size of a strategy counts."""
    return "characters" if strategy == "recursive" else "tokens"


def draw(settings: ChunkSettings, change: Change, key: str) -> None:
    """Draw the controls of `settings`; `change` is handed new ones. `key` tells these controls from others of the session.

    They stand side by side and go on in the next row where there is no room.
    """
    with st.container(horizontal=True, vertical_alignment="top"):
        choice_of_strategy(settings, change, key)
        if settings.strategy == "semantic":
            semantic(settings, change, key)
        if settings.strategy != "document":
            sizes(settings, change, key)
        if settings.strategy == "parent_child":
            parent_size(settings, change, key)
    st.caption(DESCRIPTIONS[settings.strategy])


def choice_of_strategy(settings: ChunkSettings, change: Change, key: str) -> None:
    """Draw the choice of the strategy; another one starts with its own sizes, since the old ones may be in another unit."""

    def restart(strategy: Strategy) -> None:
        change(replace(settings, strategy=strategy, size=0, overlap=-1, parent_size=ChunkSettings().parent_size))

    st.selectbox(
        "Cut into chunks by",
        get_args(Strategy),
        get_args(Strategy).index(settings.strategy),
        format_func=strategy_name,
        width=220,
        help="How a document becomes the passages that are indexed and found.",
        **state.bind(f"{key}_strategy", settings.strategy, restart),
    )


def sizes(settings: ChunkSettings, change: Change, key: str) -> None:
    """Draw size and overlap in the strategy's unit."""
    size, overlap = resolve_sizes(settings)
    unit = unit_of(settings.strategy)
    step = 10 if size > 64 else 1

    def resize(value: int) -> None:
        overlap = min(settings.overlap, value - 1)
        parent = max(settings.parent_size, value) if settings.strategy == "parent_child" else settings.parent_size
        change(replace(settings, size=value, overlap=overlap, parent_size=parent))

    which = {"parent_child": "Child size", "hierarchical": "Smallest size"}.get(settings.strategy, "Size")
    st.number_input(
        f"{which}, {unit}",
        1,
        max(LARGEST, size),
        size,
        step=step,
        width=150,
        help="The most that a chunk holds, its overlap included. Larger gives fewer chunks with more around each answer.",
        **state.bind(f"{key}_size", size, resize),
    )
    st.number_input(
        f"Overlap, {unit}",
        0,
        size - 1,
        overlap,
        step=min(step, max(1, size - 1)),
        width=150,
        help="How much of the text before a chunk repeats. More loses less at the cuts and indexes more text twice.",
        **bind(key, "overlap", overlap, settings, change),
    )


def semantic(settings: ChunkSettings, change: Change, key: str) -> None:
    """Draw the rule of semantic chunking and its own limit."""
    st.selectbox(
        "Cut at",
        get_args(SemanticRule),
        get_args(SemanticRule).index(settings.semantic_rule),
        format_func=RULES.__getitem__,
        width=230,
        help="Largest drops: between neighbours that are unusually unlike for this document. Likeness to the chunk so far: "
        "before a sentence unlike the mean of those before it in the chunk.",
        **bind(key, "semantic_rule", settings.semantic_rule, settings, change),
    )
    if settings.semantic_rule == "percentile":
        st.number_input(
            "Percentile",
            0.0,
            100.0,
            float(settings.percentile),
            step=1.0,
            format="%.0f" if settings.percentile == round(settings.percentile) else "%.2f",
            width=130,
            help="The share of neighbour pairs, in %, that counts as a drop. Higher cuts more often.",
            **bind(key, "percentile", float(settings.percentile), settings, change),
        )
    else:
        st.number_input(
            "Likeness at least",
            0.0,
            1.0,
            float(settings.chunk_similarity),
            step=0.05,
            format="%.2f",
            width=150,
            help="A sentence joins the chunk from this cosine with its mean on. Higher cuts more often.",
            **bind(key, "chunk_similarity", float(settings.chunk_similarity), settings, change),
        )


def parent_size(settings: ChunkSettings, change: Change, key: str) -> None:
    """Draw the size of the parents."""
    least = resolve_sizes(settings)[0]
    st.number_input(
        "Parent size, tokens",
        min(least, settings.parent_size),
        max(LARGEST, settings.parent_size),
        settings.parent_size,
        step=100,
        width=160,
        help="The most that the chunk handed over holds. Larger gives a model more around the hit, and costs more.",
        **bind(key, "parent_size", settings.parent_size, settings, change),
    )


def bind(key: str, name: str, value: Any, settings: ChunkSettings, change: Change) -> dict[str, Any]:
    """Return key and callback of a widget that shows one setting's `value` and hands on the settings with another."""
    return state.bind(f"{key}_{name}", value, lambda chosen: change(replace(settings, **{name: chosen})))
