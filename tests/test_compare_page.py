"""The Compare page as a person uses it, without a browser."""

import json
import re
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from app_pages import open_page, session
from streamlit.testing.v1 import AppTest

from microrag_core import Corpus, Document, compare
from microrag_core.comparison import naive_and_pruned
from microrag_core.pipeline import Pipeline, PipelineSettings, pipeline_from_json, read_pipeline
from microrag_core.pipeline.saved import delete, save, saved
from microrag_core.settings import ChunkSettings
from pages.compare.changing import changes
from pages.shared import pipelines, state
from pages.shared.chosen import Chosen
from pages.shared.pipeline_controls import differing, values_of
from pages.shared.pipeline_presets import PRESETS
from pages.shared.pipeline_words import title

ROOT = Path(__file__).resolve().parent.parent
PAGE = "pages/compare/page.py"


def html(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


def cards(app: AppTest) -> list[str]:
    return [element.proto.body for element in app.get("html") if "font-size:1.25em" in element.proto.body]


def lists(app: AppTest) -> tuple[list[str], list[str]]:
    """The cards of the left side and of the right side."""
    columns = [column for column in app.get("column") if column.subheader]
    sides = [[e.proto.body for e in column.get("html") if "font-size:1.25em" in e.proto.body] for column in columns]
    return sides[0], sides[1]


def control(app: AppTest, key: str) -> Any:
    """The control of the pipeline in use with a key such as `stages_left_alpha`."""
    return next(widget for widget in widgets(app) if plain(widget.key) == f"widget_{key}")


def plain(key: str | None) -> str:
    """A widget's key without the number that tells the pipelines apart that a side had one after another."""
    return re.sub(r"_(left|right)_\d+", r"_\1", key or "")


def widgets(app: AppTest) -> list[Any]:
    return [*app.selectbox, *app.slider, *app.number_input, *app.text_input]


def shown(app: AppTest, end: str) -> set[str]:
    """The names of the settings that have a control on one side."""
    start = f"widget_stages_{end}_"
    return {plain(widget.key).removeprefix(start) for widget in widgets(app) if plain(widget.key).startswith(start)}


def choose(app: AppTest, end: str, name: str) -> AppTest:
    return control(app, f"pipeline_{end}").set_value(name).run()


def press(app: AppTest, key: str) -> AppTest:
    return next(button for button in app.button if button.key == key).click().run()


def headings(app: AppTest) -> list[str]:
    return [heading.value.replace("\\", "") for heading in app.subheader][:2]


def link(**parts: str) -> AppTest:
    """The page as a link to it opens in a session of its own."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for key, value in parts.items():
        app.query_params[key] = value
    app.run().switch_page(PAGE).run()
    assert not app.exception
    return app


def send(app: AppTest, address: dict[str, Any]) -> None:
    """Let the browser stand at an address."""
    app.query_params.clear()
    for name, value in address.items():
        app.query_params[name] = value


def question(app: AppTest) -> Any:
    return next(field for field in app.text_input if field.label == "Question")


def examples(app: AppTest) -> list[Any]:
    return [button for button in app.button if button.key and button.key.startswith("example_")]


def said(app: AppTest) -> str:
    return " ".join(item.value for item in [*app.warning, *app.error, *app.info]).replace("\\", "")


def use(app: AppTest, *documents: Document) -> AppTest:
    here = session(app)
    here.corpus = Corpus.build(documents, here.corpus.encoder)
    return app.run()


@pytest.fixture
def app() -> AppTest:
    return open_page(PAGE)


@pytest.fixture
def small(app: AppTest) -> AppTest:
    """The page over three short documents, which every pipeline cuts and embeds in a moment."""
    texts = {
        "Ferry times": "The ferry leaves at nine. The ferry departs at nine o'clock. Dogs travel free. It rained on Sunday.",
        "Ferry times again": "The ferry leaves at nine. The ferry departs at nine o'clock. Cats travel in a box.",
        "Bread": "Bread rises because yeast makes gas. Gluten holds the gas. A warm kitchen speeds the dough up.",
    }
    session(app).question = "When does the ferry leave?"
    return use(app, *(Document(title, text) for title, text in texts.items()))


def pipelines_of(app: AppTest) -> dict[str, PipelineSettings]:
    here = session(app)
    return {end: chosen.in_use(here.corpus.settings, here.top_k) for end, chosen in here.pipelines.items()}


def test_empty_start_runs_the_first_example(app: AppTest) -> None:
    asked = question(app).value
    assert asked == examples(app)[0].label.replace("\\", "")
    assert 3 <= len(examples(app)) <= 4
    assert len(cards(app)) == 10
    corpus = session(app).corpus
    comparison = compare(corpus, asked, 5)
    given = [
        Pipeline(corpus, settings).context(asked, [result.hit for result in results]).tokens
        for settings, results in zip(naive_and_pruned(corpus), (comparison.left, comparison.right), strict=True)
    ]
    assert f"{given[0]:,} → {given[1]:,}" in html(app)
    assert given[1] > comparison.tokens("right")
    assert f"{comparison.overlap} of 5" in html(app)
    assert not {"q", "left", "right"} & app.query_params.keys()
    assert headings(app) == ["Naive", "Pruned"]


def test_examples_of_the_sample_have_answers(app: AppTest) -> None:
    lines = (ROOT / "sample" / "queries.jsonl").read_text("utf-8").splitlines()
    answered = {item["text"] for item in map(json.loads, filter(None, lines)) if item["answer"]}
    assert {button.label.replace("\\", "") for button in examples(app)} <= answered


def test_question_and_count_last_and_stand_in_the_address(app: AppTest) -> None:
    examples(app)[1].click()
    app.run()
    asked = examples(app)[1].label.replace("\\", "")
    assert question(app).value == asked
    next(slider for slider in app.slider if slider.label == "Results a side").set_value(2).run()
    assert len(cards(app)) == 4
    assert app.query_params["q"] == asked
    assert app.query_params["k"] == "2"
    app.switch_page("pages/corpus/page.py").run()
    app.switch_page(PAGE).run()
    assert question(app).value == asked
    assert len(cards(app)) == 4


def test_link_with_a_question() -> None:
    other = link(q="Why does bread rise?", k="99")
    assert question(other).value == "Why does bread rise?"
    assert session(other).top_k == 20
    assert len(cards(other)) == 40


def test_blank_question_says_what_to_do(app: AppTest) -> None:
    question(app).set_value("   ").run()
    assert "The question is empty" in said(app)
    assert not cards(app)
    assert question(app).value == ""
    question(app).set_value("bread").run()
    assert len(cards(app)) == 10


def test_markup_in_the_question_and_in_documents_is_shown_literally(app: AppTest) -> None:
    evil = "<img src=x onerror=alert(1)> **bold** $x$ [a](b)"
    use(
        app,
        Document(evil, f"{evil} is the sentence. Another sentence stands here."),
        Document("Plain", "Nothing else is said."),
    )
    question(app).set_value(evil).run()
    assert not app.exception
    assert question(app).value == evil
    assert "<img" not in html(app)
    assert "&lt;img src=x onerror=alert(1)&gt;" in html(app)
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert "<img" not in json.dumps(spec)


def test_long_question_says_how_much_was_read(app: AppTest) -> None:
    question(app).set_value("How are earthquakes measured in the mountains? " * 430).run()
    assert re.search(r"The model reads \d+\xa0% of this question of 20,\d{3} characters", said(app))
    assert len(cards(app)) == 10
    assert "q" not in app.query_params


def test_question_in_another_language(app: AppTest) -> None:
    question(app).set_value("地震はどこで起きましたか？").run()
    assert not app.exception
    assert len(cards(app)) == 10


def test_a_stopped_search_waits_until_it_is_wanted(app: AppTest) -> None:
    session(app).values["stop_pressed"] = "searching"
    app.run()
    assert "Stopped before all documents were embedded" in said(app)
    assert not cards(app)
    next(button for button in app.button if button.label == "Go on").click()
    app.run()
    assert len(cards(app)) == 10


def test_the_same_search_is_not_done_twice(app: AppTest) -> None:
    first = session(app).values["comparison"][1]
    app.run()
    assert session(app).values["comparison"][1] is first
    session(app).corpus = session(app).corpus.without([first.comparison.right[0].hit.document.id])
    app.run()
    assert session(app).values["comparison"][1] is not first


def test_no_documents(app: AppTest) -> None:
    use(app)
    assert "There are no documents to search" in said(app)
    assert not cards(app)
    next(button for button in app.button if button.label == "Put the sample back").click()
    app.run()
    assert not app.exception
    assert len(session(app).corpus) == 24
    assert len(cards(app)) == 10


def test_one_document(app: AppTest) -> None:
    use(app, Document("Bread", "Bread rises because yeast makes gas."))
    assert not app.exception
    assert len(cards(app)) == 2
    assert "1 of 1" in html(app)
    assert "result is in both lists" in html(app)


def test_examples_of_own_documents_come_from_them(app: AppTest) -> None:
    title = "The history of the river ferry"
    untitled = "Yeast makes the gas that lets a loaf rise in the oven. Gluten holds the gas."
    use(app, Document(title, "The ferry leaves at nine. Dogs travel free."), Document("", untitled), Document("", "x"))
    labels = [button.label.replace("\\", "") for button in examples(app)]
    assert title in labels
    assert len(labels) == 2
    assert labels[1] in untitled


def test_no_long_sentence_is_searched_for_where_there_is_a_title(app: AppTest) -> None:
    untitled = "Yeast makes the gas that lets a loaf rise in the oven. Gluten holds the gas."
    use(app, Document("", untitled), Document("Nimbus Queue 3.2 release notes", "Retries are limited to five. Locks expire."))
    assert question(app).value == "Nimbus Queue 3.2 release notes"
    assert len(examples(app)) == 2


def test_pruning_of_the_sidebar_drives_the_pruned_side_until_it_has_its_own(app: AppTest) -> None:
    def words() -> str:
        return " ".join(caption.value for caption in app.caption).replace("\\", "")

    control(app, "budget").set_value(20).run()
    assert "Kept sentences (soft coverage, 20 % of sentences)" in words()
    assert "right" not in app.query_params
    assert "No pipeline on this page follows this" not in words()
    control(app, "stages_right_prune").set_value("lead").run()
    assert "Kept sentences (lead, 20 % of sentences)" in words()
    assert "No pipeline on this page follows this" in words()
    control(app, "budget").set_value(80).run()
    assert "Kept sentences (lead, 20 % of sentences)" in words()
    control(app, "stages_right_prune").set_value("sidebar").run()
    assert "Kept sentences (soft coverage, 80 % of sentences)" in words()
    assert "right" not in app.query_params


def test_only_what_applies_is_shown(app: AppTest) -> None:
    plain = {"prune", "chunk_strategy", "repeats", "retriever", "index", "rerank", "filters", "top_k"}
    plain |= {"context", "token_budget", "context_format"}
    assert shown(app, "left") == plain
    assert shown(app, "right") == plain
    control(app, "stages_left_retriever").set_value("hybrid").run()
    assert shown(app, "left") - plain == {"alpha", "fusion", "rank_constant", "candidates"}
    control(app, "stages_left_fusion").set_value("scores").run()
    assert shown(app, "left") - plain == {"alpha", "fusion", "candidates"}
    control(app, "stages_left_retriever").set_value("bm25").run()
    assert plain - shown(app, "left") == {"index"}
    control(app, "stages_left_retriever").set_value("dense").run()
    control(app, "stages_left_index").set_value("ivf_flat").run()
    assert shown(app, "left") - plain == {"nlist", "nprobe"}
    control(app, "stages_left_rerank").set_value("mmr").run()
    assert shown(app, "left") - plain == {"nlist", "nprobe", "lambda_mult", "candidates"}
    control(app, "stages_left_prune").set_value("coverage").run()
    assert {"budget", "budget_unit", "neighbors", "minimum_similarity"} <= shown(app, "left")
    press(app, "reset_left")
    assert shown(app, "left") == plain
    assert headings(app) == ["Naive", "Pruned"]


def test_presets_are_called_what_their_stages_are(small: AppTest) -> None:
    assert list(PRESETS)[:2] == ["Naive", "Pruned"]
    choose(small, "right", "Naive")
    assert headings(small) == ["Naive (left)", "Naive (right)"]
    for name in list(PRESETS)[1:]:
        choose(small, "right", name)
        assert headings(small) == ["Naive", name]
        assert title(pipelines_of(small)["right"]) == name
        assert not small.exception
        assert not small.error
        assert lists(small)[1]


def test_a_preset_that_is_edited_says_so(app: AppTest) -> None:
    choose(app, "left", "Hybrid")
    control(app, "stages_left_alpha").set_value(0.8).run()
    assert headings(app) == ["Hybrid (edited)", "Pruned"]
    assert "hybrid search \\(alpha 0\\.8\\)" in " ".join(caption.value for caption in app.caption)
    assert app.query_params["left"] == "prune=none,retriever=hybrid,alpha=0.8"


def test_scores_of_each_stage_are_shown_and_bm25_has_no_bar(small: AppTest) -> None:
    choose(small, "left", "BM25")
    choose(small, "right", "Hybrid + late interaction")
    left, right = lists(small)
    assert all("</b>" not in card and "width:3.2em" not in card and "BM25" in card for card in left)
    found = session(small).values["comparison"][1].comparison.right[0].hit
    assert list(found.scores)[-2:] == ["hybrid", "late_interaction"]
    for stage, digits in (("hybrid", 4), ("late_interaction", 2)):
        assert f"{stage.replace('_', ' ')} <b>{found.scores[stage]:.{digits}f}</b>" in right[0]
    assert "width:3.2em" in right[0]


def test_swap(app: AppTest) -> None:
    choose(app, "left", "BM25")
    press(app, "swap_sides")
    assert headings(app) == ["Pruned", "BM25"]
    assert control(app, "pipeline_right").value == "BM25"


@pytest.mark.parametrize("replace_it", ["swap", "preset", "reset", "load"])
def test_a_late_report_of_a_widget_changes_no_other_pipeline(small: AppTest, replace_it: str) -> None:
    choose(small, "left", "Micro-chunks + mixed context")
    choose(small, "right", "Micro-chunks + mixed context")
    names = ("stages_right_raw_threshold", "stages_right_minimum_raw", "stages_right_context", "name_right", "pipeline_right")
    old = [control(small, name) for name in names]
    late = list(zip(old, (-1.0, 0, "full", "Late", "BM25"), strict=True))
    if replace_it == "swap":
        choose(small, "left", "Hybrid")
        press(small, "swap_sides")
        assert headings(small) == ["Micro-chunks + mixed context", "Hybrid"]
    elif replace_it == "load":
        small.file_uploader[1].set_value(("a.json", PRESETS["Hybrid"].settings.to_json().encode(), "application/json")).run()
    elif replace_it == "preset":
        choose(small, "right", "Hybrid")
    else:
        press(small, "reset_right")
    before = dict(session(small).pipelines)
    keys = {widget.key for widget in widgets(small)}
    for widget, least in late:
        assert widget.key not in keys
        widget.set_value(least)
    # What a browser would send that still shows the page of before.
    states = small._tree.get_widget_states()
    states.widgets.extend(widget._widget_state for widget, _ in late)
    small._run(states)
    assert session(small).pipelines == before
    assert not small.exception


def test_an_action_of_a_replaced_pipeline_does_nothing(small: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "session", lambda: session(small))
    stale = [changes("left"), changes("right")]
    pipelines.swap()
    before = dict(session(small).pipelines)
    for change in stale:
        change({"raw_threshold": -1.0})
    assert session(small).pipelines == before
    changes("left")({"raw_threshold": -1.0})
    assert session(small).pipelines["left"].settings.context.raw_threshold == -1.0


def test_controls_are_drawn_with_their_value_as_what_they_start_with(small: AppTest) -> None:
    settings = read_pipeline("prune=lead,strategy=fixed,size=80,overlap=7,context=mixed,raw_threshold=0.35,minimum_raw=2")
    load(small, "mine.json", settings.to_json().encode())
    drawn = [widget for widget in widgets(small) if "_left_" in (widget.key or "")]
    assert len(drawn) > 20
    for widget in drawn:
        start = widget.proto.default
        start = start[0] if hasattr(start, "__len__") and not isinstance(start, str) else start
        shown = widget.value
        if widget.type == "selectbox":
            start, shown = widget.proto.options[start], widget.proto.options[widget.index]
        assert start == pytest.approx(shown) if isinstance(shown, float) else start == shown, widget.key


def test_editing_the_chunks_changes_only_what_the_control_names() -> None:
    before = values_of(ChunkSettings(strategy="fixed", size=80))
    assert differing(values_of(ChunkSettings(strategy="fixed", size=90)), before) == {"size": 90}


def test_sides_as_at_the_start_are_called_so_and_are_not_in_the_address(small: AppTest) -> None:
    here = session(small)
    # Equal settings of another origin: loaded, linked, or set by hand to what the sidebar says.
    here.pipelines["left"] = Chosen(PipelineSettings(), follows_count=False)
    here.pipelines["right"] = Chosen(PipelineSettings(prune=here.corpus.settings))
    small.run()
    assert headings(small) == ["Naive", "Pruned"]
    assert not {"left", "right"} & small.query_params.keys()
    press(small, "swap_sides")
    assert headings(small) == ["Pruned", "Naive"]
    press(small, "swap_sides")
    assert not {"left", "right"} & small.query_params.keys()
    load(small, "naive.json", PipelineSettings(name="Naive").to_json().encode())
    assert headings(small) == ["Naive", "Pruned"]
    assert not {"left", "right"} & small.query_params.keys()


def test_swap_of_a_link_whose_left_side_is_the_usual_one() -> None:
    app = link(right="prune=none,retriever=bm25")
    press(app, "swap_sides")
    assert headings(app) == ["BM25", "Naive"]


def test_a_saved_pipeline_that_was_changed_says_so_until_it_is_saved_again(small: AppTest) -> None:
    save(read_pipeline("prune=none,retriever=hybrid,rerank=late_interaction", "my hybrid LI"))
    choose(small.run(), "right", "my hybrid LI (saved)")
    assert headings(small)[1] == "my hybrid LI"
    control(small, "top_k").set_value(2).run()
    assert headings(small)[1] == "my hybrid LI"
    control(small, "stages_right_context").set_value("mixed").run()
    assert headings(small)[1] == control(small, "pipeline_right").value == "my hybrid LI (edited)"
    assert small.query_params["right_name"] == "my hybrid LI (edited)"
    press(small, "save_right")
    assert headings(small)[1] == "my hybrid LI"
    assert control(small, "pipeline_right").value == "my hybrid LI (saved)"
    assert [pipeline.context.context for pipeline in saved()] == ["mixed"]
    delete("my hybrid LI")


def test_the_header_counts_what_a_model_is_given(small: AppTest) -> None:
    def tokens() -> tuple[int, int]:
        left, right = re.search(r"Tokens to a model</div><div><span[^>]*>([\d,]+) → ([\d,]+)", html(small)).groups()
        return int(left.replace(",", "")), int(right.replace(",", ""))

    before = tokens()
    control(small, "stages_right_context").set_value("compressed").run()
    control(small, "stages_right_token_budget").set_value(20).run()
    assert tokens()[0] == before[0]
    assert tokens()[1] <= 20 < before[1]


def test_the_open_tab_is_in_the_address(app: AppTest) -> None:
    assert "tab" not in app.query_params
    other = link(tab="Context")
    assert "Tokens of the context" in html(other)
    assert other.query_params["tab"] == "Context"
    assert not cards(other)
    assert cards(link(tab="Nonsense"))


def test_a_side_with_its_own_number_of_results_keeps_it_until_both_are_set(app: AppTest) -> None:
    control(app, "stages_right_top_k").set_value(8).run()
    assert [len(side) for side in lists(app)] == [5, 8]
    assert json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis2"]["ticktext"]
    other = link(right=app.query_params["right"])
    assert [len(side) for side in lists(other)] == [5, 8]
    control(app, "top_k").set_value(3).run()
    assert [len(side) for side in lists(app)] == [3, 3]


def test_a_link_shows_the_same_two_pipelines(app: AppTest) -> None:
    choose(app, "left", "BM25")
    control(app, "name_left").set_value("Words only, $x$").run()
    control(app, "stages_right_prune").set_value("lead").run()
    other = link(**app.query_params)
    assert headings(other) == headings(app) == ["Words only, $x$", "Pruned (edited)"]
    assert lists(other) == lists(app)
    assert session(other).pipelines == session(app).pipelines


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("retriever=magic", "The link's left pipeline was passed over: retriever is 'magic'"),
        ("alfa=1", "did you mean alpha?"),
        ("hybrid", "is no setting: write name=value"),
        ("budget=nan", "budget is nan"),
        (
            "prune=none,qdrant=http://example.org",
            "A link opens no model, server or folder: its qdrant was passed over",
        ),
        ("prune=none,cross_encoder=/etc", "its cross_encoder was passed over"),
    ],
)
def test_a_bad_link_says_so(text: str, sentence: str) -> None:
    app = link(left=text)
    assert sentence in said(app)
    assert session(app).pipelines["left"].settings.index.qdrant == ""
    if "A link opens" not in sentence and "passed over: " in said(app):
        assert headings(app) == ["Naive", "Pruned"]


def test_save_choose_and_delete(small: AppTest) -> None:
    choose(small, "left", "BM25")
    control(small, "name_left").set_value("My words").run()
    press(small, "save_left")
    assert [pipeline.name for pipeline in saved()] == ["My words"]
    assert control(small, "pipeline_left").value == "My words (saved)"
    choose(small, "right", "My words (saved)")
    assert headings(small) == ["My words (left)", "My words (right)"]
    press(small, "delete_left")
    assert [pipeline.name for pipeline in saved()] == ["My words"]
    press(small, "keep_left")
    assert not any(button.key == "delete_for_good_left" for button in small.button)
    press(small, "delete_left")
    press(small, "delete_for_good_left")
    assert saved() == []
    assert control(small, "pipeline_left").value == "My words"


def test_saving_moves_no_button_and_a_second_click_deletes_nothing(small: AppTest) -> None:
    def keys() -> list[str]:
        return [button.key for button in small.button if button.key in {"save_left", "delete_left", "delete_for_good_left"}]

    assert keys() == ["save_left", "delete_left"]
    assert small.button(key="delete_left").disabled
    control(small, "name_left").set_value("My words").run()
    press(small, "save_left")
    assert keys() == ["save_left", "delete_left"]
    assert not small.button(key="delete_left").disabled
    press(small, "delete_left")
    assert keys() == ["save_left", "delete_left", "delete_for_good_left"]
    assert any("Delete the saved “My words”?" in item.value for item in small.markdown)
    press(small, "save_left")
    assert keys() == ["save_left", "delete_left"]
    assert [pipeline.name for pipeline in saved()] == ["My words"]
    delete("My words")


def test_a_pipeline_saved_elsewhere_can_be_chosen(app: AppTest) -> None:
    save(PipelineSettings(name="<b>Other</b>").with_values({"retriever": "bm25", "top_k": 7}))
    choose(app.run(), "right", "<b>Other</b> (saved)")
    assert headings(app) == ["Naive", "<b>Other</b>"]
    assert [len(side) for side in lists(app)] == [5, 7]
    assert "<b>Other" not in html(app)


def load(app: AppTest, name: str, content: bytes) -> AppTest:
    app.file_uploader[0].set_value((name, content, "application/json")).run()
    return app


def test_a_file_loads_what_was_downloaded(small: AppTest) -> None:
    mine = read_pipeline("prune=none,retriever=hybrid,alpha=0.25,strategy=fixed,size=80", "Mine")
    load(small, "mine.json", mine.to_json().encode())
    assert not small.error
    assert headings(small)[0] == "Mine"
    assert session(small).pipelines["left"].settings == mine
    assert small.file_uploader[0].value is None
    assert [item.value for item in small.success] == ["Loaded as the left side."]
    control(small, "stages_left_alpha").set_value(0.5).run()
    assert not small.success
    assert headings(small)[0] == "Mine (edited)"
    control(small, "stages_left_alpha").set_value(0.25).run()
    assert headings(small)[0] == "Mine"
    assert pipeline_from_json(mine.to_json()) == mine


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "is no JSON file"),
        (b"[1]", "describes no pipeline"),
        (b'{"name": "x", "settings": {"alpha": 7}}', "alpha is 7; it must be between 0 and 1"),
        (b'{"name": "x", "settings": {"retriever": ["dense"]}}', "retriever is"),
        (b'{"name": "\\ud800", "settings": {}}', "halves of characters"),
        (b'{"name": "' + b"x" * 99 + b'", "settings": {}}', "at most 60 characters"),
    ],
)
def test_a_bad_file_says_so_and_changes_nothing(small: AppTest, content: bytes, sentence: str) -> None:
    before = dict(session(small).pipelines)
    load(small, "<b>x.json", content)
    assert sentence in said(small)
    assert "<b>x.json was not loaded" in said(small)
    assert session(small).pipelines == before
    press(small, "reset_left")
    assert sentence not in said(small)


def test_a_side_that_cannot_search_says_why_and_the_other_one_answers(app: AppTest) -> None:
    session(app).pipelines["right"] = (
        session(app)
        .pipelines["right"]
        .changed({"rerank": "cross_encoder", "cross_encoder": "./nowhere"}, session(app).corpus.settings, 5)
    )
    app.run()
    assert [error.value.replace("\\", "") for error in app.error] == [
        "Could not load cross-encoder ./nowhere: there is no such folder."
    ]
    assert [len(side) for side in lists(app)] == [5, 0]
    assert not app.get("plotly_chart")
    press(app, "reset_right")
    assert [len(side) for side in lists(app)] == [5, 5]
    control(app, "stages_left_filters").set_value("nonsense").run()
    assert "is no condition" in said(app)
    assert [len(side) for side in lists(app)] == [0, 5]


def test_a_filter_that_nothing_meets_and_a_question_of_stop_words(app: AppTest) -> None:
    control(app, "stages_left_filters").set_value("title=none <of> them").run()
    assert "Nothing was found in the documents where title=none <of> them" in said(app)
    assert [len(side) for side in lists(app)] == [0, 5]
    assert not app.exception
    press(app, "reset_left")
    choose(app, "left", "BM25")
    question(app).set_value("to be or not to be").run()
    assert "no passage has a word of the question" in said(app)
    assert [len(side) for side in lists(app)] == [0, 5]
    choose(app, "right", "BM25")
    assert not app.exception
    assert not app.get("plotly_chart")


def test_reworded_questions_and_notes_of_the_index_are_shown(small: AppTest) -> None:
    choose(small, "left", "Multi-query")
    control(small, "stages_right_index").set_value("ivf_flat").run()
    told = " ".join(caption.value for caption in small.caption)
    asked = session(small).values["comparison"][1].comparison.found["left"].asked
    assert asked
    assert "Asked beside the question" in told
    notes = session(small).values["comparison"][1].comparison.found["right"].notes
    assert "nlist" in " ".join(notes)
    assert ":material/info:" in told


def test_sides_that_are_cut_differently(small: AppTest) -> None:
    choose(small, "right", "Recursive chunks")
    assert "Documents in common" in html(small)
    assert "Each line is a document" in " ".join(caption.value for caption in small.caption)
    assert {expander.label for expander in small.expander} >= {"Whole text", "Passage"}
    for end in ("left", "right"):
        choose(small, end, "Recursive chunks")
        control(small, f"stages_{end}_chunk_size").set_value(40).run()
    control(small, "stages_right_retriever").set_value("bm25").run()
    assert "Each line is a passage" in " ".join(caption.value for caption in small.caption)
    assert not small.exception


def test_an_address_that_is_older_than_a_press_undoes_nothing():
    app = link(q="boats")
    before = dict(app.query_params)
    app.button(key="swap_sides").click().run()
    after = dict(app.query_params)
    assert after["left"] == "prune=soft_coverage"
    # The browser sends the address that it had when the next button was pressed.
    send(app, before)
    chosen = examples(app)[1]
    asked = chosen.label.replace("\\", "")
    chosen.click().run()
    assert session(app).question == asked
    assert session(app).pipelines["left"].follows_pruning
    assert session(app).pipelines["right"].settings.prune.method == "none"
    assert app.query_params["left"] == after["left"]


def test_a_step_back_takes_the_older_address_over():
    app = link(q="boats")
    before = dict(app.query_params)
    app.button(key="swap_sides").click().run()
    send(app, before)
    sleep(state.JUST_NOW * 2)
    app.run()
    assert session(app).pipelines["left"].settings.prune.method == "none"
    assert session(app).pipelines["right"].follows_pruning
