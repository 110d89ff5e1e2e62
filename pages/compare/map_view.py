"""The tab Map: all passages in two dimensions, and the text of one that is clicked."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import streamlit as st

from microrag_core import MicroRagError
from microrag_core.chunk_map import ChunkMap, MapLayout, MapMethod, chunk_map, lay_out
from microrag_core.chunk_map.places import prunes
from microrag_core.comparison import Comparison, End
from microrag_core.pipeline import Pipeline
from pages.compare.made_once import passages_key
from pages.compare.map_figure import map_figure, what_to_see
from pages.compare.map_place import draw_found, draw_place
from pages.compare.searching import SEARCHING
from pages.shared import cache, pipelines, state
from pages.shared.held_pipelines import held
from pages.shared.markup import as_markdown
from pages.shared.progress import ProgressBar

HEIGHT = 600
METHODS: Mapping[MapMethod, str] = {"pca": "PCA", "umap": "UMAP"}
WHOLE, AROUND = "Whole map", "Around the question"
SLOW_FROM = 2000


def draw(ready: Mapping[End, Pipeline], comparison: Comparison) -> None:
    """Draw the map of the pipelines that could answer; without a question it shows the passages alone."""
    if not ready:
        st.info("There is no map: neither side could be searched.", icon=":material/map:")
        return
    names = {end: comparison.names.get(end, pipelines.name(end)) for end in pipelines.ENDS}
    method, sentences, around = controls(ready, comparison)
    layout = laid_out(ready, method, sentences)
    drawn = chunk_map(layout, ready, comparison.found)
    if not drawn.places:
        st.info("There is no passage to draw: nothing is indexed on either side.", icon=":material/map:")
        return
    selected = selected_row(drawn)
    corpus = next(iter(ready.values())).corpus
    left, right = st.columns([3, 2], gap="large")
    with left:
        key, report = state.listen("compare_map", lambda event: choose(drawn, event))
        st.plotly_chart(
            map_figure(drawn, corpus, names, selected, around),
            height=HEIGHT,
            key=key,
            on_select=report,
            selection_mode="points",
            config={"modeBarButtonsToRemove": ["select2d", "lasso2d"]},
            alt="Map of all passages; what each side found is in words beside it",
        )
        st.caption(as_markdown(what_to_see(drawn, names, corpus.encoder.dimension)))
    with right:
        if selected is None:
            st.caption("Click a point to read it.")
        else:
            draw_place(ready, names, drawn, selected)
        draw_found(drawn, names)


def draw_alone() -> None:
    """Draw the map of the session's pipelines where there is no question yet."""
    ready: dict[End, Pipeline] = {}
    with ProgressBar(SEARCHING) as bar:
        for end in pipelines.ENDS:
            # A side that cannot be made says why once it is asked.
            with suppress(MicroRagError):
                pipeline = held().pipeline(pipelines.in_use(end))
                pipeline.prepare(bar)
                ready[end] = pipeline
    st.subheader("All passages")
    draw(ready, Comparison("", (), (), {}, {}))


def controls(ready: Mapping[End, Pipeline], comparison: Comparison) -> tuple[MapMethod, bool, bool]:
    """Draw the choices; return the method, whether pruned sentences are drawn, and whether only the question's surroundings."""
    method: MapMethod = state.recall("map_method", "pca")
    view, sentences = state.recall("map_view", WHOLE), state.recall("map_sentences", True)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Placed by",
            list(METHODS),
            format_func=METHODS.__getitem__,
            required=True,
            help="PCA is a plain shadow of the vectors on their two widest directions. UMAP keeps neighbours together instead: "
            "groups stand out more, distances say less.",
            **state.bind("map_method", method, lambda value: state.remember("map_method", value)),
        )
        if comparison.found:
            st.segmented_control(
                "View",
                (WHOLE, AROUND),
                required=True,
                **state.bind("map_view", view, lambda value: state.remember("map_view", value)),
            )
        if any(map(prunes, ready.values())):
            st.toggle(
                "Pruned sentences",
                help="Draw each pruned sentence too. They lie among the passages and do not move them.",
                **state.bind("map_sentences", sentences, lambda value: state.remember("map_sentences", value)),
            )
    return method, sentences, view == AROUND


def laid_out(ready: Mapping[End, Pipeline], method: MapMethod, sentences: bool) -> MapLayout:
    """Return where everything lies, made once; by PCA, saying why, where UMAP cannot be had."""

    def once(by: MapMethod) -> MapLayout:
        key = ("map", by, sentences, *passages_key(ready))
        found: MapLayout = cache.held().once(key, lambda: lay_out(ready, by, sentences=sentences))
        return found

    slow = method == "umap" or sum(len(pipeline.collection) for pipeline in ready.values()) > SLOW_FROM
    with st.spinner("Placing the passages", show_time=True) if slow else st.container():
        try:
            return once(method)
        except MicroRagError as error:
            st.info(f"{as_markdown(str(error))} Until then the map is placed by PCA.", icon=":material/info:")
            return once("pca")


def choose(drawn: ChunkMap, event: Any) -> None:
    """Select the point that was clicked; a click that takes the selection back changes nothing."""
    rows = [point["customdata"] for point in event["selection"]["points"] if point.get("customdata") is not None]
    if rows:
        place = drawn.places[int(rows[0][0] if isinstance(rows[0], list) else rows[0])]
        state.remember("map_place", (place.id, place.ends))


def selected_row(drawn: ChunkMap) -> int | None:
    """Return the row of the selected point; None where there is none, or it is not on this map."""
    wanted = state.recall("map_place", None)
    return next((row for row, place in enumerate(drawn.places) if (place.id, place.ends) == wanted), None)
