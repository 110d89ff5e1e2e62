"""The views of the Corpus page on what repeats across documents and on the index: their figures, and as Streamlit runs them."""

import json

import numpy as np
import pytest
from app_pages import ROOT, session
from streamlit.testing.v1 import AppTest

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.indexing.advisor import advise
from microrag_core.indexing.measure import Measured
from microrag_core.pruning.repetition import Group
from microrag_core.settings import ChunkSettings, IndexSettings
from pages.corpus.index_figure import index_figure
from pages.corpus.index_measures import Trial, hold_out, trial_table, try_all
from pages.corpus.index_measures import in_words as index_in_words
from pages.corpus.repeated_groups import Repetition, arrange, groups_table, in_words, still_kept, to_jsonl
from pages.corpus.repeated_members import differences, sentence_at, wordings
from pages.corpus.shared_figure import MAXIMUM_BARS, shared_figure
from pages.corpus.units import Units, take_apart
from pages.shared.colors import ACCENT, EDGE
from pages.shared.state import Session

PAGE = "pages/corpus/page.py"
CLAUSE = "Every member of staff must report a breach of this rule to the works council without delay."
OTHER_CLAUSE = "Every member of staff must report a breach of this rule to the works council without any delay."
DOCUMENTS = [
    Document("Travel <1>", f"Trains come before planes. {CLAUSE} Keep each receipt for a year."),
    Document("Gifts", f"A gift above fifty euros is refused. {OTHER_CLAUSE}"),
    Document("Data", f"{CLAUSE} Passwords are never shared. Passwords are never shared. Screens are locked at lunch."),
    Document("Soup", "Leeks are washed twice. The pot simmers for an hour."),
]


def units_of(owners: str, tokens: list[int], texts: list[str] | None = None) -> Units:
    """Texts of one-letter documents; the vectors play no part."""
    texts = texts or [f"text {row}" for row in range(len(owners))]
    return Units(tuple(owners), tuple(texts), (0,) * len(owners), np.array(tokens, np.int32), np.zeros((len(owners), 2), "f4"))


@pytest.fixture(scope="module")
def corpus(encoder):
    return Corpus.build(DOCUMENTS, encoder)


def repeated(corpus: Corpus, *groups: tuple[int, ...]) -> Repetition:
    """The sentences of a corpus with groups given by hand."""
    units = take_apart(corpus, "sentences", ChunkSettings())
    made = [Group(rows, len({units.owners[row] for row in rows}), 0.97) for rows in groups]
    return arrange("sentences", units, made, across=False)


def test_units_are_spans_of_their_documents_with_their_vectors(corpus):
    for unit in ("sentences", "passages", "documents"):
        units = take_apart(corpus, unit, ChunkSettings(strategy="fixed", size=12, overlap=3))
        assert len(units.owners) == len(units.texts) == len(units.starts) == len(units.tokens) == len(units.vectors)
        for owner, text, start in zip(units.owners, units.texts, units.starts, strict=True):
            assert corpus.parts[owner].document.text[start : start + len(text)] == text
        assert np.linalg.norm(units.vectors, axis=1) == pytest.approx(1, abs=1e-3)
    assert len(take_apart(corpus, "documents", ChunkSettings())) == 4
    assert len(take_apart(corpus, "sentences", ChunkSettings())) == 3 + 2 + 4 + 2


def test_a_document_without_text_is_no_unit(encoder):
    some = Corpus.build([*DOCUMENTS, Document("Only a title", "")], encoder)
    assert len(take_apart(some, "documents", ChunkSettings())) == 4


def test_the_most_widespread_group_is_first_then_the_dearest():
    #            0  1  2  3  4  5  6
    units = units_of("aabbcca", [9, 5, 5, 7, 5, 7, 9])
    pair, triple, dear, inside = Group((1, 2), 2, 1.0), Group((1, 2, 4), 3, 1.0), Group((3, 5), 2, 0.96), Group((0, 6), 1, 1.0)
    found = arrange("sentences", units, [pair, inside, triple, dear], across=True)
    assert found.groups == (triple, dear, pair)
    assert arrange("sentences", units, [pair, inside], across=False).groups == (pair, inside)


def test_what_one_of_each_saves_is_all_but_the_first():
    units = units_of("aabbcc", [10, 20, 30, 40, 50, 60])
    found = Repetition("sentences", units, (Group((1, 2, 4), 3, 0.97), Group((0, 5), 2, 1.0)))
    assert found.tokens_saved == 30 + 50 + 60
    assert found.repeats.tolist() == [False, False, True, False, True, True]
    table = groups_table(found)
    assert table["Tokens saved"].tolist() == [80, 60]
    assert table["Documents"].tolist() == [3, 2]
    assert table["Times"].tolist() == [3, 2]
    assert table["Text"].tolist() == ["text 1", "text 0"]


