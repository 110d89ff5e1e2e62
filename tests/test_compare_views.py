"""The tabs Context and Map of the Compare page, without a browser."""

import re
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from app_pages import open_page, session
from streamlit.testing.v1 import AppTest

from microrag_core import Corpus, Document
from microrag_core.chunk_map import chunk_map, lay_out
from microrag_core.comparison import DEPTH, Comparison, compare_pipelines
from microrag_core.datatypes import Context, Passage
from microrag_core.embedding import Encoder
from microrag_core.pipeline import Pipeline, read_pipeline
from pages.compare.context_figure import context_figure
from pages.compare.context_passage import passage_html, stretches
from pages.compare.context_view import difference, saved
from pages.compare.map_figure import axis_title, joints, map_figure, what_to_see
from pages.compare.map_place import in_words, text
from pages.compare.map_view import choose
from pages.shared.colors import KEPT, PRUNED

PAGE = "pages/compare/page.py"
QUESTION = "When does the ferry leave?"
NAMES = {"left": "Naive", "right": "Pruned"}
MARKUP = "<img src=x onerror=alert(1)> costs $5 and $6"
TEXTS = {
    "Ferry times": "The ferry leaves at nine. The ferry departs at nine o'clock. Dogs travel free. It rained on Sunday.",
    "Ferry times again": "The ferry leaves at nine. The ferry departs at nine o'clock. Cats travel in a box.",
    "Bread": "Bread rises because yeast makes gas. Gluten holds the gas. A warm kitchen speeds the dough up.",
    MARKUP: f"{MARKUP}. The ferry is painted white. A <b>ferry</b> & its crew rest at night.",
}


@pytest.fixture(scope="module")
def corpus(encoder: Encoder) -> Corpus:
    return Corpus.build([Document(title, body) for title, body in TEXTS.items()], encoder)


@pytest.fixture
def app() -> AppTest:
    return open_page(PAGE)


def open_tab(app: AppTest, name: str) -> AppTest:
    session(app).compare_tab = name
    app.run()
    assert not app.exception
    return app


def two(corpus: Corpus, left: str, right: str, question: str = QUESTION) -> tuple[dict[Any, Pipeline], Comparison]:
    pipelines = {"left": Pipeline(corpus, read_pipeline(left)), "right": Pipeline(corpus, read_pipeline(right))}
    return pipelines, compare_pipelines(pipelines["left"], pipelines["right"], question)


