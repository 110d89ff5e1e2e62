"""What several documents say alike: groups of near-duplicate texts, where they stand, and what one of each would save."""

from typing import Any

import streamlit as st

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Progress
from microrag_core.pruning.repetition import REPEATED_FROM, SHARED_WORDS, Group, find_repetition
from pages.corpus import repeated_members, unit_choice
from pages.corpus.repeated_groups import Repetition, arrange, groups_table, in_words, still_kept, to_jsonl
from pages.corpus.shared_figure import shared_figure
from pages.corpus.units import Units
from pages.shared import figures, state
from pages.shared.figures import Figure
from pages.shared.wording import counted, percent

WORK = "looking for repetition"
ACROSS, ANYWHERE = "Across documents", "Anywhere"
COLUMNS = {
    "Text": st.column_config.TextColumn(width=560, help="The first of the group in the order of the documents."),
    "Documents": st.column_config.NumberColumn(format="localized", width=90, help="How many documents have it."),
    "Times": st.column_config.NumberColumn(format="localized", width=70, help="How often it stands in all of them."),
    "Least alike": st.column_config.NumberColumn(
        format="%.2f", width=90, help="The lowest similarity of two in the group; 1 is equal."
    ),
    "Tokens saved": st.column_config.NumberColumn(format="localized", width=110, help="Tokens of all but the first."),
}


def draw(corpus: Corpus) -> None:
    """Draw the section."""
    st.subheader("Repetition across documents")
    st.caption("Pruning looks at one document at a time. Here is what stands in several, word for word or nearly so.")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        unit = unit_choice.choose(
            "repetition", "What is compared", "Sentences show shared boilerplate, documents show copies and new versions."
        )
        threshold = similarity()
        across = where() if unit != "documents" else True
        shared = shared_words()
    if not corpus.parts:
        return

    def compute(units: Units, on_progress: Progress) -> Any:
        groups = find_repetition(
            units.owners, units.texts, units.vectors, threshold, shared_words=shared, on_progress=on_progress
        )
        return units, groups

    made = unit_choice.run(WORK, corpus, unit, compute, call="Look for repetition", key=(threshold, shared))
    if made is not None:
        show(arrange(unit, *made, across=across), corpus)


def similarity() -> float:
    """Draw the slider of the least similarity and return its value."""
    value = float(state.recall("repeated_from", REPEATED_FROM))
    st.slider(
        "Alike from",
        0.7,
        1.0,
        step=0.01,
        width=220,
        help="Two texts repeat each other from this similarity (cosine) on. Lower finds looser paraphrases, and false alarms.",
        **state.bind("repeated_from", value, lambda chosen: state.remember("repeated_from", chosen)),
    )
    return value


def where() -> bool:
    """Draw the choice of the groups shown; return whether only those in several documents are."""
    value = state.recall("repeated_where", ACROSS)
    st.segmented_control(
        "Which groups",
        (ACROSS, ANYWHERE),
        required=True,
        help="Across documents: groups that stand in two or more. Anywhere: also what one document says twice.",
        **state.bind("repeated_where", value, lambda chosen: state.remember("repeated_where", chosen)),
    )
    return bool(value == ACROSS)


def shared_words() -> float:
    """Draw the slider of the words that must be shared, folded away, and return its value."""
    value = float(state.recall("repeated_words", SHARED_WORDS))
    with st.popover("More", icon=":material/tune:"):
        st.slider(
            "Words shared",
            0.0,
            1.0,
            step=0.05,
            help="The least share of two texts' words that both have. It tells apart what only another date or number does. "
            "Higher is stricter; 0 leaves the words out.",
            **state.bind("repeated_words", value, lambda chosen: state.remember("repeated_words", chosen)),
        )
    return value


def show(found: Repetition, corpus: Corpus) -> None:
    """Draw the figures, what they mean, the table and the group that is selected in it."""
    if not found.groups:
        nothing(found)
        return
    totals(found, corpus)
    st.markdown(in_words(found, corpus))
    group = table(found, corpus)
    drawn = shared_figure(found, corpus) if found.unit != "documents" else None
    left, right = st.columns([3, 2], gap="large") if drawn else (st.container(), None)
    with left:
        repeated_members.draw(found, group, corpus)
    if right is not None and drawn is not None:
        with right:
            figure, caption = drawn
            alt = "Share of each document that stands in another too"
            st.plotly_chart(figure, key="shared", config={"displayModeBar": False}, alt=alt)
            st.caption(caption)


def nothing(found: Repetition) -> None:
    """Say that nothing repeats at this similarity."""
    st.info(
        f"None of the {counted(len(found.units), found.unit[:-1])} repeats another at this similarity. Lower it to see looser "
        "likenesses.",
        icon=":material/check:",
    )


def totals(found: Repetition, corpus: Corpus) -> None:
    """Draw the figures above the table."""
    repeats, total = int(found.repeats.sum()), int(found.units.tokens.sum())
    saved = percent(found.tokens_saved / total if total else 0.0)
    cards = [
        Figure("Groups", f"{len(found.groups):,}", "of texts alike", "In a group any two repeat each other."),
        Figure(
            "Repeats",
            f"{repeats:,}",
            f"of {counted(len(found.units), found.unit[:-1])}",
            "All members of the groups but the first of each.",
        ),
        Figure("One of each saves", f"{found.tokens_saved:,}", f"of {total:,} tokens, {saved}", "Counted as cl100k_base."),
    ]
    if found.unit == "sentences":
        left = still_kept(found, corpus)
        about = "Pruning works inside a document: it does not see what another one says."
        cards.append(Figure("Left after pruning", f"{left:,}", f"of {counted(repeats, 'repeat')}", about))
    figures.draw(cards)


def table(found: Repetition, corpus: Corpus) -> Group:
    """Draw the table of groups with its download; return the group that is ticked, the first unless a person ticks one."""
    chosen = st.dataframe(
        groups_table(found),
        hide_index=True,
        column_config=COLUMNS,
        on_select="rerun",
        selection_mode="single-row",
        key=f"repeated_{hash((found.unit, found.groups))}",
        alt="Groups of texts that repeat one another",
    )
    st.caption("Click a column to sort it; the icons above the table search and download it. Tick a row to see its places.")
    st.download_button(
        "Groups with all their places",
        lambda: to_jsonl(found, corpus),
        f"repeated-{found.unit}.jsonl",
        "application/jsonl",
        icon=":material/download:",
        on_click="ignore",
        key="repeated_jsonl",
        help="A line a group: counts, and each member with its document, its span and its text.",
    )
    rows = chosen["selection"]["rows"]
    return found.groups[rows[0] if rows and rows[0] < len(found.groups) else 0]