def test_shared_tokens_leave_out_what_one_document_says_twice():
    units = units_of("aabbcc", [10, 20, 30, 40, 50, 60])
    found = Repetition("sentences", units, (Group((1, 2, 4), 3, 0.97), Group((2, 3), 1, 1.0)))
    assert found.shared_tokens() == {"a": 20, "b": 30, "c": 50}


def test_the_bars_are_shares_of_the_documents_tokens(corpus):
    found = repeated(corpus, (1, 4, 5), (6, 7))
    figure, caption = shared_figure(found, corpus)
    tokens = take_apart(corpus, "sentences", ChunkSettings()).tokens
    shares = {
        "Travel <1>": tokens[1] / tokens[:3].sum(),
        "Gifts": tokens[4] / tokens[3:5].sum(),
        "Data": tokens[5] / tokens[5:9].sum(),
    }
    names = sorted(shares, key=lambda name: -shares[name])
    assert list(figure.layout.yaxis.ticktext) == [name.replace("<", "&lt;").replace(">", "&gt;") for name in names]
    assert list(figure.data[0].x) == pytest.approx([100 * shares[name] for name in names])
    assert f"{tokens[4]} of {tokens[3:5].sum()} tokens" in " ".join(figure.data[0].hovertext)
    assert f"all 3 documents that share any text. Of the topmost one {shares[names[0]]:.0%}".replace("%", "") in caption


def test_no_bars_where_nothing_is_shared_and_not_too_many(corpus, encoder):
    assert shared_figure(repeated(corpus, (6, 7)), corpus) is None
    many = Corpus.build([Document(f"Page {number}", f"{CLAUSE} Only here: {number}.") for number in range(20)], encoder)
    rows = tuple(range(0, len(take_apart(many, "sentences", ChunkSettings())), 2))
    figure, caption = shared_figure(repeated(many, rows), many)
    assert len(figure.data[0].x) == MAXIMUM_BARS
    assert f"the {MAXIMUM_BARS} that share most of 20 documents" in caption


def test_the_words_carry_the_numbers(corpus):
    found = repeated(corpus, (1, 4, 5), (6, 7))
    words = in_words(found, corpus)
    total = int(found.units.tokens.sum())
    assert words.startswith("One sentence stands in 3 of 4 documents, and 1 more repeat likewise.")
    assert f"would save {found.tokens_saved} of {total} tokens" in words
    assert in_words(repeated(corpus, (6, 7)), corpus).startswith("One sentence stands 2 times in its document")


def test_what_pruning_leaves_of_the_repeats_is_counted(corpus):
    found = repeated(corpus, (1, 4, 5), (6, 7))
    pins = corpus.with_pins(DOCUMENTS[1].id, {1: True}).with_pins(DOCUMENTS[2].id, {0: False, 2: True})
    kept = [pins.pruned(item.id).selection.kept for item in DOCUMENTS]
    assert still_kept(found, pins) == int(kept[1][1]) + int(kept[2][0]) + int(kept[2][2]) == 2


def test_the_download_holds_every_place(corpus):
    lines = [json.loads(line) for line in to_jsonl(repeated(corpus, (1, 4, 5)), corpus).decode().splitlines()]
    assert [(line["documents"], line["times"]) for line in lines] == [(3, 3)]
    assert [member["title"] for member in lines[0]["members"]] == ["Travel <1>", "Gifts", "Data"]
    for member, document in zip(lines[0]["members"], DOCUMENTS, strict=False):
        assert document.text[member["start"] : member["end"]] == member["text"]


def test_wordings_stand_once_and_differences_are_underlined(corpus):
    found = repeated(corpus, (1, 4, 5))
    assert wordings(found, found.groups[0]) == [[1, 5], [4]]
    shown = differences(CLAUSE, OTHER_CLAUSE)
    assert shown.count("<span") == 1
    assert '<span style="text-decoration:underline 2px">any' in shown
    assert differences(CLAUSE, CLAUSE) == CLAUSE
    assert "<b>" not in differences("a", "<b>")


def test_a_place_leads_to_its_sentence(corpus):
    data = DOCUMENTS[2]
    assert sentence_at(corpus, data.id, 0) == 0
    assert sentence_at(corpus, data.id, data.text.index("Passwords")) == 1
    assert sentence_at(corpus, data.id, len(data.text)) is None


# The page ------------------------------------------------------------------------------------------------------------


