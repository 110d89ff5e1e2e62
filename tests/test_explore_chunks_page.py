"""The tab Chunks of Explore: what it draws of the chunks, and the page as Streamlit runs it."""

import html
import json
import re
from dataclasses import asdict
from html.parser import HTMLParser
from itertools import pairwise
from typing import get_args

import numpy as np
import pytest
from app_pages import ROOT
from streamlit.testing.v1 import AppTest

from microrag_core.chunking import chunk_document
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Chunk, Document, Section
from microrag_core.settings import ChunkSettings, Strategy
from microrag_core.text.sentences import split_sentences
from pages.explore.chunk_layout import PAGE_CHARACTERS, lay_out_chunks
from pages.explore.chunk_sizes_figure import MOST_BINS, MOST_SINGLE, chunk_sizes_figure, size_bins, what_to_see
from pages.explore.chunk_text import legend, text_with_borders, tooltip
from pages.explore.chunks import as_jsonl, chunks_on
from pages.shared.chunk_controls import DESCRIPTIONS, NAMES
from pages.shared.state import Session

QUAKE = (
    "A magnitude 4.2 earthquake struck near Amarillo on Wednesday. No one was hurt. A church wall cracked.\n\n"
    "Schools open on Thursday as usual. The <b>crack</b> costs $5 to mend & more.\r\n\r\n"
    "Rescue dogs came from 东京 and found nobody. They sailed home 🙂 at nine. Everybody slept."
)
DOCUMENT = Document("Quake", QUAKE, sections=(Section("The <first> part", 0, 104), Section("After", 104, len(QUAKE))))
SMALL: dict[Strategy, dict[str, int]] = {
    "fixed": {"size": 12, "overlap": 3},
    "recursive": {"size": 70, "overlap": 20},
    "semantic": {"size": 30, "overlap": 5},
    "parent_child": {"size": 12, "overlap": 4, "parent_size": 30},
    "hierarchical": {"size": 8, "overlap": 2},
    "micro": {"size": 12},
    "books": {"size": 20, "overlap": 6},
    "pruned": {"size": 20, "overlap": 5},
}


