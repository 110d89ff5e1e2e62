"""Token vectors against sentence-transformers' own, their spans, and the cache of them."""

import json
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from microrag_core.datatypes import TokenVectors
from microrag_core.embedding import CachedEncoder, load_encoder
from microrag_core.embedding.general import SentenceTransformersEncoder
from microrag_core.embedding.load import packaged_folder
from microrag_core.embedding.packed import PackedEncoder
from microrag_core.embedding.store import VectorStore
from microrag_core.embedding.stretches import MOST_STRETCHES, borders
from microrag_core.embedding.token_cache import size
from microrag_core.embedding.token_codec import pack, unpack
from microrag_core.errors import CancelledError, InputError
from microrag_core.held import Recent
from microrag_core.settings import EncoderSettings

TEXTS = [
    "The quake struck at dawn.",
    "A magnitude-4.4 earthquake was reported Monday, unbelievably.",
    "黎明时分发生了地震，没有人员伤亡。",
    "وقع الزلزال عند الفجر.",
    "Ünïcödé Straße — 😀👩‍👩‍👧 ﬁne\u200b",
    "x",
    "half \ud800 a character",
    "  padded\n\n\ttext  ",
    "The quake struck at dawn.",
]
NOTHING = "\x00\x01\u200b"


@pytest.fixture(scope="module")
def reference():
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(packaged_folder()), device="cpu")


@pytest.fixture(scope="module")
def exact() -> PackedEncoder:
    return PackedEncoder(packaged_folder(), "fp32")


@pytest.fixture(scope="module")
def general() -> SentenceTransformersEncoder:
    return SentenceTransformersEncoder(str(packaged_folder()), "fp32")


def reference_tokens(reference, texts: list[str]) -> list[np.ndarray]:
    """Return sentence-transformers' own unit token vectors, the first and the last, which are special, left out."""
    cleaned = [text.replace("\ud800", "\ufffd") for text in texts]
    rows = [found.numpy()[1:-1] for found in reference.encode(cleaned, output_value="token_embeddings")]
    return [row / np.linalg.norm(row, axis=1, keepdims=True) for row in rows]


@pytest.mark.parametrize(("precision", "least"), [("fp32", 0.99999), ("bf16", 0.999)])
def test_vectors_equal_those_of_sentence_transformers(reference, precision, least):
    for made, expected in zip(
        PackedEncoder(packaged_folder(), precision).encode_tokens(TEXTS), reference_tokens(reference, TEXTS), strict=True
    ):
        assert made.vectors.shape == expected.shape
        assert made.vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(made.vectors, axis=1), 1, atol=1e-6)
        assert (made.vectors * expected).sum(axis=1).min() > least


def test_both_ways_of_running_the_model_agree(exact, general):
    texts = [*TEXTS, NOTHING, "word " * 300]
    for one, other in zip(exact.encode_tokens(texts), general.encode_tokens(texts), strict=True):
        assert np.array_equal(one.spans, other.spans)
        assert np.abs(one.vectors - other.vectors).max(initial=0) < 1e-4


def test_the_mean_of_all_tokens_is_the_text_s_vector(exact, reference):
    # `encode` averages the vectors before they are made unit, the special ones among them.
    ids = exact._reader.token_ids(TEXTS[:1])
    rows = exact._model._rows(ids, [(1, len(ids[0]))]).detach().numpy()
    mean = rows.mean(axis=0)
    assert np.allclose(mean / np.linalg.norm(mean), exact.encode(TEXTS[:1])[0], atol=1e-6)
    own = rows[1:-1] / np.linalg.norm(rows[1:-1], axis=1, keepdims=True)
    assert np.allclose(own, exact.encode_tokens(TEXTS[:1])[0].vectors, atol=1e-6)


def test_spans_give_the_words_back(exact):
    expected = {
        0: ["The", "quake", "struck", "at", "dawn", "."],
        2: list("黎明时分发生了地震，没有人员伤亡。"),
        4: ["Ünïcödé", "St", "raße", "—", "😀👩‍👩‍👧", "ﬁ", "ne"],
        5: ["x"],
        6: ["half", "a", "character"],
        7: ["padded", "text"],
    }
    found = exact.encode_tokens(TEXTS)
    for row, words in expected.items():
        assert ["".join(TEXTS[row][start:end].split("\u200b")) for start, end in found[row].spans] or words == []
        assert "".join(TEXTS[row][start:end] for start, end in found[row].spans).replace("\u200b", "") == "".join(
            words
        ).replace("\u200b", "")
        assert len(found[row].spans) == len(found[row].vectors)
        assert found[row].spans.dtype == np.int32


LONG = ["Grounds for appeal: unbelievable! " * 120, "地震" * 200, "word-" * 200, "a" * 5000 + " b" * 300]