def open_corpus(corpus: Corpus, **values) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.session_state["microrag"] = Session(corpus, "default", values=values)
    app.run().switch_page(PAGE).run()
    assert not app.exception
    return app


def html(app: AppTest) -> str:
    return " ".join(item.proto.body for item in app.main.get("html"))


def groups(app: AppTest):
    return next(item.value for item in app.main.dataframe if "Least alike" in item.value)


def test_the_section_shows_groups_their_counts_and_their_places(corpus):
    app = open_corpus(corpus)
    shown = groups(app)
    assert shown["Text"].tolist() == [CLAUSE]
    assert shown["Documents"].tolist() == [3]
    assert ">1<" in html(app)
    assert ">2<" in html(app)
    assert "One sentence stands in 3 of 4 documents" in " ".join(item.value for item in app.main.markdown)
    places = [button.label.replace("\\", "") for button in app.main.button if button.key and button.key.startswith("repeated_")]
    assert places == ["Travel <1>", "Data", "Gifts"]


def test_anywhere_shows_what_one_document_says_twice(corpus):
    app = open_corpus(corpus, repeated_where="Anywhere")
    assert groups(app)["Text"].tolist() == [CLAUSE, "Passwords are never shared."]


def test_a_higher_threshold_leaves_equal_texts_only(corpus):
    app = open_corpus(corpus)
    app.main.slider(key="widget_repeated_from").set_value(1.0).run()
    assert not app.exception
    assert groups(app)["Documents"].tolist() == [2]
    assert groups(app)["Least alike"].tolist() == [1.0]


def test_a_place_opens_explore_at_its_sentence(corpus):
    app = open_corpus(corpus)
    next(button for button in app.main.button if button.label == "Gifts").click().run()
    assert not app.exception
    assert session(app).document_id == DOCUMENTS[1].id
    assert session(app).sentence == 1
    assert app.title[0].value == "Explore"


def test_passages_are_cut_as_the_session_says(corpus):
    app = open_corpus(corpus, repetition_unit="passages", repeated_where="Anywhere")
    app.main.selectbox(key="widget_repetition_chunks_strategy").set_value("fixed").run()
    app.main.number_input(key="widget_repetition_chunks_size").set_value(5).run()
    assert not app.exception
    assert session(app).chunks == ChunkSettings(strategy="fixed", size=5)
    found = take_apart(corpus, "passages", session(app).chunks)
    assert f"the {len(found)} passages" in " ".join(item.value for item in app.main.info)


def test_copies_of_a_document_are_found_and_nothing_is_said_where_there_are_none(encoder):
    copy = Document("Soup, again", DOCUMENTS[3].text)
    app = open_corpus(Corpus.build([*DOCUMENTS, copy], encoder), repetition_unit="documents")
    assert groups(app)["Documents"].tolist() == [2]
    app = open_corpus(Corpus.build(DOCUMENTS, encoder), repetition_unit="documents")
    assert any("None of the 4 documents repeats another" in item.value for item in app.main.info)


def test_a_large_corpus_waits_to_be_asked(corpus, monkeypatch):
    monkeypatch.setattr("pages.corpus.unit_choice.AT_ONCE", 5)
    app = open_corpus(corpus)
    assert not any("Least alike" in item.value for item in app.main.dataframe)
    next(button for button in app.main.button if button.label == "Look for repetition").click().run()
    assert groups(app)["Documents"].tolist() == [3]


def test_a_stop_is_said_and_can_be_taken_back(corpus):
    app = open_corpus(corpus, stop_pressed="looking for repetition")
    app.run()
    session(app).values["stop_pressed"] = "looking for repetition"
    app.run()
    assert any("Stopped" in item.value for item in app.main.warning)
    app.main.slider(key="widget_repeated_from").set_value(0.9).run()
    assert not any("Least alike" in item.value for item in app.main.dataframe), "it does not start again by itself"
    next(button for button in app.main.button if button.label == "Look for repetition").click().run()
    assert not app.exception
    assert groups(app)["Documents"].tolist() == [3]


# The index -----------------------------------------------------------------------------------------------------------


