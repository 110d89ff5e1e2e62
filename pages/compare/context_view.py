"""The tab Context: what a model is given of the passages that one side found, and what that saves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from microrag_core.comparison import Comparison, End
from microrag_core.datatypes import Context, Retrieved
from microrag_core.pipeline import Pipeline
from microrag_core.settings import ContextSettings
from pages.compare.changing import changes
from pages.compare.context_controls import NAME_CHARACTERS, kind, more, side
from pages.compare.context_figure import context_figure
from pages.compare.context_passage import legend, passage_html
from pages.compare.made_once import passages_key
from pages.shared import cache, figures, pipelines, state
from pages.shared.figures import Figure
from pages.shared.wording import counted, cut_in_the_middle, percent

TEXT_HEIGHT = 420
WORDS = {"raw": "raw", "compressed": "compressed", "left_out": "left out"}


def draw(ready: Mapping[End, Pipeline], comparison: Comparison) -> None:
    """Draw the context of one side, the other one click away."""
    if not comparison.found:
        st.info("There is no context: neither side has searched.", icon=":material/description:")
        return
    left, right = st.columns([2, 3])
    with left:
        end = side(comparison)
    with right:
        kind(end)
    more(end)
    contexts = contexts_of(ready, comparison)
    context = contexts[end]
    if not context.passages:
        st.info("Nothing was found, so a model is given nothing.", icon=":material/search_off:")
        return
    figures.draw(cards(contexts, comparison, end))
    pipeline = ready[end]
    if pipeline.settings.context.context == "full":
        offer_mixed(pipeline, comparison, end)
    else:
        bars(
            context,
            "Given to a model",
            "The farther the wide bar reaches, the more of a passage was left out.",
        )
    draw_passages(pipeline, context, end)
    draw_text(context, end)


def contexts_of(ready: Mapping[End, Pipeline], comparison: Comparison) -> dict[End, Context]:
    """Return what a model is given of each side that has searched."""
    return {end: context_of(ready[end], comparison.query, found.hits) for end, found in comparison.found.items()}


def context_of(pipeline: Pipeline, query: str, hits: Sequence[Retrieved], settings: ContextSettings | None = None) -> Context:
    """Return what a model is given of the hits, made once for each question and each way to make it."""
    settings = settings or pipeline.settings.context
    asked = (query, repr(settings), repr(pipeline.settings.retriever), tuple(hit.chunk.id for hit in hits))
    key = (*passages_key({"right": pipeline}), *asked)
    context: Context = cache.computed("context", key, lambda: pipeline.context(query, hits, settings))
    return context


def cards(contexts: Mapping[End, Context], comparison: Comparison, end: End) -> list[Figure]:
    """Return the figures: what this side costs, how its passages are treated, and what the other side costs."""
    context = contexts[end]
    counts = Counter(passage.treatment for passage in context.passages)
    treated = ", ".join(f"{counts[key]} {word}" for key, word in WORDS.items() if counts[key])
    full = "Headings and tags included, beside what the same passages would cost raw. Counted as cl100k_base."
    found = [
        Figure("Tokens of the context", f"{context.tokens:,} of {context.tokens_full:,}", saved(context), full),
        Figure("Passages", treated, f"of {len(context.passages)} found"),
    ]
    for other, beside in contexts.items():
        if other != end:
            label = f"The other side, {cut_in_the_middle(comparison.names[other], NAME_CHARACTERS)}"
            said = f"{saved(beside)}; {difference(beside.tokens - context.tokens)}"
            found.append(Figure(label, counted(beside.tokens, "token"), said, full))
    return found


def difference(tokens: int) -> str:
    """Say how many more tokens the other side takes than the one that is shown; negative for fewer."""
    if not tokens:
        return "as many as this side"
    return f"{abs(tokens):,} {'more' if tokens > 0 else 'fewer'} than this side"


def saved(context: Context) -> str:
    """Say how many of the tokens a context saves, or how many more it takes."""
    if context.tokens == context.tokens_full:
        return "given in full"
    return f"{percent(context.saved)} saved" if context.saved > 0 else f"{percent(-context.saved)} more than the passages alone"


def offer_mixed(pipeline: Pipeline, comparison: Comparison, end: End) -> None:
    """Draw what a mixed context would do with these passages, and the button that takes it."""
    mixed = replace(pipeline.settings.context, context="mixed")
    context = context_of(pipeline, comparison.query, comparison.found[end].hits, mixed)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"Every passage is given in full. A mixed context would send **{context.tokens:,} of {context.tokens_full:,}** "
            f"tokens, {saved(context)}.",
            width="content",
        )
        st.button(
            "Try mixed context",
            key=f"try_mixed_{end}_{pipelines.turn(end)}",
            icon=":material/compress:",
            type="primary",
            on_click=changes(end),
            args=({"context": "mixed"},),
            help="The closest passages stay whole; of the others the sentences stay that the question needs.",
        )
    bars(context, "With a mixed context", "The narrow bars show what a mixed context would leave of each passage.")


def bars(context: Context, name: str, caption: str) -> None:
    """Draw the tokens of each passage."""
    alt = "Tokens of each passage in full and as given; the list below has the same in words"
    st.plotly_chart(context_figure(context, name), key="context_bars", config={"displayModeBar": False}, alt=alt)
    st.caption(caption)


def draw_passages(pipeline: Pipeline, context: Context, end: End) -> None:
    """Draw each passage with its treatment, and on request what was left out."""
    everything = False
    if any(passage.treatment != "raw" for passage in context.passages):
        everything = state.recall("context_everything", False)
        st.toggle(
            "Show what was left out",
            help="Shows each passage that is not whole with what was left out faded.",
            **state.bind("context_everything", everything, lambda value: state.remember("context_everything", value)),
        )
    marks = {passage.hit.document.id: pipeline.kept(passage.hit.document.id) for passage in context.passages}
    if everything:
        st.html(legend(any(kept is not None for kept in marks.values())))
    for passage in context.passages:
        key = passage.hit.document.id
        with st.container(border=True):
            st.html(passage_html(passage, pipeline.corpus.parts[key].sentences, marks[key], everything=everything))


def draw_text(context: Context, end: End) -> None:
    """Draw the whole text that a model reads, made only when it is opened, with copy and download."""
    opened = st.expander("The whole context as a model reads it", on_change="rerun", key=f"context_text_{end}")
    if not opened.open:
        return
    with opened:
        st.code(context.text, language=None, wrap_lines=True, height=TEXT_HEIGHT)
        st.download_button(
            "Download the context (TXT)",
            context.text.encode("utf-8", "replace"),
            "context.txt",
            "text/plain",
            icon=":material/download:",
            on_click="ignore",
        )