@pytest.mark.parametrize("text", LONG)
def test_a_long_text_is_read_in_stretches(exact, text):
    tokens = exact.encode_tokens([text])[0]
    whole = exact._reader._tokenizer.encode(text)
    assert np.array_equal(tokens.spans, whole.offsets[1:-1][: len(tokens.spans)])
    cuts = [start for start, _ in borders(text, tokens.spans, 254)]
    assert len(cuts) == min(MOST_STRETCHES, -(-len(whole.ids) // 254))
    # The first stretch, and any other, has the vectors that it has as a text of its own.
    for start, end in borders(text, tokens.spans, 254):
        rows = (tokens.spans[:, 0] >= start) & (tokens.spans[:, 1] <= end)
        assert 127 <= rows.sum() <= 254 or end == tokens.spans[-1, 1]
        alone = exact.encode_tokens([text[start:end]])[0]
        assert np.abs(alone.vectors - tokens.vectors[rows]).max() < 1e-4


def test_of_a_book_no_more_is_read_than_four_stretches(exact, general):
    book = "It was a dark and stormy night; the rain fell in torrents. " * 500
    one, other = exact.encode_tokens([book])[0], general.encode_tokens([book])[0]
    assert 3 * 254 < len(one.spans) <= 4 * 254
    assert np.array_equal(one.spans, other.spans)
    assert np.abs(one.vectors - other.vectors).max() < 1e-4


def test_borders_lie_between_words_where_there_are_any():
    spans = np.array([(0, 2), (2, 4), (5, 7), (7, 9), (9, 11), (12, 14)], np.int32)
    text = "abcd efghij kl"
    assert borders(text, spans, 6) == [(0, 14)]
    assert borders(text, spans, 4) == [(0, 9), (9, 14)], "no stretch is less than half full"
    assert borders(text, spans, 5) == [(0, 11), (12, 14)]
    assert borders(text, spans, 3) == [(0, 4), (5, 11), (12, 14)]


def test_spans_of_real_text_cover_all_but_white_space(exact, data_folder):
    lines = (data_folder / "scifact" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()[:8]
    texts = [json.loads(line)["text"][:900] for line in lines]
    for text, tokens in zip(texts, exact.encode_tokens(texts), strict=True):
        starts, ends = tokens.spans.T
        assert (ends > starts).all()
        assert (starts[1:] >= ends[:-1]).all()
        covered = "".join(text[start:end] for start, end in tokens.spans)
        assert covered == "".join(text.split())


def test_a_text_without_word_pieces_has_no_rows(exact, general):
    for encoder in (exact, general):
        found = encoder.encode_tokens([NOTHING])[0]
        assert found.vectors.shape == (0, 384)
        assert found.spans.shape == (0, 2)


def test_order_repetitions_and_nothing(exact):
    found = exact.encode_tokens([TEXTS[1], TEXTS[0], TEXTS[1]])
    assert np.array_equal(found[0].vectors, found[2].vectors)
    assert [len(tokens.spans) for tokens in found[:2]] == [len(exact.encode_tokens([text])[0].spans) for text in TEXTS[1::-1]]
    assert exact.encode_tokens([]) == []


def test_a_blank_text_is_refused_by_its_place(exact, general, tmp_path):
    cached = CachedEncoder(exact, VectorStore(tmp_path / "vectors.sqlite", 10_000_000))
    for encoder in (exact, general, cached):
        with pytest.raises(InputError, match="Text 2 of 2 is blank"):
            encoder.encode_tokens(["text", " \n"])


def test_progress_and_cancelling(exact):
    heard = []
    texts = [f"sentence number {number} of several hundred" for number in range(300)]
    exact.encode_tokens(texts, lambda *now: heard.append(now))
    assert heard[-1] == ("embedding", 300, 300)
    assert [done for _, done, _ in heard] == sorted(done for _, done, _ in heard)

    def cancel(step: str, done: int, total: int) -> None:
        if done:
            raise CancelledError("stopped")

    with pytest.raises(CancelledError, match="stopped"):
        exact.encode_tokens(texts, cancel)


def test_a_prompt_of_the_model_is_not_among_the_tokens(general):
    plain = general.encode_tokens(["quake at dawn"])[0]
    general._prompt = "query: "
    general._model.prompts = {"query": "query: "}
    general._model.default_prompt_name = "query"
    try:
        found = general.encode_tokens(["quake at dawn"])[0]
    finally:
        general._prompt, general._model.prompts, general._model.default_prompt_name = "", {}, None
    assert np.array_equal(found.spans, plain.spans)
    cosines = (found.vectors * plain.vectors).sum(axis=1)
    assert 0.5 < cosines.min() < 0.999, "the prompt is read before the words"


def test_a_model_that_knows_no_word_in_its_place_says_so(tmp_path):
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import StaticEmbedding
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(packaged_folder() / "tokenizer.json"))
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=16)], device="cpu").save(str(tmp_path / "static"))
    encoder = SentenceTransformersEncoder(str(tmp_path / "static"), "fp32")
    assert encoder.encode(TEXTS[:2]).shape == (2, 16)
    with pytest.raises(InputError, match="gives no vector of each word piece"):
        encoder.encode_tokens(TEXTS[:2])


