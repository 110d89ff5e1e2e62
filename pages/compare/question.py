"""The question: a field, examples to click, and how many results to show."""

from collections.abc import Sequence

import streamlit as st

from microrag_core.corpus import Corpus
from pages.compare import searching
from pages.shared import pipelines, state
from pages.shared.example_questions import example_searches
from pages.shared.markup import as_markdown
from pages.shared.wording import percent


def draw(corpus: Corpus) -> str:
    """Draw the field and the examples; return the question, the first example when none was ever asked."""
    examples = example_searches(corpus)
    here = state.session()
    asked = here.question if here.question or state.recall("asked", False) else next(iter(examples), "")
    field, count = st.columns([4, 1], vertical_alignment="bottom")
    with field:
        st.text_input(
            "Question",
            placeholder="Type what you would ask these documents",
            icon=":material/search:",
            **state.bind("question", asked, ask),
        )
    with count:
        st.slider(
            "Results a side",
            1,
            state.MAXIMUM_TOP_K,
            help="How many results each list shows. More results send more tokens to a model.",
            **state.bind("top_k", here.top_k, pipelines.set_top_k),
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Search", type="primary", icon=":material/search:", on_click=searching.forget)
        draw_examples(examples)
    return asked


def draw_examples(examples: Sequence[str]) -> None:
    """Draw a button for each example question."""
    if examples:
        st.caption("Try:", width="content")
    for number, example in enumerate(examples):
        st.button(as_markdown(example), key=f"example_{number}", on_click=state.acting(ask), args=(example,), wrap=True)


def ask(question: str) -> None:
    """Ask another question; a blank one is kept too, so that the page can say what is missing."""
    state.session().question = question.strip()
    state.remember("asked", True)


def say_what_was_read(corpus: Corpus, query: str) -> None:
    """Say so when the question is longer than the model reads."""
    fraction = float(corpus.encoder.read_fractions([query])[0])
    if fraction < 1:
        st.warning(
            f"The model reads {percent(fraction)} of this question of {len(query):,} characters; the rest has no say.",
            icon=":material/content_cut:",
        )
