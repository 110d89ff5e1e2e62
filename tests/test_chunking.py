"""What holds for the chunks of every strategy."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.chunking import OWN_SIZES, STRATEGIES, chunk_document, resolve_sizes
from microrag_core.datatypes import Chunk, Document, Section, chunk_id
from microrag_core.errors import SettingsError
from microrag_core.settings import ChunkSettings
from microrag_core.text.sentences import split_sentences
from microrag_core.text.tokens import count_tokens

MARKUP = (
    "# One\n",
    "\n## Two\n\n",
    "```\n",
    "<p>",
    "</div>",
    "| a | b |\n",
    "|---|---|\n",
    "row,1,2\n",
    "- item\n",
    "Chapter 2\n\n",
)
SIGNS = (" ", "\n", "\n\n", "\r\n", "\r\n\r\n", "\t", ". ", "! ", "? ", ", ", "\ud800", "\u3000", "***\n", "a" * 40, "x9Qz" * 9)
WRITING = (
    "中文句子。",
    "第一章\n\n",
    "العربية نص. ",
    "👩‍👩‍👧",
    "🇩🇪🙂",
    "e\u0301",
    "Word",
    "the ",
    "unbelievable ",
    "Raskolnikov ",
)
TEXTS = st.lists(st.sampled_from(MARKUP + SIGNS + WRITING), max_size=60).map("".join)
OVERLAPPING = [name for name in STRATEGIES if name != "document"]
TILING = [name for name in STRATEGIES if name not in {"pruned", "books"}]

ODD = {
    "no separator": "a" * 3000,
    "one sentence": "A single sentence.",
    "markdown table": "| name | value |\n|---|---|\n" + "".join(f"| row {row} | {row * 7} |\n" for row in range(300)),
    "comma separated": "name,value,note\n" + "".join(f"row{row},{row * 7},some words\n" for row in range(300)),
    "chinese": "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。" * 60,
    "arabic": "كان يا ما كان في قديم الزمان. وكانت هناك مدينة كبيرة؟ " * 60,
    "emoji": "👩‍👩‍👧🇩🇪🙂" * 200,
    "carriage returns": "One line here.\r\nAnother line.\r\n\r\nA paragraph.\r\n" * 60,
    "lone surrogates": "before \ud800 after \udfff. " * 100,
    "one character": "x",
}


def chunks_of(text: str, strategy: str, size: int = 0, overlap: int = -1, **other: object) -> tuple[Chunk, ...]:
    """Chunks with made-up vectors and marks where the strategy needs some."""
    sentences = split_sentences(text)
    known: dict[str, object] = {}
    if strategy == "semantic":
        angles = np.array([len(sentence.text) % 7 for sentence in sentences]) / 4
        known["vectors"] = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    if strategy == "pruned":
        known["kept"] = np.array([len(sentence.text) % 3 > 0 for sentence in sentences], bool)
    chosen = ChunkSettings(strategy=strategy, size=size, overlap=overlap, parent_size=10**6, **other)
    return chunk_document(Document("", text), chosen, sentences=sentences, **known)


def visible(text: str) -> str:
    return "".join(text.split())


def check(text: str, chunks: tuple[Chunk, ...], size: int, strategy: str) -> None:
    """Spans are exact, nothing is blank or too long, ids differ, parents hold their children, levels come in order."""
    by_id = {chunk.id: chunk for chunk in chunks}
    assert len(by_id) == len(chunks)
    assert [chunk.level for chunk in chunks] == sorted(chunk.level for chunk in chunks)
    top = max((chunk.level for chunk in chunks), default=0)
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        assert chunk.text.strip()
        assert chunk.tokens == count_tokens(chunk.text)
        assert chunk.id == chunk_id(chunk.document, strategy, chunk.start, chunk.end, chunk.level)
        if strategy != "document":
            assert chunk.text == chunk.text.strip()
        if strategy == "recursive":
            assert len(chunk.text) <= size
        elif strategy not in {"document", "parent_child"}:
            assert chunk.tokens <= size << chunk.level or len(chunk.text) == 1
        if chunk.level < top:
            parent = by_id[chunk.parent or ""]
            assert parent.level == chunk.level + 1
            assert parent.start <= chunk.start
            assert chunk.end <= parent.end
        else:
            assert chunk.parent is None


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.sampled_from(OVERLAPPING), st.integers(1, 40))
def test_chunks_without_overlap_hold_everything_once(text: str, strategy: str, size: int) -> None:
    chunks = chunks_of(text, strategy, size, 0)
    check(text, chunks, size, strategy)
    for level in {chunk.level for chunk in chunks}:
        own = [chunk for chunk in chunks if chunk.level == level]
        assert all(before.end <= after.start for before, after in pairwise(own))
        if strategy in TILING:
            assert "".join(visible(chunk.text) for chunk in own) == visible(text)


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.sampled_from(OVERLAPPING), st.integers(2, 40), st.data())
def test_the_overlap_moves_starts_and_nothing_else(text: str, strategy: str, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(1, size - 1))
    if strategy in {"hierarchical", "parent_child"}:  # their levels have sizes and overlaps of their own
        check(text, chunks_of(text, strategy, size, overlap), size, strategy)
        return
    overlapped, own = chunks_of(text, strategy, size, overlap), chunks_of(text, strategy, size - overlap, 0)
    check(text, overlapped, size, strategy)
    assert [chunk.end for chunk in overlapped] == [chunk.end for chunk in own]
    assert [chunk.section for chunk in overlapped] == [chunk.section for chunk in own]
    for longer, shorter in zip(overlapped, own, strict=True):
        assert longer.start <= shorter.start
        repeated = text[longer.start : shorter.start]
        assert (len(repeated) if strategy == "recursive" else count_tokens(repeated)) <= overlap


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_texts(strategy: str, text: str) -> None:
    for size, overlap in ((0, -1), (1, 0), (33, 8)):
        chunks = chunks_of(text, strategy, size, overlap)
        check(text, chunks, size or OWN_SIZES[strategy][0], strategy)
        assert chunks or strategy == "pruned"


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("text", ["", " ", "\n\r\n\t\u3000\x1f"])
def test_blank_documents_have_no_chunks(strategy: str, text: str) -> None:
    assert chunks_of(text, strategy) == ()


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_long_texts_without_a_separator(strategy: str) -> None:
    text = "ab9" * 50_000 + "c"
    chunks = chunks_of(text, strategy)
    check(text, chunks, OWN_SIZES[strategy][0], strategy)
    assert sum(chunk.end - chunk.start for chunk in chunks if chunk.level == 0) >= len(text)


def test_document_is_one_chunk() -> None:
    (chunk,) = chunks_of("  A text.\n\nOf two paragraphs.\n", "document")
    assert (chunk.start, chunk.end, chunk.level, chunk.parent) == (0, 30, 0, None)


def test_same_input_gives_the_same_ids_and_another_text_others() -> None:
    text = "One sentence here. Another there. " * 50
    first, second = chunks_of(text, "fixed", 40), chunks_of(text, "fixed", 40)
    assert first == second
    assert not {chunk.id for chunk in first} & {chunk.id for chunk in chunks_of(text + "!", "fixed", 40)}


def test_an_emoji_is_never_cut() -> None:
    assert [chunk.text for chunk in chunks_of("🙂🦜", "fixed", 1, 0)] == ["🙂", "🦜"]
    assert count_tokens("🦜") > 1


def test_sizes_left_to_the_strategy() -> None:
    assert resolve_sizes(ChunkSettings("fixed")) == (512, 51)
    assert resolve_sizes(ChunkSettings("recursive", size=400)) == (400, 75)  # 400 * 150 / 800
    assert resolve_sizes(ChunkSettings("books", size=300)) == (300, 30)
    assert resolve_sizes(ChunkSettings("books", size=300, overlap=50)) == (300, 50)
    assert resolve_sizes(ChunkSettings("document", size=9)) == (0, 0)


def test_sizes_that_do_not_go_together() -> None:
    with pytest.raises(SettingsError, match="overlap is 512; it must be smaller than the size 512"):
        chunk_document(Document("", "text"), ChunkSettings("fixed", overlap=512))
    with pytest.raises(SettingsError, match="parent_size is 200; it must be at least the size 300"):
        chunk_document(Document("", "text"), ChunkSettings("parent_child", parent_size=200))


@pytest.mark.parametrize(("strategy", "what"), [("semantic", "vector"), ("pruned", "mark")])
def test_what_a_strategy_needs_must_match_the_sentences(strategy: str, what: str) -> None:
    document = Document("", "One here. Two there.")
    for given_ in ({}, {"vectors": np.ones((1, 2), np.float32), "kept": np.ones(3, bool)}):
        with pytest.raises(ValueError, match=f"one {what} a sentence"):
            chunk_document(document, ChunkSettings(strategy), **given_)


def test_sections_of_the_document() -> None:
    text = "Outer words. Inner words. Outer again. Nowhere."
    sections = (Section("Outer", 0, 38), Section("Inner", 13, 25))
    document = Document("", text, sections=sections)
    chunks = chunk_document(document, ChunkSettings("micro", size=4))
    assert [(chunk.text, chunk.section) for chunk in chunks] == [
        ("Outer words.", "Outer"),
        ("Inner words.", "Inner"),
        ("Outer again.", "Outer"),
        ("Nowhere.", ""),
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_sections_of_markdown_headings(line_end: str) -> None:
    lines = [
        "Before.",
        "",
        "# Guide",
        "",
        "Words.",
        "",
        "## Install",
        "",
        "```",
        "# no heading",
        "```",
        "",
        "### Linux",
        "",
        "Do it.",
    ]
    text = line_end.join([*lines, "", "## Use", "", "So."])
    sections = {chunk.section for chunk in chunks_of(text, "micro", 3)}
    assert sections == {"", "Guide", "Guide > Install", "Guide > Install > Linux", "Guide > Use"}
