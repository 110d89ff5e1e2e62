"""The advice by size and memory, and the measuring of an index."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_cases import grouped, names, settings_of

from microrag_core.errors import InputError, SettingsError
from microrag_core.indexing import make_index
from microrag_core.indexing.advisor import advise, estimated_megabytes, suggested
from microrag_core.indexing.measure import measure, megabytes_of
from microrag_core.settings import IndexSettings


@pytest.mark.parametrize(("count", "memory", "kind"), [
    (0, None, "flat"),
    (1, None, "flat"),
    (2_000, None, "flat"),
    (10_000, None, "hnsw"),
    (10_000, 16.5, "ivf_flat"),  # 15.4 of vectors, 0.4 of labels and centres; links would take 2.7
    (200_000, None, "hnsw"),
    (200_000, 370, "hnsw"),  # 307.2 of vectors and 54.4 of links
    (200_000, 320, "ivf_flat"),  # 307.2 of vectors, 1.6 of labels, 1.4 of centres
    (200_000, 308, "flat"),
    (200_000, 100, "ivf_pq"),
    (10_000, 10, "ivf_pq"),
])  # fmt: skip
def test_the_kind_follows_size_and_memory(count, memory, kind):
    advice = advise(count, 384, memory)
    assert (advice.kind, advice.settings.index) == (kind, kind)
    assert memory is None or advice.megabytes <= memory
    assert f"{count:,} vectors of 384 take" in advice.reason


def test_as_many_bytes_a_vector_as_fit():
    # 200,000 vectors of 192 bytes and a label of 8 are 40 MB, and centres and patterns 1.8; at 96 bytes they are 20.8 and 1.8.
    assert advise(200_000, 384, 45).settings.pq_parts == 192
    assert advise(200_000, 384, 25).settings.pq_parts == 96
    impossible = advise(200_000, 384, 0.5)
    assert impossible.settings.pq_parts == 1
    assert "do not fit" in impossible.reason


@pytest.mark.parametrize(("count", "dimension", "memory"), [(-1, 384, None), (5, 0, None), (5, 384, 0), (5, 384, float("nan"))])
def test_what_no_index_can_have_is_refused(count, dimension, memory):
    with pytest.raises(SettingsError, match="must be"):
        advise(count, dimension, memory)


@given(count=st.integers(0, 10**8), dimension=st.integers(1, 4096), memory=st.none() | st.floats(0.001, 1e6))
def test_any_advice_can_be_followed(count, dimension, memory):
    advice = advise(count, dimension, memory)
    assert advice.megabytes == estimated_megabytes(advice.settings, count, dimension)
    assert memory is None or advice.megabytes <= memory or "do not fit" in advice.reason
    assert dimension % advice.settings.pq_parts == 0 or advice.kind != "ivf_pq"


@pytest.mark.parametrize("kind", ["flat", "hnsw", "ivf_flat", "ivf_pq"])
def test_the_estimated_memory_is_what_the_index_takes(kind):
    vectors = grouped(1500, 1, dimension=64)
    chosen = replace(suggested(kind, 1500, 64), pq_parts=16)
    taken = megabytes_of(make_index(chosen, names(1500), vectors))
    assert taken == pytest.approx(estimated_megabytes(chosen, 1500, 64), rel=0.05)


def test_measuring_tells_recall_speed_and_size():
    vectors, queries = grouped(500, 2), grouped(20, 3)
    exact = measure(vectors, queries, IndexSettings())
    # 500 rows of 32 numbers of 4 bytes, and a head.
    assert (exact.recall_at_10, exact.notes, round(exact.megabytes, 3)) == (1.0, (), 0.064)
    assert exact.queries_a_second > 0
    assert exact.build_seconds > 0
    poor = measure(vectors, queries, settings_of("ivf_flat", nlist=12, nprobe=1))
    assert 0 < poor.recall_at_10 < 1


def test_any_of_several_equal_texts_is_as_good():
    # 30 copies of one vector: which ten of them are found is no matter.
    same = np.repeat(grouped(1, 4), 30, axis=0)
    assert measure(same, same[:1], settings_of("hnsw", ef_search=10)).recall_at_10 == 1.0


def test_fewer_than_ten_vectors_can_be_measured_and_none_cannot():
    assert measure(grouped(3, 5), grouped(2, 6), IndexSettings()).recall_at_10 == 1.0
    for vectors, queries in ((grouped(0, 5), grouped(2, 6)), (grouped(3, 5), grouped(0, 6))):
        with pytest.raises(InputError, match="at least one vector and one question"):
            measure(vectors, queries, IndexSettings())
