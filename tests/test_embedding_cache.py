"""The cache on disk, around the real encoder and with real files, processes and faults."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from microrag_core.datatypes import Floats, Progress, TokenVectors
from microrag_core.embedding import CachedEncoder, Encoder, load_encoder
from microrag_core.embedding.store import VectorStore
from microrag_core.errors import CancelledError, InputError
from microrag_core.settings import EncoderSettings, home

TEXTS = [f"Sentence number {number} is about the weather in town." for number in range(30)]


class Counting:
    """A real encoder that remembers what it was asked."""

    def __init__(self, encoder: Encoder, name: str = "") -> None:
        self._encoder = encoder
        self.name = name or encoder.name
        self.dimension, self.maximum_tokens = encoder.dimension, encoder.maximum_tokens
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str], on_progress: Progress | None = None) -> Floats:
        self.asked += texts
        return self._encoder.encode(texts, on_progress)

    def encode_tokens(self, texts: Sequence[str], on_progress: Progress | None = None) -> list[TokenVectors]:
        self.asked += texts
        return self._encoder.encode_tokens(texts, on_progress)

    def read_fractions(self, texts: Sequence[str]) -> Floats:
        return self._encoder.read_fractions(texts)


@pytest.fixture
def inner(encoder: Encoder) -> Counting:
    return Counting(encoder)


@pytest.fixture
def store(tmp_path: Path):
    opened = VectorStore(tmp_path / "vectors.sqlite", 50_000_000)
    yield opened
    opened.close()


def test_a_hit_gives_equal_vectors_and_asks_nobody(inner, store):
    first = CachedEncoder(inner, store).encode(TEXTS)
    again = CachedEncoder(inner, VectorStore(store.path, store.maximum_bytes)).encode(TEXTS[::-1])
    assert np.array_equal(first, again[::-1])
    assert sorted(inner.asked) == sorted(TEXTS)
    assert again.dtype == np.float32
    assert again.flags.c_contiguous


def test_equal_texts_are_encoded_once_and_order_is_kept(inner, store):
    texts = [TEXTS[0], TEXTS[1], TEXTS[0], TEXTS[2], TEXTS[1]]
    rows = CachedEncoder(inner, store).encode(texts)
    assert sorted(inner.asked) == TEXTS[:3]
    assert np.array_equal(rows[0], rows[2])
    assert np.allclose(rows, inner._encoder.encode(texts), atol=0.01)


def test_a_caller_may_change_what_it_got(inner, store):
    cached = CachedEncoder(inner, store)
    first = cached.encode(TEXTS[:2])
    expected = first.copy()
    first[:] = 0
    assert np.array_equal(cached.encode(TEXTS[:2]), expected)


def test_another_name_is_another_vector(encoder, store):
    for name in ("model-fp32", "model-bf16"):
        inner = Counting(encoder, name)
        CachedEncoder(inner, store).encode(TEXTS[:2])
        assert inner.asked


def test_precisions_do_not_share_vectors(tmp_path, monkeypatch):
    monkeypatch.setenv("MICRORAG_HOME", str(tmp_path))
    rows = [load_encoder(EncoderSettings(precision=precision)).encode(TEXTS[:3]) for precision in ("fp32", "bf16", "fp32")]
    assert not np.array_equal(rows[0], rows[1])
    assert np.array_equal(rows[0], rows[2])
    assert (home() / "vectors.sqlite").is_file()


def test_no_cache_writes_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("MICRORAG_HOME", str(tmp_path))
    assert not isinstance(load_encoder(EncoderSettings(cache_megabytes=0)), CachedEncoder)
    assert isinstance(load_encoder(EncoderSettings()), CachedEncoder)
    assert list(tmp_path.iterdir()) == []


def test_blank_and_half_characters(inner, store):
    cached = CachedEncoder(inner, store)
    with pytest.raises(InputError, match="Text 1 of 1 is blank"):
        cached.encode([" "])
    assert cached.encode([]).shape == (0, 384)
    assert np.array_equal(cached.encode(["half \ud800"]), cached.encode(["half \ud800"]))


def test_progress_counts_what_was_found(inner, store):
    cached = CachedEncoder(inner, store)
    cached.encode(TEXTS[:10])
    heard: list[tuple[str, int, int]] = []
    cached.encode(TEXTS, lambda *now: heard.append(now))
    assert heard[0] == ("embedding", 10, 30)
    assert heard[-1] == ("embedding", 30, 30)


def test_cancelled_work_is_not_lost(inner, store, monkeypatch):
    monkeypatch.setattr("microrag_core.embedding.cache.PORTION_CHARACTERS", 500)
    cached = CachedEncoder(inner, store)

    def cancel(step: str, done: int, total: int) -> None:
        if done >= 15:
            raise CancelledError("stopped")

    with pytest.raises(CancelledError):
        cached.encode(TEXTS, cancel)
    inner.asked.clear()
    heard: list[int] = []
    cached.encode(TEXTS, lambda step, done, total: heard.append(done))
    assert 9 <= heard[0] < 30
    assert len(inner.asked) == 30 - heard[0]


def test_the_file_keeps_to_its_bound_and_the_oldest_go_first(tmp_path):
    now = [1000.0]
    store = VectorStore(tmp_path / "vectors.sqlite", 1_000_000, clock=lambda: now[0])
    for number in range(20):
        now[0] += 100
        store.put({f"{number}-{row}".encode(): bytes(1536) for row in range(100)})
        if number:
            store.get([f"0-{row}".encode() for row in range(100)])
    assert store.path.stat().st_size <= 1_000_000
    assert len(store.get([f"0-{row}".encode() for row in range(100)])) == 100, "used all the time"
    assert len(store.get([f"19-{row}".encode() for row in range(100)])) == 100, "just written"
    assert store.get([f"1-{row}".encode() for row in range(100)]) == {}
    store.close()
    sizes = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert sizes <= 1_000_000


def test_more_than_fits_at_once_keeps_to_the_bound(tmp_path):
    store = VectorStore(tmp_path / "vectors.sqlite", 300_000)
    store.put({str(row).encode(): bytes(1536) for row in range(1000)})
    kept = store.get([str(row).encode() for row in range(1000)])
    assert 0 < len(kept) < 200
    store.put({b"new": bytes(1536)})
    assert store.get([b"new"])
    store.close()


def test_a_vector_of_the_wrong_size_is_made_anew(inner, store):
    cached = CachedEncoder(inner, store)
    expected = cached.encode(TEXTS[:1])
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE vectors SET vector = x'00112233'")
    inner.asked.clear()
    assert np.array_equal(cached.encode(TEXTS[:1]), expected)
    assert inner.asked == TEXTS[:1]
    inner.asked.clear()
    cached.encode(TEXTS[:1])
    assert inner.asked == []


@pytest.mark.parametrize("content", [b"this is no database at all, whatever its name says" * 100, b""])
def test_a_file_that_is_no_database(inner, tmp_path, content, caplog):
    path = tmp_path / "vectors.sqlite"
    path.write_bytes(content)
    cached = CachedEncoder(inner, VectorStore(path, 10_000_000))
    rows = cached.encode(TEXTS[:2])
    assert np.array_equal(cached.encode(TEXTS[:2]), rows)
    assert inner.asked == TEXTS[:2]
    assert path.with_name("vectors.sqlite.damaged").exists() == bool(content)
    assert ("was damaged" in caplog.text) == bool(content)


def test_a_file_damaged_in_the_middle(inner, tmp_path, caplog):
    path = tmp_path / "vectors.sqlite"
    store = VectorStore(path, 10_000_000)
    rows = CachedEncoder(inner, store).encode(TEXTS)
    store.close()
    content = bytearray(path.read_bytes())
    content[8192:] = b"\x5a" * (len(content) - 8192)
    path.write_bytes(content)
    cached = CachedEncoder(inner, VectorStore(path, 10_000_000))
    for _ in range(2):
        assert np.allclose(cached.encode(TEXTS), rows, atol=0.01)
    assert "was damaged" in caplog.text
    inner.asked.clear()
    cached.encode(TEXTS)
    assert inner.asked == []


def test_a_locked_file_is_passed_by(inner, store, caplog, monkeypatch):
    monkeypatch.setattr("microrag_core.embedding.store.BUSY_SECONDS", 0.1)
    cached = CachedEncoder(inner, store)
    cached.encode(TEXTS[:1])
    store.close()
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert cached.encode(TEXTS[:3]).shape == (3, 384)
        start = time.perf_counter()
        assert cached.encode(TEXTS[:3]).shape == (3, 384)
        assert time.perf_counter() - start < 1
    finally:
        other.close()
    assert caplog.text.count("is passed by") == 1


def test_a_home_that_cannot_be_made(inner, tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    cached = CachedEncoder(inner, VectorStore(tmp_path / "file" / "vectors.sqlite", 10_000_000))
    assert cached.encode(TEXTS[:2]).shape == (2, 384)
    assert "is passed by" in caplog.text


def test_two_processes_and_many_threads_write_at_once(tmp_path):
    path = tmp_path / "vectors.sqlite"
    code = (
        "import sys; from pathlib import Path; from microrag_core.embedding.store import VectorStore;"
        "store = VectorStore(Path(sys.argv[1]), 50_000_000);"
        "[store.put({f'{sys.argv[2]}-{n}-{row}'.encode(): bytes(1536) for row in range(50)}) for n in range(20)]"
    )
    root = Path(__file__).parent.parent
    others = [subprocess.Popen([sys.executable, "-c", code, str(path), name], cwd=root) for name in "ab"]
    store = VectorStore(path, 50_000_000)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: store.put({f"c-{n}-{row}".encode(): bytes(1536) for row in range(50)}), range(20)))
    assert [other.wait(60) for other in others] == [0, 0]
    keys = [f"{name}-{n}-{row}".encode() for name in "abc" for n in range(20) for row in range(50)]
    assert len(store.get(keys)) == 3000
    store.close()


def test_twenty_thousand_are_found_fast(inner, tmp_path):
    store = VectorStore(tmp_path / "vectors.sqlite", 100_000_000)
    cached = CachedEncoder(inner, store)
    texts = [f"Sentence number {number}." for number in range(20_000)]
    store.put({cached._key(text): np.full(384, 0.05, "<f4").tobytes() for text in texts})
    spent = []
    for _ in range(3):
        start = time.process_time()
        cached.encode(texts)
        spent.append(time.process_time() - start)
    assert inner.asked == []
    # Processor time, and a third more than is aimed at, so that a busy machine does not fail it.
    assert min(spent) < 0.4
    store.close()
