"""Which family of index fits the corpus, by size and memory, and what each does when it is tried."""

import numpy as np
import streamlit as st

from microrag_core.chunking import chunk_document
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Progress
from microrag_core.indexing.advisor import Advice, advise
from microrag_core.settings import ChunkSettings
from pages.corpus import unit_choice
from pages.corpus.index_figure import index_figure
from pages.corpus.index_measures import NAMES, Trial, hold_out, in_words, trial_table, try_all
from pages.corpus.units import Unit, Units, sentences_of
from pages.shared import cache, state
from pages.shared.wording import counted

WORK = "measuring the indexes"
MOST_VECTORS = 1_000_000_000
COLUMNS = {
    "Recall@10, %": st.column_config.NumberColumn(format="%.1f %%", help="Share of the ten nearest that it finds."),
    "Queries a second": st.column_config.NumberColumn(format="localized", help="One question at a time, on one thread."),
    "Memory, MB": st.column_config.NumberColumn(format="%.1f", help="What the index holds, in millions of bytes."),
    "Build, s": st.column_config.NumberColumn(format="%.2f", help="Seconds to build it from the vectors."),
    "Lowered": st.column_config.TextColumn(width="large", help="Settings that few vectors do not allow, and why."),
}


def draw(corpus: Corpus) -> None:
    """Draw the section."""
    st.subheader("Index")
    st.caption("A search compares a question with stored vectors. With many of them, an index may skip most, and miss a few.")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        unit = unit_choice.choose("index", "What is indexed", "Each sentence, passage or document has one vector in the index.")
        loaded = count_of(corpus, unit)
        count = vectors(loaded, unit)
        memory = megabytes()
    advice = advise(count, corpus.encoder.dimension, memory or None)
    st.markdown(f"**Advised: {NAMES[advice.kind]}.** {advice.reason}")

    def compute(units: Units, on_progress: Progress) -> Trial:
        held, questions = hold_out(unit, units.vectors, sentences_of(corpus).vectors)
        return try_all(held, questions, advise(*held.shape, memory or None).settings, on_progress)

    call = f"Measure on the {counted(loaded, 'vector')} here"
    trial = unit_choice.run(
        WORK, corpus, unit, compute, call=call, key=(memory, state.recall("index_turn", 0)), by_itself=False
    )
    if trial is not None:
        show(trial, advice)


def count_of(corpus: Corpus, unit: Unit) -> int:
    """Return how many vectors there are; passages are cut and counted, not embedded."""
    if unit == "sentences":
        return sum(len(part.sentences) for part in corpus.parts.values())
    if unit == "documents":
        return len(corpus)
    chunks = state.session().chunks
    return cache.held().once(("passages", tuple(corpus.parts), corpus.encoder.name, chunks), lambda: passages(corpus, chunks))


def passages(corpus: Corpus, chunks: ChunkSettings) -> int:
    """Return how many passages a pipeline without pruning searches."""
    return sum(
        chunk.level == 0
        for part in corpus.parts.values()
        for chunk in chunk_document(
            part.document,
            chunks,
            sentences=part.sentences,
            vectors=part.vectors,
            kept=np.ones(len(part.sentences), dtype=bool),
        )
    )


def show(trial: Trial, advice: Advice) -> None:
    """Draw what was measured: in words, as a table and as a figure."""
    st.markdown(in_words(trial, advice.kind))
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.dataframe(
            trial_table(trial, advice.kind),
            hide_index=True,
            key="index_trial",
            column_config=COLUMNS,
            alt="What each family of index does with these vectors",
        )
        st.caption(
            f"Measured on this machine: {counted(trial.questions, 'sentence')} of the documents stand in as questions, over "
            f"{counted(trial.vectors, 'vector')}. Other work on it slows all down; measure again to be sure."
        )
        st.button("Measure again", icon=":material/refresh:", on_click=forget, help="Speeds differ a little every time.")
    with right:
        st.plotly_chart(
            index_figure(trial, advice.kind), key="index_figure", config={"displayModeBar": False}, alt="Recall against speed"
        )
        st.caption("Up finds more of the ten nearest, right is faster; the advised family is the large mark in colour.")


def forget() -> None:
    """Let the next run measure anew."""
    state.remember("index_turn", state.recall("index_turn", 0) + 1)


def vectors(loaded: int, unit: Unit) -> int:
    """Draw the number of vectors to advise on, those of the corpus unless a person types another; return it."""
    typed = state.recall("index_vectors", {})
    count = typed.get(unit, loaded)
    st.number_input(
        "Vectors",
        1,
        MOST_VECTORS,
        step=1_000,
        width=170,
        help="As many as are loaded here. Type another number to see what would fit then; more calls for a faster index.",
        **state.bind(
            f"index_vectors_{unit}", max(1, count), lambda value: state.remember("index_vectors", {**typed, unit: value})
        ),
    )
    return count


def megabytes() -> int:
    """Draw the memory that the vectors may take; return it, 0 where there is no bound."""
    bound: int = state.recall("index_megabytes", 0)
    st.number_input(
        "Memory at most, MB",
        0,
        MOST_VECTORS,
        step=100,
        width=180,
        help="What the index may take of this machine's memory; 0 is no bound. Less calls for compressed vectors.",
        **state.bind("index_megabytes", bound, lambda value: state.remember("index_megabytes", value)),
    )
    return bound
