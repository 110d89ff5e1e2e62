"""The Compare page as a person uses it, without a browser."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from app_pages import open_page, session
from streamlit.testing.v1 import AppTest

from microrag_core import Corpus, Document, compare
from microrag_core.comparison import Comparison, Result
from microrag_core.datatypes import Retrieved
from microrag_core.embedding import Encoder
from pages.compare import results
from pages.compare.examples import clipped, is_question, spread
from pages.compare.lost import lost_answers
from pages.compare.measures import saved
from pages.compare.movement_figure import movement_figure, movements, titled
from pages.compare.results import movement
from pages.compare.table import COLUMNS, plain, to_csv
from pages.compare.text_view import legend, marked, text_view
from pages.shared.figures import Figure, card

ROOT = Path(__file__).resolve().parent.parent
PAGE = "pages/compare/page.py"


def html(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


def cards(app: AppTest) -> list[str]:
    return [element.proto.body for element in app.get("html") if "similarity" in element.proto.body]


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


@pytest.fixture(scope="module")
def corpus(encoder: Encoder) -> Corpus:
    texts = {
        "Ferry times": "The ferry leaves at nine. The ferry departs at nine o'clock. Dogs travel free. It rained on Sunday.",
        "Ferry times again": "The ferry leaves at nine. The ferry departs at nine o'clock. Cats travel in a box.",
        "Bread": "Bread rises because yeast makes gas. Gluten holds the gas. A warm kitchen speeds the dough up.",
    }
    return Corpus.build([Document(title, text) for title, text in texts.items()], encoder)


def test_empty_start_runs_the_first_example(app: AppTest) -> None:
    asked = question(app).value
    assert asked == examples(app)[0].label.replace("\\", "")
    assert 3 <= len(examples(app)) <= 4
    assert len(cards(app)) == 10
    comparison = compare(session(app).corpus, asked, 5)
    assert f"{comparison.tokens('naive'):,} → {comparison.tokens('pruned'):,}" in html(app)
    assert f"{comparison.overlap} of 5" in html(app)
    assert "q" not in app.query_params


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


def test_link_with_a_question(app: AppTest) -> None:
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    other.query_params["q"] = "Why does bread rise?"
    other.query_params["k"] = "99"
    other.run().switch_page(PAGE).run()
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
    first = session(app).values["comparison"][3]
    app.run()
    assert session(app).values["comparison"][3] is first
    session(app).corpus = session(app).corpus.without([first.pruned[0].hit.document.id])
    app.run()
    assert session(app).values["comparison"][3] is not first


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
    assert "of 1 document" in app.get("plotly_chart")[0].proto.spec
    assert "1 documents" not in app.get("plotly_chart")[0].proto.spec


def test_examples_of_own_documents_come_from_them(app: AppTest) -> None:
    title = "The history of the river ferry"
    untitled = "Yeast makes the gas that lets a loaf rise in the oven. Gluten holds the gas."
    use(app, Document(title, "The ferry leaves at nine. Dogs travel free."), Document("", untitled), Document("", "x"))
    labels = [button.label.replace("\\", "") for button in examples(app)]
    assert title in labels
    assert len(labels) == 2
    assert labels[1] in untitled


def test_text_opens_with_kept_and_pruned_marked(corpus: Corpus) -> None:
    comparison = compare(corpus, "When does the ferry leave?", 3)
    result = comparison.naive[0]
    pruned = corpus.pruned(result.hit.document.id)
    shown = text_view(corpus, result, "naive")
    for sentence, kept in zip(pruned.sentences, pruned.selection.kept, strict=True):
        text = sentence.text.replace("'", "&#x27;")
        assert text in shown
        assert bool(re.search(rf"<s [^>]*>(<mark[^>]*>)?{re.escape(text)}", shown)) is not bool(kept)
    assert "reads up to here" not in shown


def test_text_shows_where_the_model_stopped(encoder: Encoder) -> None:
    text = " ".join(f"Sentence number {number} tells of the harbour and its {number} boats." for number in range(60))
    corpus = Corpus.build([Document("Harbour", text)], encoder)
    result = compare(corpus, "boats", 1).naive[0]
    before, after = text_view(corpus, result, "naive").split("The model reads up to here.")
    read = corpus.read_fraction(result.hit.document.id)
    assert abs(before.count("Sentence number") / 60 - read) < 0.05
    assert after.count("Sentence number") == 60 - before.count("Sentence number")
    assert "reads up to here" not in text_view(corpus, result, "pruned")


def hit(rank: int, other: int) -> Result:
    return Result(Retrieved(Document(f"T{rank}", "Text."), rank, 0.5, "Text.", 0), other, 10, 0, None)


@pytest.mark.parametrize(
    ("rank", "other", "side", "words"),
    [
        (1, 1, "pruned", "= same"),
        (2, 4, "pruned", "▲ from 4"),
        (3, 1, "pruned", "▼ from 1"),
        (3, 14, "pruned", "new: rank 14 on the naive side"),
        (1, 1, "naive", "= same"),
        (4, 2, "naive", "▲ to 2 when pruned"),
        (1, 3, "naive", "▼ to 3 when pruned"),
        (2, 9, "naive", "leaves: rank 9 when pruned"),
    ],
)
def test_movement(rank: int, other: int, side: Any, words: str) -> None:
    assert movement(hit(rank, other), side, 5) == words


def test_near_duplicates_and_repeats_are_said(corpus: Corpus) -> None:
    comparison = compare(corpus, "When does the ferry leave?", 3)
    assert "The model reads 42\xa0% of this." in results.remarks_on(corpus, comparison.naive[0], "naive", 0.42)
    remarks = [results.remarks_on(corpus, result, "naive", 1.0) for result in comparison.naive]
    assert any("says mostly what result 1 says" in " ".join(said) for said in remarks)
    repeated = next(result for result in comparison.naive if result.repeats)
    total = len(corpus.parts[repeated.hit.document.id].sentences)
    assert f"{repeated.repeats} of {total} sentences repeat" in " ".join(remarks[repeated.hit.rank - 1])


@pytest.fixture
def pruned_answer(corpus: Corpus) -> Corpus:
    """The corpus with the one sentence about dogs pruned by hand."""
    key = next(document.id for document in corpus.documents if document.title == "Ferry times")
    row = next(row for row, sentence in enumerate(corpus.parts[key].sentences) if "Dogs" in sentence.text)
    return corpus.with_pins(key, {row: False})


def test_a_lost_answer_is_said_on_both_cards(app: AppTest, pruned_answer: Corpus) -> None:
    session(app).corpus = pruned_answer
    question(app).set_value("Do dogs travel free?").run()
    naive, pruned = cards(app)[: len(cards(app)) // 2], cards(app)[len(cards(app)) // 2 :]
    mine = next(card for card in naive if ">Ferry times<" in card)
    assert mine.index("Dogs travel free.") < mine.index("This sentence was pruned.")
    other = next(card for card in pruned if ">Ferry times<" in card)
    assert "Dogs travel free." not in other
    assert "The sentence that matched best was pruned; this is the best of the kept ones." in other


def test_a_kept_answer_is_not_called_lost(app: AppTest, pruned_answer: Corpus) -> None:
    key = next(iter(pruned_answer.pins))
    row = next(iter(pruned_answer.pins[key]))
    session(app).corpus = pruned_answer.with_pins(key, {row: True})
    question(app).set_value("Do dogs travel free?").run()
    for shown in cards(app):
        if ">Ferry times<" in shown:
            assert "Dogs travel free." in shown
            assert "was pruned" not in shown


def test_lost_answers_of_documents_that_only_the_pruned_side_lists(pruned_answer: Corpus) -> None:
    key = next(iter(pruned_answer.pins))
    comparison = compare(pruned_answer, "Do dogs travel free?", 3)
    assert key in lost_answers(pruned_answer, comparison)
    others = tuple(result for result in comparison.naive if result.hit.document.id != key)
    assert key in lost_answers(pruned_answer, Comparison(comparison.query, others, comparison.pruned))


def test_csv_says_which_answers_were_pruned(pruned_answer: Corpus) -> None:
    comparison = compare(pruned_answer, "Do dogs travel free?", 3)
    lost = lost_answers(pruned_answer, comparison)
    rows = list(csv.DictReader(io.StringIO(to_csv(pruned_answer, comparison, lost).decode("utf-8-sig"))))
    assert {row["best_match_pruned"] for row in rows if row["title"] == "Ferry times"} == {"yes"}
    for row, result in zip(rows, comparison.naive, strict=False):
        kept = pruned_answer.pruned(result.hit.document.id).selection.kept[result.hit.matched]
        assert row["best_match_pruned"] == ("no" if kept else "yes")


@pytest.mark.parametrize("side", ["naive", "pruned"])
def test_legend_marks_words_as_the_text_is_marked(side: Any) -> None:
    shown = legend(side)
    assert ">kept</span>" in shown
    assert marked("pruned", False, False) in shown
    assert "border-bottom" not in shown
    assert ("of the kept ones" in shown) is (side == "pruned")


def test_movement_figure_has_no_row_below_the_lists_with_two_ends() -> None:
    naive = tuple(hit(rank, other) for rank, other in ((1, 1), (2, 6)))
    pruned = (hit(1, 1), Result(Retrieved(Document("New", "n."), 2, 0.5, "n.", 0), 7, 1, 0, None))
    figure, _ = movement_figure(Comparison("q", naive, pruned), 24)
    lines = [(trace.y[0], trace.y[1]) for trace in figure.data if trace.mode == "lines+markers"]
    assert sorted(lines) == [(1, 1), (2, 4), (3, 2)]
    assert "beyond: 7" in figure.layout.yaxis.ticktext
    assert "beyond: 6  T2" in figure.layout.yaxis2.ticktext
    assert len(titled("beyond: 6", "x" * 90)) == len(titled("1", "x" * 90)) == 33


def test_movement_figure_gives_each_document_a_place_of_its_own() -> None:
    naive = (Result(Retrieved(Document("A", "a."), 1, 0.5, "a.", 0), 2, 1, 0, None),
             Result(Retrieved(Document("B", "b."), 2, 0.4, "b.", 0), 9, 1, 0, None))  # fmt: skip
    pruned = (Result(Retrieved(Document("C", "c."), 1, 0.5, "c.", 0), 7, 1, 0, None),
              Result(Retrieved(Document("A", "a."), 2, 0.4, "a.", 0), 1, 1, 0, None))  # fmt: skip
    comparison = Comparison("q", naive, pruned)
    assert [(m.label, m.naive, m.pruned) for m in movements(comparison)] == [("C", 7, 1), ("A", 1, 2), ("B", 2, 9)]
    figure, caption = movement_figure(comparison, 12)
    lines = [(trace.y[0], trace.y[1]) for trace in figure.data if trace.mode == "lines+markers"]
    assert lines == [(3, 1), (1, 2), (2, 4)]
    left = dict(zip(figure.layout.yaxis.tickvals, figure.layout.yaxis.ticktext, strict=True))
    right = dict(zip(figure.layout.yaxis2.tickvals, figure.layout.yaxis2.ticktext, strict=True))
    assert left == {3: "beyond: 7", 1: "1", 2: "2"}
    assert right == {1: "1  C", 2: "2  A", 4: "beyond: 9  B"}
    assert "ranks beyond the 2" in caption


def test_csv_has_both_lists(corpus: Corpus) -> None:
    comparison = compare(corpus, "=ferry, when?", 2)
    rows = list(csv.DictReader(io.StringIO(to_csv(corpus, comparison, frozenset()).decode("utf-8-sig"))))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["side"], row["rank"]) for row in rows] == [("naive", "1"), ("naive", "2"), ("pruned", "1"), ("pruned", "2")]
    assert rows[0]["question"] == "'=ferry, when?"
    assert [row["text"] for row in rows[:2]] == [result.hit.text for result in comparison.naive]
    assert [int(row["tokens"]) for row in rows[2:]] == [result.tokens for result in comparison.pruned]


def test_small_helpers() -> None:
    assert plain("-1+1") == "'-1+1"
    assert plain("1-1") == "1-1"
    assert spread(0) == []
    assert spread(2) == [0, 1]
    assert spread(40) == [0, 10, 20, 30]
    assert not is_question("Bread")
    assert not is_question("2023 -- 17 4")
    assert is_question("地震はどこで起きましたか")
    assert clipped("word " * 60).endswith("word")
    assert len(clipped("word " * 60)) <= 110
    assert saved(200, 100).startswith("50")
    assert "more" in saved(100, 150)
    assert "<b>" not in card(Figure("<b>", "<b>", "<b>", '"<b>'))