def cut(strategy: Strategy, document: Document = DOCUMENT) -> tuple[tuple[Chunk, ...], list[tuple[int, int]]]:
    """Chunks of a document of which every third sentence is pruned, and the spans of those sentences."""
    sentences = split_sentences(document.text)
    vectors = np.random.default_rng(0).normal(size=(len(sentences), 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    kept = np.arange(len(sentences)) % 3 != 1
    settings = ChunkSettings(strategy=strategy, **SMALL.get(strategy, {}))
    chunks = chunk_document(document, settings, sentences=sentences, vectors=vectors, kept=kept)
    gone = [(item.start, item.end) for item, keep in zip(sentences, kept, strict=True) if not keep]
    return chunks, gone if strategy == "pruned" else []


class Shown(HTMLParser):
    """The text of HTML, without what cannot be selected: the markers and the names of larger chunks."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.text, self._open = "", []
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        self._open.append("user-select:none" in (dict(attributes).get("style") or ""))

    def handle_endtag(self, tag):
        self._open.pop()

    def handle_data(self, data):
        self.text += "" if any(self._open) else data


def visible(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("strategy", get_args(Strategy))
def test_each_character_lies_in_the_chunks_that_hold_it(strategy):
    chunks, gone = cut(strategy)
    layout = lay_out_chunks(QUAKE, chunks, gone)
    smallest = [chunk for chunk in chunks if chunk.level == 0]
    stretches = layout.stretches((0, len(QUAKE)))
    assert "".join(QUAKE[item.start : item.end] for item in stretches) == QUAKE
    for item in stretches:
        for place in range(item.start, item.end):
            assert item.chunks == tuple(row for row, chunk in enumerate(smallest) if chunk.start <= place < chunk.end)
            assert item.pruned == any(start <= place < end for start, end in gone)
    assert [row for item in stretches for row in item.starts] == list(range(len(smallest)))


@pytest.mark.parametrize("strategy", ["parent_child", "hierarchical"])
def test_a_small_chunk_stands_beside_the_bars_of_the_chunks_that_hold_it(strategy):
    chunks, _ = cut(strategy)
    layout = lay_out_chunks(QUAKE, chunks)
    by_id = {chunk.id: chunk for chunk in chunks}
    for item in layout.stretches((0, len(QUAKE))):
        own = [row for row in item.chunks if layout.own_starts[0][row] <= item.start]
        for row in own[:1]:
            parent = layout.levels[0][row].parent
            for level, place in enumerate(reversed(item.parents), 1):
                assert layout.levels[level][place].id == parent
                parent = by_id[parent].parent


@pytest.mark.parametrize("strategy", get_args(Strategy))
def test_the_text_is_shown_whole_once_and_literally(strategy):
    chunks, gone = cut(strategy)
    shown = text_with_borders(lay_out_chunks(QUAKE, chunks, gone), (0, len(QUAKE)), 400)
    assert visible(Shown(shown).text) == visible(QUAKE)
    assert "<b>crack</b>" not in shown


def test_markers_tell_number_tokens_and_section_and_overlap_is_hatched():
    chunks, _ = cut("fixed")
    layout = lay_out_chunks(QUAKE, chunks)
    shown = text_with_borders(layout, (0, len(QUAKE)), 400)
    markers = re.findall(r'title="(Chunk [^"]*)"[^>]*><b>([\d,]+)</b> · ([\d,]+)<', shown)
    assert [(int(number), int(tokens)) for _, number, tokens in markers] == [
        (row, chunk.tokens) for row, chunk in enumerate(chunks, 1)
    ]
    first, second = chunks[:2]
    assert markers[0][0] == f"Chunk 1: {first.tokens} tokens, characters 0 to {first.end}, section: The &lt;first&gt; part"
    assert markers[1][0].endswith(f"the first {first.end - second.start} characters repeat the chunk before")
    hatched = re.findall(r'title="Overlap: in the chunks (\d+) and (\d+)">([^<]*)<', shown)
    pairs = pairwise(chunks)
    expected = [QUAKE[after.start : before.end] for before, after in pairs if after.start < before.end]
    assert visible("".join(html.unescape(text) for _, _, text in hatched)) == visible("".join(expected))
    assert "overlap" in legend(layout, overlaps=True)
    assert "overlap" not in legend(layout, overlaps=False)


def test_neighbouring_chunks_take_turns_and_pruned_sentences_are_struck():
    chunks, gone = cut("pruned")
    shown = text_with_borders(lay_out_chunks(QUAKE, chunks, gone), (0, len(QUAKE)), 400)
    struck = [html.unescape(text) for text in re.findall(r"<s [^>]*>(.*?)</s>", shown, re.DOTALL)]
    assert visible("".join(struck)) == visible("".join(QUAKE[start:end] for start, end in gone))
    tints = re.findall(r"background:(rgba[^\"]*)\"", shown)
    assert len(set(tints)) == 2


def test_a_long_text_is_cut_into_pages_where_chunks_end():
    text = " ".join(f"Sentence {number} says a little more than the one before it did." for number in range(3_000))
    document = Document("Long", text)
    chunks = chunk_document(document, ChunkSettings(strategy="fixed", size=100, overlap=10))
    layout = lay_out_chunks(text, chunks)
    assert "".join(text[start:end] for start, end in layout.pages) == text
    assert max(end - start for start, end in layout.pages) <= 3 * PAGE_CHARACTERS // 2
    assert {start for start, _ in layout.pages[1:]} <= set(layout.own_starts[0])
    for number, (start, end) in enumerate(layout.pages):
        assert layout.page_at(start) == layout.page_at(end - 1) == number
    first, last = chunks_on(layout, layout.pages[1])
    assert layout.levels[0][first - 1].end > layout.pages[1][0] >= layout.levels[0][first - 2].end
    assert layout.levels[0][last - 1].start < layout.pages[1][1]
    second = text_with_borders(layout, layout.pages[1], 400)
    assert visible(Shown(second).text) == visible(text[slice(*layout.pages[1])])


def test_a_chunk_longer_than_a_page_goes_on_over_pages():
    text = "Word after word. " * 3_000
    layout = lay_out_chunks(text, chunk_document(Document("", text), ChunkSettings()))
    assert len(layout.pages) > 2
    assert "".join(text[start:end] for start, end in layout.pages) == text
    assert "<b>1</b>" in text_with_borders(layout, layout.pages[0], 400)
    assert "1, goes on" in text_with_borders(layout, layout.pages[1], 400)


def test_a_bar_a_chunk_where_they_are_few():
    figure = chunk_sizes_figure([40, 12, 31])
    assert list(figure.data[0].x) == [1, 2, 3]
    assert list(figure.data[0].y) == [40, 12, 31]
    assert list(figure.data[0].hovertext) == ["Chunk 1: 40 tokens", "Chunk 2: 12 tokens", "Chunk 3: 31 tokens"]
    assert figure.layout.annotations[0].text == "median 31"
    assert figure.layout.shapes[0].y0 == figure.layout.shapes[0].y1 == 31


@pytest.mark.parametrize("low", [1, 97])
def test_a_histogram_where_they_are_many(low):
    tokens = np.random.default_rng(0).integers(low, low + 500, MOST_SINGLE + 100).tolist()
    edges, counts = size_bins(tokens)
    assert len(counts) <= MOST_BINS + 1
    expected = [sum(start <= count < end for count in tokens) for start, end in pairwise(edges)]
    assert counts.tolist() == expected
    assert sum(expected) == len(tokens)
    figure = chunk_sizes_figure(tokens)
    assert list(figure.data[0].y) == expected
    words = figure.data[0].hovertext[0]
    assert words.endswith(f"of {edges[0]:,} to {edges[1] - 1:,} tokens")
    assert figure.layout.shapes[0].x0 == np.median(tokens)


def test_equal_sizes_fall_into_one_bin():
    edges, counts = size_bins([7] * 90)
    assert counts.tolist() == [90]
    assert edges.tolist() == [7, 8]


def test_the_caption_names_the_chunks_that_are_small():
    assert "2 chunks are less than half as long" in what_to_see([100, 100, 100, 20, 30], 100, "tokens")
    assert "All are at least half" in what_to_see([100, 60], 100, "tokens")
    assert "single chunk" in what_to_see([100], 0, "tokens")


def test_every_strategy_has_a_name_and_a_description():
    assert set(NAMES) == set(DESCRIPTIONS) == set(get_args(Strategy))


def test_the_download_has_a_line_a_chunk():
    chunks, _ = cut("parent_child")
    lines = as_jsonl(chunks).decode().splitlines()
    assert [json.loads(line) for line in lines] == [asdict(chunk) for chunk in chunks]


def test_a_tooltip_keeps_a_title_on_one_line():
    chunk = Chunk("a", "b", 0, 3, "abc", "One\ntwo", 1)
    assert tooltip("Chunk 1", chunk, 0) == "Chunk 1: 1 token, characters 0 to 3, section: One two"


# The page ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def corpus(encoder):
    return Corpus.build([DOCUMENT], encoder)


def open_chunks(corpus, **settings) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.session_state["microrag"] = Session(corpus, "default", tab="Chunks", chunks=ChunkSettings(**settings))
    app.run()
    assert not app.exception
    return app


def here(app) -> Session:
    return app.session_state["microrag"]


def shown(app) -> str:
    return "\n".join(str(item.proto.body) for item in app.main.get("html"))


def labels(app) -> set[str]:
    return {item.label for item in [*app.main.number_input, *app.main.selectbox]}


def test_only_the_settings_that_apply_are_shown(corpus):
    app = open_chunks(corpus, strategy="document")
    strategy = app.main.selectbox(key="widget_explore_chunks_strategy")
    expected = {
        "document": set(),
        "recursive": {"Size, characters", "Overlap, characters"},
        "semantic": {"Cut at", "Percentile", "Size, tokens", "Overlap, tokens"},
        "parent_child": {"Child size, tokens", "Overlap, tokens", "Parent size, tokens"},
        "hierarchical": {"Smallest size, tokens", "Overlap, tokens"},
        "micro": {"Size, tokens", "Overlap, tokens"},
    }
    every = set().union(*expected.values())
    for name, controls in expected.items():
        strategy = app.main.selectbox(key="widget_explore_chunks_strategy").set_value(name)
        strategy.run()
        assert not app.exception
        assert labels(app) & every == controls, name
        assert here(app).chunks.strategy == name
    app.main.selectbox(key="widget_explore_chunks_strategy").set_value("semantic").run()
    app.main.selectbox(key="widget_explore_chunks_semantic_rule").set_value("running").run()
    assert "Likeness at least" in labels(app)
    assert "Percentile" not in labels(app)


def test_a_size_changes_the_chunks_and_the_figures(corpus):
    app = open_chunks(corpus, strategy="fixed")
    assert "1 of 1" in shown(app)
    app.main.number_input(key="widget_explore_chunks_size").set_value(20).run()
    app.main.number_input(key="widget_explore_chunks_overlap").set_value(4).run()
    assert not app.exception
    assert here(app).chunks == ChunkSettings(strategy="fixed", size=20, overlap=4)
    chunks = chunk_document(DOCUMENT, here(app).chunks)
    assert shown(app).count("cursor:help") == len(chunks) + 1, "a marker each, and one in the legend"
    assert f">{len(chunks)} of {len(chunks)}<" in shown(app)
    assert any(item.label == f"Download {len(chunks)} chunks" for item in app.main.get("download_button"))
    app.main.number_input(key="widget_explore_chunks_size").set_value(3).run()
    assert here(app).chunks.overlap == 2, "an overlap stays smaller than its chunk"


def test_another_strategy_starts_with_its_own_sizes(corpus):
    app = open_chunks(corpus, strategy="fixed", size=20, overlap=4)
    app.main.selectbox(key="widget_explore_chunks_strategy").set_value("recursive").run()
    assert here(app).chunks == ChunkSettings(strategy="recursive")
    assert app.main.number_input(key="widget_explore_chunks_size").value == 800


def test_chunks_of_kept_sentences_follow_the_pruning(corpus):
    app = open_chunks(corpus, strategy="pruned")
    before = shown(app)
    assert "<s style" in before
    app.main.slider(key="widget_budget").set_value(100).run()
    assert "<s style" not in shown(app)


def test_where_nothing_is_kept_there_is_no_chunk(corpus):
    pins = dict.fromkeys(range(len(corpus.pruned(DOCUMENT.id).sentences)), False)
    app = open_chunks(corpus.with_pins(DOCUMENT.id, pins), strategy="pruned")
    assert "There is no chunk" in app.main.info[-1].value


def test_the_address_holds_the_cut_and_the_open_tab_and_brings_them_back(corpus):
    app = open_chunks(corpus, strategy="semantic", semantic_rule="running", chunk_similarity=0.5)
    address = dict(app.query_params)
    assert address.items() >= {"tab": "Chunks", "strategy": "semantic", "semantic_rule": "running"}.items()
    assert address["chunk_similarity"] == "0.5"
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    other.session_state["microrag"] = Session(corpus, "default")
    for key in ("tab", "strategy", "semantic_rule", "chunk_similarity"):
        other.query_params[key] = address[key]
    other.run()
    assert here(other).chunks == here(app).chunks
    assert "Likeness at least" in labels(other)


def test_a_link_that_makes_no_sense_is_passed_over_and_said(corpus):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.session_state["microrag"] = Session(corpus, "default")
    app.query_params["strategy"] = "salami"
    app.query_params["tab"] = "No such tab"
    app.run()
    assert not app.exception
    assert here(app).chunks.strategy == "recursive"
    assert "salami" in app.main.warning[0].value


def test_sizes_that_do_not_go_together_are_said(corpus):
    app = open_chunks(corpus, strategy="parent_child", size=300, parent_size=100)
    assert "parent" in app.main.error[0].value


def test_the_tab_stays_open_and_the_cut_holds_on_the_way_to_another_page_and_back(corpus):
    app = open_chunks(corpus, strategy="micro")
    app.switch_page("pages/corpus/page.py").run()
    app.switch_page("pages/explore/page.py").run()
    assert not app.exception
    assert here(app).tab == "Chunks"
    assert app.main.selectbox(key="widget_explore_chunks_strategy").value == "micro"


def test_a_long_document_is_turned_page_by_page(encoder):
    text = " ".join(f"Line {number} is short." for number in range(1_500))
    app = open_chunks(Corpus.build([Document("Long", text)], encoder), strategy="fixed")
    number = app.main.number_input(key="widget_explore_chunk_page")
    assert number.value == 1
    assert "Line 0 is" in shown(app)
    next(button for button in app.main.button if button.help == "Next page").click().run()
    assert app.main.number_input(key="widget_explore_chunk_page").value == 2
    assert "Line 0 is" not in shown(app)
    app.main.number_input(key="widget_explore_chunks_size").set_value(60).run()
    assert app.main.number_input(key="widget_explore_chunk_page").value == 2, "the place in the text stays"
