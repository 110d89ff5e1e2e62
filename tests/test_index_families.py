"""Every kind of index against comparing all rows by hand."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from index_cases import EXACT, KINDS, by_hand, grouped, names, settings_of

from microrag_core.errors import InputError
from microrag_core.indexing import make_index
from microrag_core.indexing.flat import FlatIndex
from microrag_core.indexing.measure import recall_of

FAISS_KINDS = ("flat", "hnsw", "ivf_flat", "ivf_pq")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not isinstance(kind, str) or kind in EXACT])
def test_the_exact_kinds_rank_as_comparing_all_does(kind):
    vectors, queries = grouped(300, 1), grouped(20, 2)
    index = make_index(settings_of(kind), names(300), vectors)
    for query, found in zip(queries, index.search_many(queries, 12), strict=True):
        expected = by_hand(names(300), vectors, query, 12)
        assert [key for key, _ in found] == [key for key, _ in expected]
        np.testing.assert_allclose([score for _, score in found], [score for _, score in expected], atol=1e-5)


@pytest.mark.parametrize(("kind", "changes", "floor"), [
    ("flat", {}, 1.0),
    ("hnsw", {"ef_search": 64}, 0.98),
    ("ivf_flat", {"nlist": 50, "nprobe": 50}, 1.0),
    ("ivf_flat", {"nlist": 50, "nprobe": 12}, 0.85),
    ("ivf_pq", {"nlist": 50, "nprobe": 50, "pq_parts": 16}, 0.8),
    ("ivf_pq", {"nlist": 50, "nprobe": 50, "pq_parts": 4}, 0.3),
])  # fmt: skip
def test_recall_against_the_exact_answer(kind, changes, floor):
    vectors, queries = grouped(2500, 3), grouped(50, 4)
    index = make_index(settings_of(kind, **changes), [str(row) for row in range(2500)], vectors)
    assert recall_of(index, vectors, queries) >= floor


def test_more_lists_more_bytes_and_more_candidates_find_more():
    vectors, queries = grouped(2500, 3), grouped(50, 4)

    def recall(kind: str, **changes: int) -> float:
        index = make_index(settings_of(kind, **changes), [str(row) for row in range(2500)], vectors)
        return recall_of(index, vectors, queries)

    assert recall("ivf_flat", nlist=50, nprobe=1) < recall("ivf_flat", nlist=50, nprobe=12)
    assert recall("ivf_pq", pq_parts=4) < recall("ivf_pq", pq_parts=16)
    assert recall("ivf_pq", pq_parts=16, pq_bits=3) < recall("ivf_pq", pq_parts=16)
    assert recall("hnsw", hnsw_links=2, ef_search=10) < recall("hnsw", hnsw_links=32, ef_search=64)


@pytest.mark.parametrize("rows", [0, 1, 2, 5, 60])
def test_tiny_indexes_find_all_they_have_and_no_filler(kind, rows):
    vectors, query = grouped(rows, 5), grouped(1, 6)[0]
    index = make_index(settings_of(kind), names(rows), vectors)
    for top_k in (1, 3, 100):
        found = index.search(query, top_k)
        assert len(found) == min(top_k, rows)
        assert len({key for key, _ in found}) == len(found)
        assert {key for key, _ in found} <= set(names(rows))
        assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    assert (len(index), index.ids) == (rows, tuple(names(rows)))
    assert index.search(query, 0) == index.search(query, -3) == []


def test_one_query_or_many_find_the_same(kind):
    vectors, queries = grouped(120, 7), grouped(30, 8)
    index = make_index(settings_of(kind), names(120), vectors)
    for query, found in zip(queries, index.search_many(queries, 5), strict=True):
        alone = index.search(query, 5)
        np.testing.assert_allclose([score for _, score in found], [score for _, score in alone], atol=1e-5)
        assert [key for key, _ in found] == [key for key, _ in alone]
    assert index.search_many(np.empty((0, 32), np.float32), 5) == []


def test_equal_scores_keep_the_order_of_adding(kind):
    same = np.repeat(grouped(1, 9), 6, axis=0)
    index = make_index(settings_of(kind), ["d", "a", "c", "b"], same[:4])
    index.remove(["a"])
    index.add(["z", "a"], same[4:])
    assert [key for key, _ in index.search(same[0], 9)] == ["d", "c", "b", "z", "a"]
    assert index.ids == ("d", "c", "b", "z", "a")


@pytest.mark.parametrize("kind", ["flat", "ivf_flat"])
def test_of_more_equal_vectors_than_asked_for_the_first_are_found(kind):
    same = np.repeat(grouped(1, 9), 30, axis=0)
    assert [key for key, _ in make_index(settings_of(kind), names(30), same).search(same[0], 4)] == names(4)


def test_a_graph_of_equal_vectors_still_yields_as_many_as_asked_for():
    vectors = np.concatenate([np.repeat(grouped(1, 10), 500, axis=0), grouped(60, 11)])
    index = make_index(settings_of("hnsw", hnsw_links=2, ef_search=16), names(560), vectors)
    assert len(index.search(grouped(1, 12)[0], 560)) == 560


def test_many_copies_do_not_hide_the_rest_from_a_graph():
    originals, queries = grouped(1500, 26), grouped(50, 27)
    vectors = np.random.default_rng(0).permutation(np.concatenate([originals, np.repeat(originals[:10], 100, axis=0)]))
    index = make_index(settings_of("hnsw", ef_search=64), [str(row) for row in range(2500)], vectors)
    assert recall_of(index, vectors, np.concatenate([queries, originals[:50]])) >= 0.97


def test_copies_in_a_graph_come_and_go_one_by_one():
    vectors = np.concatenate([grouped(20, 28)] * 3)
    index = make_index(settings_of("hnsw"), names(50), vectors[:50])
    index.add(names(60)[50:], vectors[50:])
    assert [key for key, _ in index.search(vectors[3], 4)][:3] == ["d3", "d23", "d43"]
    index.remove(["d3", "d43"])
    assert index.search(vectors[3], 1)[0][0] == "d23"
    index.remove(["d23"])
    left = [name for name in names(60) if name not in {"d3", "d23", "d43"}]
    rows = vectors[[int(name[1:]) for name in left]]
    for query in (vectors[3], vectors[19]):
        assert [key for key, _ in index.search(query, 57)] == [key for key, _ in by_hand(left, rows, query, 57)]


def test_lists_with_too_few_vectors_are_followed_by_more():
    vectors = grouped(400, 13)
    index = make_index(settings_of("ivf_flat", nlist=10, nprobe=1), names(400), vectors)
    assert len(index.search(vectors[0], 300)) == 300
    assert sorted(key for key, _ in index.search(vectors[0], 400)) == sorted(names(400))


def test_what_is_added_is_found_and_what_is_removed_is_not(kind):
    vectors = grouped(90, 14)
    index = make_index(settings_of(kind), names(80), vectors[:80])
    index.add(names(90)[80:], vectors[80:])
    assert index.search(vectors[85], 1)[0][0] == "d85"
    gone = ["d3", "d85", "nobody"]
    index.remove(gone)
    assert len(index) == 88
    for row in (3, 85, 4):
        found = [key for key, _ in index.search(vectors[row], 88)]
        assert len(found) == 88
        assert not set(found) & set(gone)
    index.add(["d3"], vectors[3:4])
    assert (index.search(vectors[3], 1)[0][0], index.ids[-1]) == ("d3", "d3")
    index.remove(index.ids)
    assert (len(index), index.ids, index.search(vectors[0], 5)) == (0, (), [])
    index.add(["again"], vectors[:1])
    assert [key for key, _ in index.search(vectors[0], 5)] == ["again"]


def test_an_id_stands_for_one_vector_only(kind):
    vectors = grouped(3, 15)
    with pytest.raises(InputError, match="'a' already"):
        make_index(settings_of(kind), ["a", "b", "a"], vectors)
    index = make_index(settings_of(kind), ["a", "b"], vectors[:2])
    with pytest.raises(InputError, match="'b' already"):
        index.add(["c", "b"], vectors[:2])
    assert index.ids == ("a", "b")
    assert len(index.search(vectors[0], 5)) == 2


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_vectors_that_do_not_fit_are_refused(kind, bad):
    vectors = grouped(4, 16)
    index = make_index(settings_of(kind), names(4), vectors)
    for wrong in (vectors[0, :5], np.zeros(40, np.float32)):
        with pytest.raises(InputError, match=r"\d+ dimensions, but those of the index have 32"):
            index.search(wrong, 2)
    with pytest.raises(InputError, match="5 dimensions, but those of the index have 32"):
        index.add(["x"], np.zeros((1, 5), np.float32))
    with pytest.raises(InputError, match="finite"):
        index.add(["x"], np.full((1, 32), bad, np.float32))
    with pytest.raises(InputError, match="one row for each item"):
        make_index(settings_of(kind), ["x"], np.zeros(5, np.float32))
    with pytest.raises(ValueError, match="1 ids do not match 2 vectors"):
        make_index(settings_of(kind), ["x"], vectors[:2])
    assert index.ids == tuple(names(4))


def test_a_blank_document_has_no_direction_and_comes_after_what_is_alike(kind):
    vectors = np.concatenate([np.zeros((1, 32), np.float32), grouped(1, 17)])
    found = make_index(settings_of(kind), ["blank", "text"], vectors).search(vectors[1], 2)
    assert [key for key, _ in found] == ["text", "blank"]


def test_a_cosine_never_leaves_its_range(kind):
    row = grouped(1, 18) * np.float32(1.000001)
    assert make_index(settings_of(kind), ["a"], row).search(row[0], 1)[0][1] <= 1.0
    assert make_index(settings_of(kind), ["a"], -row).search(row[0], 1)[0][1] >= -1.0


def test_lowered_settings_are_told_with_the_reason():
    rows = grouped(100, 19, dimension=30)
    index = make_index(settings_of("ivf_pq", nlist=100, nprobe=8, pq_parts=16), names(100), rows)
    told = " ".join(index.notes)
    # 100 vectors at 39 a list are 2 lists; 2^6 = 64 is the largest power of two up to 100; 15 divides 30.
    for words in (
        "nlist is 2 instead of 100",
        "nprobe is 2 instead of 8",
        "pq_bits is 6 instead of 8",
        "pq_parts is 15 instead of 16",
    ):
        assert words in told
    assert make_index(settings_of("ivf_flat", nlist=2, nprobe=2), names(100), rows).notes == ()
    assert make_index(settings_of("flat"), names(100), rows).notes == ()


def test_lists_are_made_anew_when_many_vectors_were_added():
    vectors = grouped(1000, 20)
    index = make_index(settings_of("ivf_flat", nlist=20, nprobe=20), names(40), vectors[:40])
    assert "nlist is 1 instead of 20" in index.notes[0]
    index.remove(["d7"])
    index.add(names(1000)[40:], vectors[40:])
    assert index.notes == ()
    left = [name for name in names(1000) if name != "d7"]
    assert [key for key, _ in index.search(vectors[500], 8)] == [
        key for key, _ in by_hand(left, np.delete(vectors, 7, axis=0), vectors[500], 8)
    ]


def test_compressed_vectors_that_came_later_are_told_of():
    vectors = grouped(600, 21)
    index = make_index(settings_of("ivf_pq"), names(20), vectors[:20])
    index.add(names(600)[20:], vectors[20:])
    assert "make it anew" in index.notes[-1]


def test_the_same_vectors_give_the_same_graph():
    vectors, queries = grouped(1500, 22), grouped(20, 23)
    first, second = (make_index(settings_of("hnsw", ef_search=10), names(1500), vectors) for _ in range(2))
    assert first.search_many(queries, 10) == second.search_many(queries, 10)


def test_flat_needs_no_settings():
    assert [key for key, _ in FlatIndex(["a", "b"], grouped(2, 24)).search(grouped(2, 24)[1], 1)] == ["b"]


@pytest.mark.parametrize("kind", FAISS_KINDS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_adding_and_removing_leaves_the_ids_that_a_list_would_have(kind, data):
    vectors = grouped(60, 25)
    index = make_index(settings_of(kind), [], vectors[:0])
    expected: list[str] = []
    for _ in range(data.draw(st.integers(1, 5))):
        free = [name for name in names(60) if name not in expected]
        new = data.draw(st.lists(st.sampled_from(free), unique=True, max_size=30))
        index.add(new, vectors[[int(name[1:]) for name in new]])
        expected += new
        gone = data.draw(st.lists(st.sampled_from(names(60)), max_size=20))
        index.remove(gone)
        expected = [name for name in expected if name not in gone]
        assert index.ids == tuple(expected)
        found = index.search(vectors[0], 60)
        assert sorted(key for key, _ in found) == sorted(expected)
        if kind == "flat":
            rows = vectors[[int(name[1:]) for name in expected]]
            assert [key for key, _ in found] == [key for key, _ in by_hand(expected, rows, vectors[0], 60)]