def test_token_vectors_may_be_of_another_size_than_a_text_s(tmp_path):
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Dense

    model = SentenceTransformer(str(packaged_folder()), device="cpu")
    folder = str(tmp_path / "dense")
    SentenceTransformer(modules=[model[0], model[1], Dense(384, 16)], device="cpu").save(folder)
    encoder = SentenceTransformersEncoder(folder, "fp32")
    cached = CachedEncoder(encoder, VectorStore(tmp_path / "v", 10**7), VectorStore(tmp_path / "t", 10**7))
    assert encoder.encode(TEXTS[:2]).shape == (2, 16)
    assert [found.vectors.shape for found in cached.encode_tokens([TEXTS[0], NOTHING])] == [(6, 384), (0, 384)]


def test_packed_bytes_hold_what_was_put_in(exact):
    for tokens in exact.encode_tokens([*TEXTS, NOTHING]):
        value = pack(tokens)
        assert len(value) == 4 + (384 + 8) * len(tokens.spans)
        found = unpack(value)
        assert found is not None
        assert np.array_equal(found.spans, tokens.spans)
        assert np.allclose(np.linalg.norm(found.vectors, axis=1), 1, atol=1e-6)
        assert (found.vectors * tokens.vectors).sum(axis=1).min(initial=1) > 0.9995
        assert pack(found) == value
    assert unpack(value[:2]) is None
    assert unpack(value + b"0") is None


def test_found_on_disk_or_in_memory_they_are_the_same(counting, tmp_path):
    store = VectorStore(tmp_path / "tokens.sqlite", 50_000_000)
    cached = CachedEncoder(counting, VectorStore(tmp_path / "vectors.sqlite", 50_000_000), store)
    first, in_memory = cached.encode_tokens(TEXTS), cached.encode_tokens(TEXTS[::-1])[::-1]
    later = CachedEncoder(counting, VectorStore(tmp_path / "vectors.sqlite", 50_000_000), store)
    on_disk = later.encode_tokens(TEXTS)
    assert sorted(counting.texts) == sorted(set(TEXTS))
    for one, two, three in zip(first, in_memory, on_disk, strict=True):
        assert np.array_equal(one.vectors, two.vectors)
        assert np.array_equal(one.vectors, three.vectors)
        assert np.array_equal(one.spans, three.spans)
    assert not first[0].vectors.flags.writeable, "everybody who asks shares them"


def test_bytes_of_a_wrong_size_are_made_anew(counting, tmp_path):
    path = tmp_path / "tokens.sqlite"
    CachedEncoder(counting, VectorStore(tmp_path / "v", 10**7), VectorStore(path, 10**7)).encode_tokens(TEXTS[:1])
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE vectors SET vector = x'001122'")
    later = CachedEncoder(counting, VectorStore(tmp_path / "v", 10**7), VectorStore(path, 10**7))
    assert len(later.encode_tokens(TEXTS[:1])[0].vectors) == 6
    assert counting.texts == TEXTS[:1] * 2


def test_the_cache_lies_in_a_file_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("MICRORAG_HOME", str(tmp_path))
    load_encoder(EncoderSettings(cache_megabytes=1)).encode_tokens(TEXTS)
    assert (tmp_path / "tokens.sqlite").is_file()
    assert not (tmp_path / "vectors.sqlite").exists()


def test_memory_keeps_to_its_bound_and_the_oldest_go_first():
    def tokens(count: int) -> TokenVectors:
        return TokenVectors(np.zeros((count, 384), np.float32), np.zeros((count, 2), np.int32))

    recent = Recent(10 * 1544 + 4 * 500, size)  # ten tokens of 4·384 + 8 bytes, and what holds four items
    for key in (b"a", b"b", b"c"):
        recent.put(key, tokens(3))
    assert recent.get(b"a") is not None
    recent.put(b"d", tokens(3))
    assert [recent.get(key) is not None for key in (b"a", b"b", b"c", b"d")] == [True, False, True, True]
    recent.put(b"d", tokens(1))
    recent.put(b"e", tokens(3))
    assert recent.get(b"a") is not None
    recent.put(b"too large", tokens(100))
    assert recent.get(b"too large") is None
    assert recent.get(b"e") is not None


def test_without_a_store_they_are_held_in_memory(counting, tmp_path: Path):
    cached = CachedEncoder(counting, VectorStore(tmp_path / "vectors.sqlite", 10**7))
    assert np.array_equal(cached.encode_tokens(TEXTS[:1])[0].vectors, cached.encode_tokens(TEXTS[:1])[0].vectors)
    assert counting.texts == TEXTS[:1]
    assert list(tmp_path.iterdir()) == []