def html(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


def captions(app: AppTest) -> str:
    return " ".join(item.value for item in app.caption).replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")


def control(app: AppTest, kind: str, label: str) -> Any:
    return next(item for item in app.get(kind) if item.label == label)


def passages_in(app: AppTest) -> list[str]:
    return [body.proto.body for body in app.get("html") if "Number in the context" in body.proto.body]


def traces(figure: go.Figure) -> dict[str, Any]:
    return {trace.name: trace for trace in figure.data if trace.name}


# The context


def test_full_context_offers_the_mixed_one_with_its_figures(app: AppTest) -> None:
    open_tab(app, "Context")
    here = session(app)
    pipeline = Pipeline(here.corpus, read_pipeline("prune=soft_coverage"))
    hits = pipeline.search(app.session_state["widget_question"])
    full = pipeline.context(app.session_state["widget_question"], hits)
    mixed = Pipeline(here.corpus, read_pipeline("prune=soft_coverage,context=mixed")).context(full.query, hits)
    assert f"{full.tokens:,} of {full.tokens_full:,}" in html(app)
    assert f"→ {full.tokens:,}<" in html(app), "the header has the same number"
    assert re.search(r"The other side, Naive.*?given in full; [\d,]+ more than this side", html(app))
    offer = next(item.value for item in app.markdown if "A mixed context would send" in item.value)
    assert f"**{mixed.tokens:,} of {mixed.tokens_full:,}** tokens" in offer
    assert len(passages_in(app)) == 5
    assert all(">RAW</span>" in body for body in passages_in(app))
    control(app, "button", "Try mixed context").click().run()
    assert here.pipelines["right"].settings.context.context == "mixed"
    assert here.pipelines["left"].settings.context.context == "full"
    assert f"→ {mixed.tokens:,}<" in html(app)
    assert f"{mixed.tokens:,} of {mixed.tokens_full:,}" in html(app)
    for passage, body in zip(mixed.passages, passages_in(app), strict=True):
        assert f">{passage.treatment.replace('_', ' ').upper()}</span>" in body
        assert f"{passage.tokens:,} of {passage.tokens_full:,} token" in body
        assert passage.reason[1:].replace("'", "&#x27;") in body


def test_what_was_left_out_is_shown_on_request_and_sides_switch(app: AppTest) -> None:
    open_tab(app, "Context")
    control(app, "button", "Try mixed context").click().run()
    assert "with what was left out" not in html(app)
    control(app, "toggle", "Show what was left out").set_value(True).run()
    shorter = [body for body in passages_in(app) if ">RAW</span>" not in body]
    assert shorter
    assert all("with what was left out" in body for body in shorter)
    assert "pruned before" in html(app)
    session(app).values["context_side"] = "left"
    app.run()
    assert all(">RAW</span>" in body for body in passages_in(app))
    assert "Try mixed context" in [button.label for button in app.button]


def test_settings_of_the_context_change_it(app: AppTest) -> None:
    open_tab(app, "Context")
    kinds = [box for box in app.selectbox if box.label == "A model is handed"]
    kinds[-1].set_value("compressed").run()
    assert session(app).pipelines["right"].settings.context.context == "compressed"
    assert not any(">RAW</span>" in body for body in passages_in(app))
    before = html(app)
    budget = [field for field in app.number_input if field.label == "Token budget"][-1]
    budget.set_value(60).run()
    assert session(app).pipelines["right"].settings.context.token_budget == 60
    tokens = int(re.search(r"Tokens of the context</div><div><span[^>]*>(\d+) of", html(app)).group(1))
    assert tokens <= 60
    assert html(app) != before
    assert not app.exception


def test_whole_text_is_what_a_model_reads(app: AppTest) -> None:
    open_tab(app, "Context")
    app.session_state["context_text_right"] = True
    app.run()
    here = session(app)
    pipeline = Pipeline(here.corpus, read_pipeline("prune=soft_coverage"))
    asked = app.session_state["widget_question"]
    assert pipeline.context(asked, pipeline.search(asked)).text in [code.value for code in app.code]
    assert "Download the context (TXT)" in [item.proto.label for item in app.get("download_button")]


def test_context_without_hits_says_so(app: AppTest) -> None:
    here = session(app)
    here.corpus = Corpus.build([Document("Bread", TEXTS["Bread"])], here.corpus.encoder)
    here.pipelines["right"] = here.pipelines["right"].changed({"retriever": "bm25"}, here.corpus.settings, 5)
    here.question = "zebra"
    open_tab(app, "Context")
    assert "Nothing was found, so a model is given nothing." in [item.value for item in app.info]
    assert not app.exception


def context_of(corpus: Corpus, settings: str) -> tuple[Pipeline, Context]:
    pipeline = Pipeline(corpus, read_pipeline(settings))
    return pipeline, pipeline.context(QUESTION, pipeline.search(QUESTION))


def shown(pipeline: Pipeline, passage: Passage) -> str:
    key = passage.hit.document.id
    return passage_html(passage, pipeline.corpus.parts[key].sentences, pipeline.kept(key), everything=True)


@pytest.mark.parametrize("side", ["", "prune=lead,budget=0.6,"])
@pytest.mark.parametrize("compressor", ["late_interaction", "sentences", "keywords", "entities", "first_words"])
def test_faded_passage_has_every_character_once(corpus: Corpus, side: str, compressor: str) -> None:
    settings = f"{side}context=compressed,token_share=0.3,first_words=4,kept_sentences=1,compressor={compressor}"
    pipeline, context = context_of(corpus, settings)
    seen = set()
    for passage in context.passages:
        hit, key = passage.hit, passage.hit.document.id
        kept = pipeline.kept(key)
        sentences = corpus.parts[key].sentences
        pruned = [] if kept is None else [(s.start, s.end) for s, keep in zip(sentences, kept, strict=True) if not keep]
        pieces = list(stretches((hit.chunk.start, hit.chunk.end), passage.spans, pruned))
        assert "".join(hit.document.text[start:end] for start, end, _ in pieces) == hit.chunk.text
        given = {row for start, end, kind in pieces if kind == "given" for row in range(start, end)}
        assert given == {row for start, end in passage.spans for row in range(start, end)}
        gone = {row for start, end, kind in pieces if kind == "pruned" for row in range(start, end)}
        assert gone == {row for start, end in pruned for row in range(start, end)}
        seen |= {kind for *_, kind in pieces}
    assert seen >= ({"given", "left out", "pruned"} if side else {"given", "left out"})


def test_passages_escape_what_documents_hold(corpus: Corpus) -> None:
    for settings in ("context=full", "context=compressed,token_share=0.2", "prune=lead,budget=0.4,context=mixed,minimum_raw=1"):
        pipeline, context = context_of(corpus, f"{settings},top_k=4")
        for passage in context.passages:
            body = shown(pipeline, passage)
            assert "<img" not in body
            assert "<b>ferry" not in body
        assert any("&lt;img" in shown(pipeline, passage) for passage in context.passages)
        assert "<img" not in context_figure(context, "Given").to_json()


def test_bars_are_the_tokens(corpus: Corpus) -> None:
    _, context = context_of(corpus, "context=mixed,top_k=4,minimum_raw=1,raw_share=0.2")
    figure = context_figure(context, "Given")
    assert list(figure.data[0].x) == [passage.tokens_full for passage in context.passages]
    assert list(figure.data[1].x) == [passage.tokens for passage in context.passages]
    assert figure.layout.xaxis.title.text
    assert figure.layout.yaxis.title.text


def test_savings_in_words() -> None:
    assert saved(Context("q", (), "", 40, 100)) == "60\N{NO-BREAK SPACE}% saved"
    assert saved(Context("q", (), "", 100, 100)) == "given in full"
    assert saved(Context("q", (), "", 130, 100)) == "30\N{NO-BREAK SPACE}% more than the passages alone"
    assert saved(Context("q", (), "", 0, 0)) == "given in full"
    assert [difference(tokens) for tokens in (3522, -4, 0)] == [
        "3,522 more than this side",
        "4 fewer than this side",
        "as many as this side",
    ]


# The map


def test_map_tells_what_is_seen_and_its_limit(app: AppTest) -> None:
    open_tab(app, "Map")
    assert len(app.get("plotly_chart")) == 1
    assert "% of what tells passages apart, the other 382 dimensions do not show" in captions(app)
    assert "Click a point to read it." in captions(app)
    assert html(app).count("Found by ") == 2
    session(app).values["map_view"] = "Around the question"
    app.run()
    assert not app.exception
    control(app, "toggle", "Pruned sentences").set_value(False).run()
    assert "An orange diamond" not in captions(app)


def test_clicked_point_shows_its_text(app: AppTest) -> None:
    open_tab(app, "Map")
    here = session(app)
    key = next(iter(here.corpus.parts))
    pipeline = Pipeline(here.corpus, read_pipeline("prune=soft_coverage"))
    chunk = next(chunk for chunk in pipeline.collection.chunks if chunk.document == key)
    here.values["map_place"] = (chunk.id, ("right",))
    app.run()
    assert "Kept passage, in Pruned." in html(app)
    assert pipeline.collection.text(chunk.id)[:60] in html(app)
    here.values["map_place"] = ("gone", ("right",))
    app.run()
    assert "Click a point to read it." in captions(app)


def test_blank_question_shows_the_map_alone(app: AppTest) -> None:
    next(field for field in app.text_input if field.label == "Question").set_value("  ").run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1
    assert "Each point is a passage" in captions(app)
    assert "Found by" not in html(app)


def test_missing_umap_is_said_and_pca_shown(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "umap", None)
    session(app).values["map_method"] = "umap"
    open_tab(app, "Map")
    assert "pip install" in " ".join(item.value for item in app.info)
    assert "% of what tells passages apart" in captions(app)


def test_marks_of_the_figure(corpus: Corpus) -> None:
    pipelines, comparison = two(corpus, "top_k=3", "prune=soft_coverage,budget=0.5,top_k=2")
    drawn = chunk_map(lay_out(pipelines), pipelines, comparison.found)
    figure = map_figure(drawn, corpus, NAMES, 0, around=True)
    by_name = traces(figure)
    assert (by_name["Kept passage"].marker.color, by_name["Kept passage"].marker.symbol) == (KEPT, "circle")
    pruned = by_name["Pruned sentence"]
    assert (pruned.marker.color, pruned.marker.symbol) == (PRUNED, "diamond-open")
    assert len(by_name["Kept passage"].x) == len(by_name["Unpruned passage"].x) == len(TEXTS)
    left, right = by_name["Found by Naive, with its rank"], by_name["Found by Pruned, with its rank"]
    assert (left.marker.symbol, list(left.text)) == ("circle-open", ["1", "2", "3"])
    assert (right.marker.symbol, list(right.text)) == ("square-open", ["1", "2"])
    assert {left.marker.color, right.marker.color}.isdisjoint({KEPT, PRUNED})
    np.testing.assert_allclose([by_name["Question"].x[0], by_name["Question"].y[0]], drawn.question)
    assert by_name["Selected"].x[0] == drawn.positions[0][0]
    assert figure.data[-1].name == "Question", "nothing covers the star and its label"
    rows = [row for name in ("Kept passage", "Unpruned passage", "Pruned sentence") for row in by_name[name].customdata]
    assert sorted(rows) == list(range(len(drawn.places)))
    assert "<img" not in figure.to_json()
    assert axis_title(drawn, 0).startswith("First principal component, ")
    assert figure.layout.xaxis.title.text.endswith("of the variance")
    shared = {result.hit.chunk.id for result in comparison.left} & {result.hit.chunk.id for result in comparison.right}
    assert len(joints(drawn.marks)) == 3 * len(shared) > 0


def test_many_points_are_drawn_by_webgl_and_sampling_is_said(corpus: Corpus) -> None:
    pipelines, comparison = two(corpus, "strategy=micro,size=8,top_k=2", "strategy=micro,size=8,prune=lead,top_k=2")
    layout = lay_out(pipelines, limit=9)
    drawn = chunk_map(layout, pipelines, comparison.found)
    assert f"9 of {len(layout.places)} points are drawn" in what_to_see(drawn, NAMES, 384)
    assert {trace.type for trace in map_figure(drawn, corpus, NAMES, None, around=False).data} == {"scatter"}
    many = SimpleNamespace(
        places=drawn.places * 400,
        positions=np.tile(drawn.positions, (400, 1)),
        marks=drawn.marks,
        question=drawn.question,
        explained=drawn.explained,
        total=drawn.total,
    )
    traces = map_figure(many, corpus, NAMES, None, around=False).data
    assert {trace.type for trace in traces[:-1]} == {"scattergl"}
    assert (traces[-1].name, traces[-1].type) == ("Question", "scatter"), "WebGL lies below all else"


def test_place_in_words(corpus: Corpus) -> None:
    pipelines, _ = two(corpus, "top_k=1", "prune=lead,budget=0.3,top_k=1")
    found = {end: pipeline.find(QUESTION, DEPTH) for end, pipeline in pipelines.items()}
    drawn = chunk_map(lay_out(pipelines), pipelines, found)
    said = {}
    for row, place in enumerate(drawn.places):
        said.setdefault((place.state, place.ends), set()).add(in_words(drawn, NAMES, row).partition(" Found")[0])
        assert text(pipelines, place) in corpus.parts[place.document].document.text
    assert said == {
        ("kept", ("right",)): {"Kept passage, in Pruned."},
        ("plain", ("left",)): {"Passage of Naive, unpruned."},
        ("pruned", ()): {"Pruned sentence."},
    }
    top = drawn.marks[0]
    assert in_words(drawn, NAMES, top.rows[0]).endswith("Found: rank 1 in Naive.")


def test_click_on_nothing_changes_nothing(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    pipelines, comparison = two(corpus, "", "prune=lead")
    drawn = chunk_map(lay_out(pipelines), pipelines, comparison.found)
    remembered = {}
    monkeypatch.setattr("pages.compare.map_view.state.remember", remembered.__setitem__)
    choose(drawn, {"selection": {"points": []}})
    choose(drawn, {"selection": {"points": [{"x": 1, "y": 2}]}})
    assert remembered == {}
    choose(drawn, {"selection": {"points": [{"customdata": [3]}]}})
    assert remembered == {"map_place": (drawn.places[3].id, drawn.places[3].ends)}
