"""The Explore page as Streamlit runs it, on real text with the real model."""

import base64
import json
import shlex
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from microrag_core.__main__ import main
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.loading import load_paths
from microrag_core.settings import PruneSettings
from pages.explore import code
from pages.shared.state import Session

APP = str(Path(__file__).resolve().parent.parent / "app.py")
QUAKE = Document(
    "Quake",
    "A magnitude 4.2 earthquake struck near Amarillo on Wednesday. The quake near Amarillo had a magnitude of 4.2. "
    "No one was hurt. Officials reported no injuries. A church wall cracked. The wall of a church has a crack. "
    "Schools open on Thursday as usual. Nobody was hurt in the quake, officials said.",
)
MARKUP = Document(
    "Costs $5 and $6 <b>bold</b> [link](http://x) :smile:", "It costs $5 or $6. The <i>price</i> is $5 or $6. Ask us."
)
SINGLE = Document("Single", "There is one sentence here.")
EMPTY = Document("Nothing", "")


def open_page(corpus, **looked_at):
    app = AppTest.from_file(APP, default_timeout=120)
    app.session_state["microrag"] = Session(corpus, "default", **looked_at)
    app.run()
    assert not app.exception
    return app


@pytest.fixture
def corpus(counting):
    return Corpus.build([QUAKE, MARKUP, SINGLE, EMPTY], counting)


def here(app) -> Session:
    return app.session_state["microrag"]


def shown(app) -> str:
    """All HTML and Markdown of the main part."""
    return "\n".join(str(item.proto.body) for kind in ("html", "markdown") for item in app.main.get(kind))


def test_the_first_view_explains_itself(corpus):
    app = open_page(corpus)
    assert app.title[0].value == "Explore"
    assert "Which sentences carry this document, and which repeat them?" in shown(app)
    assert "4 of 8" in shown(app)
    assert "Click a sentence" in shown(app)
    assert len(app.main.get("plotly_chart")) == 2, "the graph and the coverage curve"


def test_a_slider_changes_the_figures_and_embeds_nothing(corpus, counting):
    app = open_page(corpus)
    counting.texts.clear()
    before = here(app).corpus.seconds["embed"]
    app.main.slider(key="widget_budget").set_value(25).run()
    assert "2 of 8" in shown(app)
    app.main.slider(key="widget_neighbors").set_value(3).run()
    app.main.slider(key="widget_minimum_similarity").set_value(0.5).run()
    app.main.selectbox(key="widget_method").set_value("centrality").run()
    assert not app.exception
    assert here(app).corpus.settings == PruneSettings("centrality", 0.25, neighbors=3, minimum_similarity=0.5)
    assert counting.texts == []
    assert here(app).corpus.seconds["embed"] == before


def test_the_layout_stays_when_a_slider_moves(corpus):
    def places(app):
        spec = app.main.get("plotly_chart")[0].proto.spec
        return {
            row: (x, y)
            for trace in json.loads(spec)["data"]
            if "customdata" in trace
            for row, x, y in zip(decode(trace["customdata"]), decode(trace["x"]), decode(trace["y"]), strict=False)
        }

    app = open_page(corpus)
    before = places(app)
    app.main.slider(key="widget_budget").set_value(25).run()
    app.main.slider(key="widget_neighbors").set_value(2).run()
    assert len(before) == 8
    assert places(app) == before


def decode(values):
    """Return the numbers of a Plotly array, which may be packed."""
    if isinstance(values, dict):
        return np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"]).tolist()
    return values


def test_next_and_previous_lead_through_the_documents(corpus):
    app = open_page(corpus)
    assert app.button(key="explore_previous").disabled
    app.button(key="explore_next").click().run()
    assert here(app).document_id == MARKUP.id
    app.button(key="explore_previous").click().run()
    assert here(app).document_id == QUAKE.id
    app.selectbox(key="widget_document").set_value(MARKUP.id).run()
    assert here(app).document_id == MARKUP.id
    assert not app.exception


def test_the_panel_says_why_and_a_pin_lasts(corpus):
    kept = corpus.pruned(QUAKE.id).selection.kept
    gone = int((~kept).argmax())
    app = open_page(corpus, document_id=QUAKE.id, sentence=gone)
    assert f"Sentence {gone + 1}: pruned" in shown(app)
    app.button(key="pin_True").click().run()
    assert f"Sentence {gone + 1}: kept.** You kept it by hand." in shown(app)
    assert app.button(key="pin_True").disabled
    app.main.slider(key="widget_budget").set_value(15).run()
    app.main.selectbox(key="widget_method").set_value("lead").run()
    assert "You kept it by hand." in shown(app)
    app.button(key="pin_False").click().run()
    assert "You pruned it by hand." in shown(app)
    app.button(key="pin_None").click().run()
    assert here(app).corpus.pins == {}
    assert not app.exception


