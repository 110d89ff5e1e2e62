"""The views below the graph; each is computed only while it is open."""

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from microrag_core.datatypes import PrunedDocument
from microrag_core.export import file_stem
from microrag_core.split_document import SplitDocument
from pages.explore import chunks, code
from pages.explore import curve_figure as curve
from pages.explore import heat_map_figure as heat_map
from pages.explore.sentence_state import SentenceState
from pages.shared import cache, state
from pages.shared.pruning_controls import method_name

NAMES = ("Coverage curve", "Heat map", "Chunks", "At risk", "Pruned text", "Settings as code")
# No count in a name: Streamlit knows the open tab by it, and a slider would close the tab.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def draw(part: SplitDocument, pruned: PrunedDocument, states: Sequence[SentenceState]) -> None:
    """Draw the tabs and the content of the open one."""
    open_one = state.session().tab
    tabs = st.tabs(NAMES, **state.bind("explore_tab", open_one if open_one in NAMES else NAMES[0], state.open_tab))
    contents: tuple[Callable[[], None], ...] = (
        lambda: coverage_curve(part, pruned),
        lambda: similarity_heat_map(part),
        lambda: chunks.draw(part, pruned),
        lambda: at_risk(pruned, states),
        lambda: pruned_text(pruned),
        lambda: settings_as_code(pruned),
    )
    for tab, draw_content in zip(tabs, contents, strict=True):
        if tab.open:
            with tab:
                draw_content()


def coverage_curve(part: SplitDocument, pruned: PrunedDocument) -> None:
    """Draw the covered share against the budget."""
    settings, pins = state.settings(), state.pins()
    shared = (settings.method, settings.budget_unit, settings.neighbors, settings.minimum_similarity)
    key = (*vectors_key(part), *shared, settings.at_risk_below, settings.seed, tuple(sorted(pins.items())))
    curves = cache.computed("coverage curves", key, lambda: curve.coverage_curves(part, settings, pins))
    covered = pruned.covered_fraction
    st.plotly_chart(
        curve.curve_figure(curves, settings, covered, method_name),
        height=380,
        key="explore_curve",
        alt="Share of sentences covered against the budget, for the method in use and for random choice",
    )
    st.caption(curve.what_to_see(curves, settings, covered, method_name))


def similarity_heat_map(part: SplitDocument) -> None:
    """Draw how similar all sentences are to each other."""
    pooled = cache.computed("heat map", vectors_key(part), lambda: heat_map.pooled_similarity(part.vectors))
    st.plotly_chart(
        heat_map.heat_map_figure(pooled),
        height=600,
        key="explore_heat_map",
        alt="Similarity of each sentence to each other one",
    )
    st.caption(heat_map.what_to_see(pooled))


def at_risk(pruned: PrunedDocument, states: Sequence[SentenceState]) -> None:
    """Draw the table of pruned sentences that no kept one is close to."""
    below = state.settings().at_risk_below
    if not len(pruned.at_risk):
        st.success(f"Every pruned sentence has a kept one that is at least {below:.2f} similar.", icon=":material/check:")
        return
    st.markdown(
        f"{len(pruned.at_risk):,} pruned sentences have no kept one that is at least {below:.2f} similar: what they say may be "
        "lost. The threshold is in the sidebar under More."
    )
    table = at_risk_table(pruned, states)
    st.dataframe(
        table,
        hide_index=True,
        key="explore_at_risk",
        column_config={
            "Number": st.column_config.NumberColumn(width=80),
            "Similarity": st.column_config.NumberColumn(format="%.2f", width=90),
            "Closest kept": st.column_config.NumberColumn(width=110),
            "Sentence": st.column_config.TextColumn(width="large"),
            "Closest kept sentence": st.column_config.TextColumn(width="large"),
        },
    )
    name = f"{file_stem(pruned.document.label)}-at-risk.csv"
    st.download_button(
        "Download as CSV",
        lambda: as_csv(table),
        name,
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="risk_csv",
    )


def at_risk_table(pruned: PrunedDocument, states: Sequence[SentenceState]) -> pd.DataFrame:
    """Return the sentences at risk, the least covered first, each with the kept sentence that is closest."""
    covers = [int(pruned.selection.covered_by[row]) for row in pruned.at_risk]
    return pd.DataFrame(
        {
            "Number": [int(row) + 1 for row in pruned.at_risk],
            "Sentence": [states[row].text for row in pruned.at_risk],
            "Similarity": [float(pruned.selection.cover_similarity[row]) for row in pruned.at_risk],
            "Closest kept": pd.array([cover + 1 if cover >= 0 else None for cover in covers], dtype="Int64"),
            "Closest kept sentence": [states[cover].text if cover >= 0 else "" for cover in covers],
        }
    )


def as_csv(table: pd.DataFrame) -> bytes:
    """Return a table as UTF-8 CSV; an apostrophe keeps a spreadsheet from running text that begins like a formula."""
    guarded = table.map(lambda cell: f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS) else cell)
    return guarded.to_csv(index=False).encode("utf-8-sig", "replace")


def pruned_text(pruned: PrunedDocument) -> None:
    """Show the kept text, to copy or to download."""
    if not pruned.text:
        st.info("Nothing is kept: every sentence was pruned by hand.", icon=":material/content_cut:")
        return
    st.download_button(
        "Download as .txt",
        pruned.text.encode("utf-8", "replace"),
        f"{file_stem(pruned.document.label)}.txt",
        "text/plain",
        icon=":material/download:",
        on_click="ignore",
        key="pruned_txt",
    )
    st.code(pruned.text, language=None, wrap_lines=True, height=420 if len(pruned.text) > 1500 else "content")


def settings_as_code(pruned: PrunedDocument) -> None:
    """Show the Python and the command line that give the same pruning."""
    document, settings, pins, model = pruned.document, state.settings(), state.pins(), state.session().model
    known = bool(document.source)
    st.markdown("Python" if known else f"Python: save the text as {code.UNSAVED} first, it came without a file")
    st.code(code.as_python(document, settings, pins, model), language="python", wrap_lines=True)
    st.markdown("Command line")
    st.code(code.as_command(document, settings, pins, model), language="bash", wrap_lines=True)
    st.caption(
        "The file's name is the one that the document was loaded from; put the folder before it where that is elsewhere."
    )


def vectors_key(part: SplitDocument) -> tuple[str, str]:
    """Return what tells the vectors of a document from all others: its id and the model's name."""
    return part.document.id, state.corpus().encoder.name