def unit_rows(n: int, d: int = 16) -> np.ndarray:
    rows = np.random.default_rng(0).normal(size=(n, d)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def measured(recall: float, speed: float, megabytes: float = 1.0) -> Measured:
    return Measured(recall, speed, 0.5, megabytes, ("nlist is 2 instead of 9.",))


TRIAL = Trial(
    5_000, 100, (("flat", measured(1.0, 1_000)), ("hnsw", measured(0.98, 4_000, 1.3)), ("ivf_pq", measured(0.7, 500)))
)


def test_sentences_that_stand_in_as_questions_are_not_in_the_index():
    rows = unit_rows(200)
    held, asked = hold_out("sentences", rows, rows)
    assert (len(held), len(asked)) == (160, 40)
    assert {row.tobytes() for row in held}.isdisjoint(row.tobytes() for row in asked)
    held, asked = hold_out("documents", rows[:7], rows)
    assert (len(held), len(asked)) == (7, 40)
    assert len(hold_out("sentences", unit_rows(2_000), unit_rows(2_000))[1]) == 100


def test_every_family_is_measured_and_the_exact_one_finds_all():
    told = []
    rows = unit_rows(300)
    trial = try_all(rows[:260], rows[260:], IndexSettings(), lambda *report: told.append(report))
    assert [kind for kind, _ in trial.results] == ["flat", "hnsw", "ivf_flat", "ivf_pq"]
    assert dict(trial.results)["flat"].recall_at_10 == 1.0
    assert all(found.queries_a_second > 0 and found.megabytes > 0 for _, found in trial.results)
    assert told[0] == ("measuring Flat", 0, 4)
    assert len(told) == 4


def test_the_table_and_the_figure_hold_what_was_measured():
    table = trial_table(TRIAL, "hnsw")
    assert table["Family"].tolist() == ["Flat", "HNSW (advised)", "IVF-PQ"]
    assert table["Recall@10, %"].tolist() == [100, 98, 70]
    assert table["Queries a second"].tolist() == [1_000, 4_000, 500]
    assert table["Memory, MB"].tolist() == [1.0, 1.3, 1.0]
    assert table["Lowered"].tolist() == ["nlist is 2 instead of 9."] * 3
    figure = index_figure(TRIAL, "hnsw")
    assert [(point.name, point.x[0], point.y[0]) for point in figure.data] == [
        ("Flat", 1_000, 100.0),
        ("HNSW", 4_000, 98.0),
        ("IVF-PQ", 500, 70.0),
    ]
    assert [point.marker.color for point in figure.data] == [EDGE, ACCENT, EDGE]
    assert figure.layout.yaxis.ticktext == ("100 %", "90 %", "80 %", "70 %")
    low, high = figure.layout.xaxis.range
    assert 10**low < 500
    assert 10**high > 4_000
    assert figure.layout.xaxis.ticktext == ("500", "1,000", "2,000", "5,000")


def test_the_words_compare_with_the_exact_index():
    assert "HNSW is 4.0 times as fast and finds 98" in index_in_words(TRIAL, "hnsw")
    assert "IVF-PQ is 2.0 times slower and finds 70" in index_in_words(TRIAL, "ivf_pq")
    assert "HNSW is 4.0 times as fast" in index_in_words(TRIAL, "flat")
    alone = Trial(50, 10, (("flat", measured(1.0, 9_000)), ("hnsw", measured(0.9, 4_000))))
    assert "nothing to gain" in index_in_words(alone, "flat")


def advised(app: AppTest) -> str:
    return next(item.value for item in app.main.markdown if item.value.startswith("**Advised"))


def test_the_advice_follows_size_and_memory(corpus):
    app = open_corpus(corpus)
    assert advised(app) == f"**Advised: Flat.** {advise(11, 384).reason}"
    app.main.number_input(key="widget_index_vectors_sentences").set_value(1_000_000).run()
    assert advised(app) == f"**Advised: HNSW.** {advise(1_000_000, 384).reason}"
    app.main.number_input(key="widget_index_megabytes").set_value(200).run()
    assert advised(app) == f"**Advised: IVF-PQ.** {advise(1_000_000, 384, 200).reason}"


def test_a_press_measures_the_sessions_own_vectors(corpus):
    app = open_corpus(corpus)
    next(button for button in app.main.button if button.label == "Measure on the 11 vectors here").click().run()
    assert not app.exception
    table = next(item.value for item in app.main.dataframe if "Recall@10, %" in item.value)
    assert table["Family"].tolist() == ["Flat (advised)", "HNSW", "IVF-Flat", "IVF-PQ"]
    assert table["Recall@10, %"][0] == 100
    assert any("2 sentences of the documents stand in as questions, over 9 vectors" in item.value for item in app.main.caption)
    before = table["Queries a second"].tolist()
    next(button for button in app.main.button if button.label == "Measure again").click().run()
    again = next(item.value for item in app.main.dataframe if "Recall@10, %" in item.value)
    assert again["Queries a second"].tolist() != before


def test_passages_are_counted_as_they_are_indexed(corpus):
    app = open_corpus(corpus, index_unit="passages")
    count = len(take_apart(corpus, "passages", session(app).chunks))
    assert app.main.number_input(key="widget_index_vectors_passages").value == count