def test_the_selected_sentence_is_in_the_address(corpus):
    app = open_page(corpus, document_id=QUAKE.id, sentence=2)
    assert app.query_params["sentence"] == "3"
    assert app.query_params["document"] == QUAKE.id


@pytest.mark.parametrize("sentence", [-1, 8, 10**8])
def test_a_sentence_that_does_not_exist_selects_none(corpus, sentence):
    assert "Click a sentence" in shown(open_page(corpus, document_id=QUAKE.id, sentence=sentence))


def test_titles_and_text_with_markup_are_shown_literally(corpus):
    app = open_page(corpus, document_id=MARKUP.id, sentence=1)
    assert MARKUP.title in app.selectbox(key="widget_document").options
    assert "The &lt;i&gt;price&lt;/i&gt; is $5 or $6." in shown(app)


@pytest.mark.parametrize(("document", "words"), [(SINGLE, "a single sentence"), (EMPTY, "no sentences")])
def test_a_document_too_short_to_prune_says_so(corpus, document, words):
    app = open_page(corpus, document_id=document.id)
    assert words in app.info[0].value


def test_without_documents_it_says_what_to_do(corpus):
    app = open_page(corpus.without(corpus.parts))
    assert "No documents are loaded yet" in app.info[0].value
    next(button for button in app.main.button if "sample" in button.label).click().run()
    assert not app.exception
    assert len(here(app).corpus) > 10


def test_a_link_to_a_missing_document_is_explained_until_dismissed(corpus):
    app = open_page(corpus, missing_document="0123$abc", notes=["The link's budget was passed over."])
    assert "not loaded here" in app.warning[0].value
    assert r"0123\$abc" in app.warning[0].value
    assert "passed over" in app.warning[0].value
    next(button for button in app.main.button if button.label == "Dismiss").click().run()
    assert not app.warning
    assert here(app).missing_document == ""


def test_an_early_stop_is_said_plainly(counting):
    repeated = Document("Repeats", " ".join(f"The shop opens at nine o'clock on day {day}." for day in range(12)))
    settings = PruneSettings(method="coverage", budget=0.9, neighbors=6)
    corpus = Corpus.build([repeated], counting, settings)
    app = open_page(corpus)
    kept = corpus.pruned(repeated.id).kept_count
    assert f"ran out of gain after {kept} of 10 allowed sentences" in app.info[0].value


@pytest.mark.parametrize("tab", ["Heat map", "At risk", "Pruned text", "Settings as code"])
def test_each_tab_opens(corpus, tab):
    app = open_page(corpus, document_id=QUAKE.id)
    here(app).tab = tab
    app.run()
    assert not app.exception
    content = {
        "Heat map": any("not compared with itself" in item.value for item in app.main.caption),
        "At risk": len(app.main.dataframe) == 1 or len(app.main.success) == 1,
        "Pruned text": any(item.value == corpus.pruned(QUAKE.id).text for item in app.main.code),
        "Settings as code": any("load_paths" in item.value for item in app.main.code),
    }
    assert content[tab]


PINS = {1: True, 0: False}
SETTINGS = PruneSettings(method="mmr", budget=0.4, neighbors=4, at_risk_below=0.3)


def test_the_python_gives_the_same_pruning(tmp_path, encoder, monkeypatch, capsys):
    path = tmp_path / "it's $5 #1.txt"
    path.write_text(QUAKE.text)
    document = load_paths([path]).documents[0]
    wanted = Corpus.build([document], encoder, SETTINGS).with_pins(document.id, PINS).pruned(document.id)
    exec(code.as_python(document, SETTINGS, PINS, "default"), {})
    assert capsys.readouterr().out.strip() == wanted.text


def test_the_command_line_gives_the_same_pruning(tmp_path, encoder, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "it's $5 #1.txt"
    path.write_text(QUAKE.text)
    document = load_paths([path]).documents[0]
    wanted = Corpus.build([document], encoder, SETTINGS).pruned(document.id)
    words = shlex.split(code.as_command(document, SETTINGS, {}, "default"))
    assert words[:3] == ["python", "-m", "microrag_core"]
    assert main(words[3:]) == 0
    assert json.loads((tmp_path / "pruned" / "pruned.jsonl").read_text())["text"] == wanted.text


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("news/corpus.jsonl#line 4", "news/corpus.jsonl"),
        ("a#b.txt", "a#b.txt"),
        ("", code.UNSAVED),
        ("book.xlsx#Sheet 1", "book.xlsx"),
    ],
)
def test_the_file_of_a_record_is_known(source, path):
    assert code.path_of(Document("", "Text.", source)) == path
