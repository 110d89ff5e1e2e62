"""The parts of the Compare page: texts, marks, movements, the figure, the table."""

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from microrag_core import Corpus, Document
from microrag_core.comparison import DEPTH, Comparison, End, Result, compare_pipelines, naive_and_pruned
from microrag_core.datatypes import Chunk, Retrieved
from microrag_core.embedding import Encoder
from microrag_core.pipeline import Found, Pipeline, read_pipeline
from pages.compare.card import card, remarks_on
from pages.compare.lost import lost_answers
from pages.compare.measures import saved
from pages.compare.movement_figure import movement_figure, titled
from pages.compare.movements import movements
from pages.compare.moves import movement
from pages.compare.reading import read_fractions
from pages.compare.table import AFTER, BEFORE, plain, to_csv
from pages.compare.text_view import legend, marked, text_view
from pages.shared import figures
from pages.shared.example_questions import clipped, is_name, question_about, says_enough, spread
from pages.shared.figures import Figure
from pages.shared.stage_scores import STAGES, all_scores, final_score, meanings

Side = tuple[Mapping[End, Pipeline], Comparison]


@pytest.fixture(scope="module")
def corpus(encoder: Encoder) -> Corpus:
    texts = {
        "Ferry times": "The ferry leaves at nine. The ferry departs at nine o'clock. Dogs travel free. It rained on Sunday.",
        "Ferry times again": "The ferry leaves at nine. The ferry departs at nine o'clock. Cats travel in a box.",
        "Bread": "Bread rises because yeast makes gas. Gluten holds the gas. A warm kitchen speeds the dough up.",
    }
    return Corpus.build([Document(title, text) for title, text in texts.items()], encoder)


def ask(corpus: Corpus, question: str, *texts: str, top_k: int = 3) -> Side:
    """Ask the two pipelines of these texts, or the usual two where there are none."""
    chosen = [read_pipeline(text) for text in texts] or naive_and_pruned(corpus, top_k)
    left, right = (Pipeline(corpus, settings) for settings in chosen)
    return {"left": left, "right": right}, compare_pipelines(left, right, question)


def test_text_opens_with_kept_and_pruned_marked(corpus: Corpus) -> None:
    ready, comparison = ask(corpus, "When does the ferry leave?")
    document = comparison.left[0].hit.document
    pruned = corpus.pruned(document.id)
    for end in ("left", "right"):
        hit = next(item.hit for item in comparison.results(end) if item.hit.document == document)
        shown = text_view(ready, comparison, hit, end, 1.0)
        for sentence, kept in zip(pruned.sentences, pruned.selection.kept, strict=True):
            text = sentence.text.replace("'", "&#x27;")
            assert text in shown
            assert bool(re.search(rf"<s [^>]*>(<mark[^>]*>)?{re.escape(text)}", shown)) is not bool(kept)
        assert "reads up to here" not in shown
    assert "pruned in Pruned" in text_view(ready, comparison, comparison.left[0].hit, "left", 1.0)


def test_text_shows_where_the_model_stopped_on_either_side(encoder: Encoder) -> None:
    text = " ".join(f"Sentence number {number} tells of the harbour and its {number} boats." for number in range(60))
    ready, comparison = ask(Corpus.build([Document("Harbour", text)], encoder), "boats", "prune=none", "prune=lead,budget=0.8")
    for end in ("left", "right"):
        listed = comparison.results(end)
        read = read_fractions(ready[end], listed)[0]
        assert read < 1
        before, after = text_view(ready, comparison, listed[0].hit, end, read).split("The model reads up to here.")
        assert abs(before.count("Sentence number") / (60 if end == "left" else 48) - read) < 0.05
        assert after.count("Sentence number") == 60 - before.count("Sentence number")


def test_text_of_a_chunk_is_its_span_alone(encoder: Encoder) -> None:
    text = "\n\n".join(f"Paragraph {number} is about <i>boats</i> and harbours." for number in range(12))
    ready, comparison = ask(
        Corpus.build([Document("", text)], encoder), "boats", "prune=none,strategy=fixed,size=24,overlap=0", "prune=none"
    )
    hit = comparison.left[0].hit
    shown = re.sub(r"<(/?mark|br|div|/div|span|/span|/?s)[^>]*>", " ", text_view(ready, comparison, hit, "left", 1.0))
    words = shown.replace("closest to the question", "").replace("&lt;", "<").replace("&gt;", ">").split()
    assert words == hit.chunk.text.split()
    assert len(words) < 40


def test_bm25_alone_reads_everything(corpus: Corpus) -> None:
    ready, comparison = ask(corpus, "ferry", "prune=none,retriever=bm25", "prune=none")
    assert read_fractions(ready["left"], comparison.left) == [1.0] * len(comparison.left)


