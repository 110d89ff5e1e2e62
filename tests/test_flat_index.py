"""Exact search against plain NumPy."""

import numpy as np
import pytest

from microrag_core.indexing.flat import FlatIndex


def unit(rows: int, seed: int) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(rows, 8)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_the_ranking_is_that_of_a_matrix_product():
    vectors, query = unit(50, 1), unit(1, 2)[0]
    found = FlatIndex([f"d{i}" for i in range(50)], vectors).search(query, 7)
    scores = vectors @ query
    assert [name for name, _ in found] == [f"d{i}" for i in np.argsort(-scores)[:7]]
    np.testing.assert_allclose([score for _, score in found], np.sort(scores)[::-1][:7], rtol=1e-5)


def test_no_more_than_there_are_and_never_a_filler():
    assert len(FlatIndex(["a", "b"], unit(2, 3)).search(unit(1, 4)[0], 10)) == 2
    assert FlatIndex([], np.empty((0, 8), np.float32)).search(unit(1, 4)[0], 10) == []


def test_equal_scores_keep_the_order_of_adding():
    same = np.repeat(unit(1, 5), 4, axis=0)
    assert [name for name, _ in FlatIndex(["d", "a", "c", "b"], same).search(same[0], 4)] == ["d", "a", "c", "b"]


def test_a_cosine_never_leaves_its_range():
    row = np.full((1, 8), np.sqrt(np.float32(0.125)) * np.float32(1.000001), np.float32)
    assert FlatIndex(["a"], row).search(row[0], 1)[0][1] == 1.0


def test_ids_and_vectors_must_match():
    with pytest.raises(ValueError, match="1 ids do not match 2 vectors"):
        FlatIndex(["a"], unit(2, 6))