def found(ranks: int) -> Found:
    return Found("q", (), tuple((f"p{rank}", f"d{rank}") for rank in range(ranks)), (), None, {}, ())  # type: ignore[arg-type]


def result(label: str, rank: int, other: int | None) -> Result:
    document = Document(label, f"{label} text.")
    chunk = Chunk(label, document.id, 0, len(document.text), document.text, "", 3)
    return Result(Retrieved(document, chunk, rank, 0.5, document.text, 0, {"dense": 0.5}), other, 10, 0, None)


def comparison(left: list[Result], right: list[Result], ranked: int = 24) -> Comparison:
    """A comparison in which each side ranked the same passages."""
    shared = tuple((item.hit.chunk.id, item.hit.document.id) for item in [*left, *right])
    answer = Found("q", (), shared + found(ranked).ranking, (), None, {}, ())  # type: ignore[arg-type]
    return Comparison("q", tuple(left), tuple(right), {"left": "Naive", "right": "Pruned"}, {"left": answer, "right": answer})


@pytest.mark.parametrize(
    ("rank", "other", "end", "words"),
    [
        (1, 1, "right", "= same"),
        (2, 4, "right", "▲ from 4 in Naive"),
        (3, 1, "right", "▼ from 1 in Naive"),
        (3, 14, "right", "new: rank 14 in Naive"),
        (3, None, "right", "new: not found by Naive"),
        (1, 1, "left", "= same"),
        (4, 2, "left", "▲ to 2 in Pruned"),
        (1, 3, "left", "▼ to 3 in Pruned"),
        (2, 9, "left", "leaves: rank 9 in Pruned"),
        (2, None, "left", "leaves: not found by Pruned"),
    ],
)
def test_movement(rank: int, other: int | None, end: Any, words: str) -> None:
    others = [result(f"x{number}", number, None) for number in range(1, 6)]
    assert movement(comparison(others, others), result("x1", rank, other), end) == words


def test_movement_where_one_side_has_documents_and_the_other_their_chunks() -> None:
    documents = [result(f"x{number}", number, None) for number in (1, 2, 3)]
    whole = documents[2].hit.document
    chunks = []
    for rank, part in enumerate(("a", "b", "c"), 1):
        chunk = Chunk(f"{whole.id}{part}", whole.id, 0, 2, whole.text[:2], "", 1)
        hit = Retrieved(whole, chunk, rank, 0.5, chunk.text, 0, {"dense": 0.5})
        chunks.append(Result(hit, 3, 1, 0, None))

    def ranked(results: list[Result]) -> Found:
        return Found("q", (), tuple((item.hit.chunk.id, item.hit.document.id) for item in results), (), None, {}, ())  # type: ignore[arg-type]

    both = Comparison(
        "q",
        tuple(documents),
        tuple(chunks),
        {"left": "Naive", "right": "Cut"},
        {"left": ranked(documents), "right": ranked(chunks)},
    )
    told = "its document is rank 3 on the left"
    assert [movement(both, item, "right") for item in chunks] == [f"▲ {told}", told, told]
    assert movement(both, replace(documents[2], other_rank=1), "left") == "▲ its document is rank 1 on the right"
    assert movement(both, documents[0], "left") == "leaves: its document is not found by Cut"
    assert movement(both, replace(chunks[0], other_rank=9), "right") == "new: its document is rank 9 on the left"


def test_movement_of_what_is_too_deep_to_be_seen() -> None:
    lists = [result("x", 1, None)]
    assert movement(comparison(lists, lists, DEPTH), lists[0], "right") == "new: not among the first 1,000 of Naive"


def test_movement_of_another_passage_of_a_listed_document_is_not_that_of_the_document(encoder: Encoder) -> None:
    text = (
        " ".join(["Ferries leave at nine o'clock from the old pier."] * 6) + " Dogs travel free on Sundays with a muzzle." * 6
    )
    ready, both = ask(Corpus.build([Document("Ferry", text)], encoder), "When do dogs travel?",
                      "prune=none,strategy=fixed,size=30,overlap=0,top_k=9",
                      "prune=none,strategy=fixed,size=30,overlap=0,retriever=bm25,top_k=9")  # fmt: skip
    absent = [item for item in both.left if item.hit.chunk.id not in {key for key, _ in both.found["right"].ranking}]
    assert absent
    assert {movement(both, item, "left").split(" prune")[0] for item in absent} == {"leaves: not found by"}
    assert all(item.other_rank for item in absent)
    assert len(movements(both)) == len(ready["left"].collection)


def test_near_duplicates_and_repeats_are_said(corpus: Corpus) -> None:
    ready, both = ask(corpus, "When does the ferry leave?")
    assert "The model reads 42\xa0% of this." in remarks_on(ready["left"], both.left[0], 0.42)
    remarks = [remarks_on(ready["left"], item, 1.0) for item in both.left]
    assert any("says mostly what result 1 says" in " ".join(said) for said in remarks)
    repeated = next(item for item in both.left if item.repeats)
    total = len(corpus.parts[repeated.hit.document.id].sentences)
    assert f"{repeated.repeats} of {total} sentences repeat" in " ".join(remarks[repeated.hit.rank - 1])


@pytest.fixture
def pruned_answer(corpus: Corpus) -> Corpus:
    """The corpus with the one sentence about dogs pruned by hand."""
    key = next(document.id for document in corpus.documents if document.title == "Ferry times")
    row = next(row for row, sentence in enumerate(corpus.parts[key].sentences) if "Dogs" in sentence.text)
    return corpus.with_pins(key, {row: False})


def test_a_lost_answer_is_said_on_both_cards(pruned_answer: Corpus) -> None:
    ready, both = ask(pruned_answer, "Do dogs travel free?")
    lost = lost_answers(ready, both)
    for end, words in (
        ("left", "This sentence was pruned in Pruned."),
        ("right", "The sentence that matched best was pruned; this is the best of the kept ones."),
    ):
        mine = next(item for item in both.results(end) if item.hit.document.title == "Ferry times")
        assert (end, mine.hit.rank) in lost
        shown = card(ready, both, mine, end, read=1.0, lost=True)
        assert words in shown
        assert ("Dogs travel free." in shown) is (end == "left")


def test_a_kept_answer_is_not_called_lost(pruned_answer: Corpus) -> None:
    key = next(iter(pruned_answer.pins))
    row = next(iter(pruned_answer.pins[key]))
    ready, both = ask(pruned_answer.with_pins(key, {row: True}), "Do dogs travel free?")
    mine = next(item for item in both.left if item.hit.document.title == "Ferry times")
    assert ("left", mine.hit.rank) not in lost_answers(ready, both)
    assert not lost_answers({"left": ready["left"]}, both)


def test_csv_says_which_answers_were_pruned(pruned_answer: Corpus) -> None:
    ready, both = ask(pruned_answer, "Do dogs travel free?")
    rows = list(csv.DictReader(io.StringIO(to_csv(ready, both, lost_answers(ready, both)).decode("utf-8-sig"))))
    assert {row["best_match_pruned"] for row in rows if row["title"] == "Ferry times"} == {"yes"}
    for row, item in zip(rows, both.left, strict=False):
        kept = pruned_answer.pruned(item.hit.document.id).selection.kept[item.hit.matched]
        assert row["best_match_pruned"] == ("no" if kept else "yes")


@pytest.mark.parametrize("end", ["left", "right"])
def test_legend_marks_words_as_the_text_is_marked(corpus: Corpus, end: End) -> None:
    ready, both = ask(corpus, "ferry")
    key = both.results(end)[0].hit.document.id
    shown = legend(both, end, ready[end].kept(key), ready["right"].kept(key))
    assert ">kept</span>" in shown
    assert marked("pruned" if end == "right" else "pruned in Pruned", False, False) in shown
    assert ("of the kept ones" in shown) is (end == "right")
    assert ">kept<" not in legend(both, end, None, None)


def ends_of_lines(figure: Any) -> list[tuple[int, int]]:
    return [(trace.y[0], trace.y[1]) for trace in figure.data if trace.mode == "lines+markers"]


def test_movement_figure_has_no_row_below_the_lists_with_two_ends() -> None:
    both = comparison([result("T1", 1, 1), result("T2", 2, 6)], [result("T1", 1, 1), result("New", 2, 7)])
    figure, _ = movement_figure(both)
    assert sorted(ends_of_lines(figure)) == [(1, 1), (2, 4), (3, 2)]
    assert "beyond: 7" in figure.layout.yaxis.ticktext
    assert "beyond: 6  T2" in figure.layout.yaxis2.ticktext
    assert len(titled("beyond: 6", "x" * 90)) == len(titled("1", "x" * 90)) == 29


def test_movement_figure_gives_each_document_a_place_of_its_own() -> None:
    both = comparison([result("A", 1, 2), result("B", 2, 9)], [result("C", 1, 7), result("A", 2, 1)])
    assert [(m.label, m.left, m.right) for m in movements(both)] == [("C", 7, 1), ("A", 1, 2), ("B", 2, 9)]
    figure, caption = movement_figure(both)
    assert ends_of_lines(figure) == [(3, 1), (1, 2), (2, 4)]
    left = dict(zip(figure.layout.yaxis.tickvals, figure.layout.yaxis.ticktext, strict=True))
    right = dict(zip(figure.layout.yaxis2.tickvals, figure.layout.yaxis2.ticktext, strict=True))
    assert left == {3: "beyond: 7", 1: "1", 2: "2"}
    assert right == {1: "1  C", 2: "2  A", 4: "beyond: 9  B"}
    assert "ranks beyond the 2" in caption
    assert "Each line is a document. Thick lines rise from Naive to Pruned (1), dotted ones fall (2)" in caption


def test_movement_figure_of_lists_of_different_lengths_and_of_what_one_side_lacks() -> None:
    left = [result("A", 1, 3)]
    right = [result("B", 1, None), result("C", 2, 3), result("A", 3, 1)]
    figure, _ = movement_figure(comparison(left, right))
    assert ends_of_lines(figure) == [(4, 1), (3, 2), (1, 3)]
    assert list(figure.layout.yaxis.ticktext) == ["absent", "beyond: 3", "1"]
    assert "not found by Naive" in figure.data[0].hovertext
    figure, _ = movement_figure(comparison([], right))
    assert len(ends_of_lines(figure)) == 3


def test_scores_are_shown_as_what_they_are(corpus: Corpus) -> None:
    ready, both = ask(corpus, "ferry nine", "prune=none,retriever=hybrid,fusion=scores,rerank=mmr", "prune=none")
    settings, hit = ready["left"].settings, both.left[0].hit
    assert list(hit.scores) == ["dense", "bm25", "hybrid", "mmr"]
    assert "brought to between 0 and 1" in all_scores(hit, settings)
    assert STAGES["mmr"].meaning.startswith("Relevance less likeness")
    assert "width:3.2em" not in final_score(hit, settings)
    assert [label for label, _ in meanings([hit], settings)] == ["dense", "BM25", "hybrid", "MMR"]
    plain_hit = both.right[0].hit
    assert all_scores(plain_hit, ready["right"].settings) == ""
    assert meanings([plain_hit], ready["right"].settings) == []
    assert f"{plain_hit.score:.2f} <span" in final_score(plain_hit, ready["right"].settings)


def test_csv_has_both_lists_with_the_score_of_each_stage(corpus: Corpus) -> None:
    ready, both = ask(corpus, "=ferry, when?", "prune=none,retriever=hybrid,top_k=2", "prune=soft_coverage,top_k=1")
    rows = list(csv.DictReader(io.StringIO(to_csv(ready, both, frozenset()).decode("utf-8-sig"))))
    assert tuple(rows[0]) == (*BEFORE, "score_dense", "score_bm25", "score_hybrid", *AFTER)
    assert [(row["side"], row["rank"]) for row in rows] == [("left", "1"), ("left", "2"), ("right", "1")]
    assert rows[0]["question"] == "'=ferry, when?"
    assert rows[0]["settings"] == "prune=none,retriever=hybrid,top_k=2"
    for row, item in zip(rows, both.left + both.right, strict=True):
        assert row["text"] == item.hit.text
        assert int(row["tokens"]) == item.tokens
        for stage in ("dense", "bm25", "hybrid"):
            assert float(row[f"score_{stage}"] or "nan") == pytest.approx(
                item.hit.scores.get(stage, float("nan")), abs=1e-6, nan_ok=True
            )
        assert item.hit.document.text[int(row["start"]) : int(row["end"])] == item.hit.chunk.text


def test_a_question_about_a_title() -> None:
    assert question_about("Nimbus Queue 3.2 notes") == "What do the documents say about “Nimbus Queue 3.2 notes”?"
    assert question_about("What is a tide table?") == "What is a tide table?"
    named = ("Bread", "Acme Inc.", "地震速報", "Nimbus Queue 3.2 release notes")
    unnamed = ("", "2023 -- 17", "draft_v2.docx", "The Willow Lane allotment has 42 plots.")
    assert [is_name(title) for title in (*named, *unnamed)] == [True] * 4 + [False] * 4


def test_small_helpers() -> None:
    assert plain("-1+1") == "'-1+1"
    assert plain("1-1") == "1-1"
    assert spread(0) == []
    assert spread(2) == [0, 1]
    assert spread(40) == [0, 10, 20, 30]
    assert not says_enough("Bread")
    assert not says_enough("2023 -- 17 4")
    assert says_enough("地震はどこで起きましたか")
    assert clipped("word " * 60).endswith("word")
    assert len(clipped("word " * 60)) <= 110
    assert saved(200, 100).startswith("50")
    assert "more" in saved(100, 150)
    assert saved(0, 150) == ""
    assert "<b>" not in figures.card(Figure("<b>", "<b>", "<b>", '"<b>'))
