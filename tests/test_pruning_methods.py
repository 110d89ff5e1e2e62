from dataclasses import replace
from typing import get_args

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pruning_cases import grouped_vectors, make_case, make_document, many, run_prune, select, unit

from microrag_core.pruning import (
    METHODS,
    NESTED,
    USES_BUDGET,
    USES_DOCUMENT_VECTOR,
    USES_MINIMUM_SIMILARITY,
    USES_NEIGHBORS,
    USES_SEED,
    build_graph,
    coverage_by_budget,
    full_order,
    prune,
)
from microrag_core.pruning.centrality import page_rank
from microrag_core.settings import PruneMethod, PruneSettings


def test_every_method_is_there_and_explained() -> None:
    assert set(METHODS) == set(get_args(PruneMethod))
    assert all(method.description.endswith(".") and "\n" not in method.description for method in METHODS.values())
    assert set(METHODS) >= USES_BUDGET | USES_NEIGHBORS | USES_MINIMUM_SIMILARITY | USES_SEED


@pytest.mark.parametrize("method", sorted(METHODS))
@pytest.mark.parametrize(
    ("change", "users"),
    [
        ({"budget": 0.2}, USES_BUDGET),
        ({"budget": 0.2, "budget_unit": "tokens"}, USES_BUDGET),
        ({"neighbors": 2}, USES_NEIGHBORS),
        ({"minimum_similarity": 0.6}, USES_MINIMUM_SIMILARITY),
        ({"seed": 1}, USES_SEED),
    ],
)
def test_a_setting_changes_exactly_the_methods_that_say_so(
    method: PruneMethod, change: dict[str, object], users: frozenset[PruneMethod]
) -> None:
    vectors = grouped_vectors(80, seed=4)
    before = run_prune(vectors, method=method).selection.order
    after = run_prune(vectors, method=method, **change).selection.order
    assert np.array_equal(before, after) == (method not in users)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_document_vector_changes_exactly_the_methods_that_say_so(method: PruneMethod) -> None:
    vectors, tokens = grouped_vectors(80, seed=4), np.full(80, 5, np.int32)
    settings = PruneSettings(method=method)
    by_mean, by_first = full_order(vectors, tokens, settings), full_order(vectors, tokens, settings, document_vector=vectors[0])
    assert np.array_equal(by_mean, by_first) == (method not in USES_DOCUMENT_VECTOR)
    document, sentences = make_document(80)
    pruned = prune(document, sentences, tokens, vectors, settings, document_vector=vectors[0])
    if method in NESTED and method != "none":
        assert pruned.selection.order.tolist() == by_first[: pruned.kept_count].tolist()
    shares = coverage_by_budget(vectors, tokens, settings, [0.5], document_vector=vectors[0])
    assert shares[0] == pytest.approx(pruned.covered_fraction, abs=1e-6)


def test_a_document_vector_makes_close_sentences_relevant() -> None:
    # Three sentences at right angles: to (0.6, 0.8, 0) the second is the closest, and the third is not close at all.
    problem = replace(make_case(np.eye(3, dtype=np.float32), budget=1.0), document_vector=np.array([0.6, 0.8, 0], np.float32))
    found = select(problem, "soft_coverage")
    assert found.order == [1, 0, 2]
    np.testing.assert_allclose(found.gains, [0.8 * 0.8, 0.6 * 0.6, 0], atol=1e-6)


def test_centrality_hand_worked() -> None:
    # Sentence 1 is linked to 0 and 2, which are not linked to each other: the middle of a chain ranks first.
    # With x for the ends and y for the middle, 2x + y = 1: x = 0.15/3 + 0.85·y/2, y = 0.15/3 + 0.85·2x.
    graph = build_graph(unit([[1, 0], [1, 1], [0, 1]]), neighbors=3, minimum_similarity=0.1)
    y = (0.05 + 0.85) / (1 + 0.85)
    np.testing.assert_allclose(page_rank(graph), [(1 - y) / 2, y, (1 - y) / 2], atol=1e-5)
    assert select(make_case(unit([[1, 0], [1, 1], [0, 1]]), minimum_similarity=0.1, budget=1.0), "centrality").order == [
        1,
        0,
        2,
    ]


@many
@given(st.integers(1, 30), st.integers(0, 1000))
def test_centrality_equals_the_eigenvector(n: int, seed: int) -> None:
    graph = build_graph(grouped_vectors(n, seed), 4)
    weights = np.zeros((n, n))
    for row in range(n):
        for neighbor, similarity in zip(graph.neighbors[row], graph.similarities[row], strict=True):
            if neighbor >= 0 and neighbor != row:
                weights[row, neighbor] = weights[neighbor, row] = similarity
    sums = weights.sum(axis=1, keepdims=True)
    steps = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), 1 / n)
    rank = np.linalg.solve(np.eye(n) - 0.85 * steps.T, np.full(n, 0.15 / n))
    np.testing.assert_allclose(page_rank(graph), rank, atol=2e-6 * n)


def test_centrality_is_networkx_on_the_graph() -> None:
    graph = networkx.path_graph(3)
    ranks = networkx.pagerank(graph)
    found = page_rank(build_graph(unit([[1, 0], [1, 1], [0, 1]]), neighbors=3, minimum_similarity=0.1))
    np.testing.assert_allclose(found, [ranks[row] for row in range(3)], atol=1e-6)


def test_mmr_hand_worked() -> None:
    # e0 = (1, 0), e1 = (0.96, 0.28), e2 = (0, 1); their sum is (1.96, 1.28), of length sqrt(5.48).
    vectors = unit([[1, 0], [0.96, 0.28], [0, 1]])
    length = np.sqrt(1.96**2 + 1.28**2)
    r0, r1, r2 = 1.96 / length, (0.96 * 1.96 + 0.28 * 1.28) / length, 1.28 / length
    found = select(make_case(vectors, budget=1.0), "mmr")
    # e1 is the most relevant; then e2 repeats 0.28 of it and e0 0.96.
    assert r1 > r0 > r2
    assert found.order == [1, 2, 0]
    np.testing.assert_allclose(found.gains, [0.6 * r1, 0.6 * r2 - 0.4 * 0.28, 0.6 * r0 - 0.4 * 0.96], atol=1e-6)


@many
@given(st.integers(1, 40), st.integers(0, 1000), st.sampled_from([0.0, 0.5]))
def test_mmr_equals_brute_force(n: int, seed: int, minimum: float) -> None:
    vectors = grouped_vectors(n, seed)
    wide = vectors.astype(np.float64)
    mean = wide.mean(axis=0)
    relevance = np.maximum(wide @ mean / np.linalg.norm(mean), 0)
    order: list[int] = []
    while len(order) < max(1, int(0.5 * n)):
        scores = {}
        for i in set(range(n)) - set(order):
            cosines = [float(wide[i] @ wide[j]) for j in order]
            redundancy = max((cosine for cosine in cosines if cosine >= minimum), default=0.0)
            scores[i] = round(0.6 * relevance[i] - 0.4 * max(redundancy, 0.0), 10)
        order.append(max(scores, key=lambda i: (scores[i], -i)))
    assert select(make_case(vectors, minimum_similarity=minimum), "mmr").order == order


def test_clusters_keep_one_of_each_group() -> None:
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(6), 5)
    vectors = unit(np.eye(12)[groups] + 0.05 * rng.normal(size=(30, 12)))
    found = set()
    for seed in range(5):
        picks = select(make_case(vectors, budget=0.2, seed=seed), "clusters")
        assert len(picks.order) == 6
        found.add(len(set(groups[picks.order])))
    # K-means may join two groups from an unlucky start, but not for all of five seeds.
    assert max(found) == 6


def test_clusters_medoid_is_nearest_to_the_centre() -> None:
    # One cluster: its centre is the mean, and the middle one of three is nearest to it.
    picks = select(make_case(unit([[1, 0], [1, 1], [0, 1]]), budget=0.34), "clusters")
    assert picks.order == [1]
    assert picks.gains == [3]


@pytest.mark.parametrize("unit_name", ["sentences", "tokens"])
def test_clusters_fill_the_budget_where_groups_are_fewer(unit_name: str) -> None:
    picks = select(make_case(unit([[1, 2]] * 10), budget=0.5, budget_unit=unit_name), "clusters")
    assert len(picks.order) == 5


def test_baselines() -> None:
    vectors = grouped_vectors(20)
    assert select(make_case(vectors, budget=0.3), "lead").order == [0, 1, 2, 3, 4, 5]
    drawn = {tuple(select(make_case(vectors, budget=0.3, seed=seed), "random").order) for seed in range(20)}
    assert len(drawn) == 20
    counts = np.bincount([row for order in drawn for row in order], minlength=20)
    assert counts.min() > 0
    assert select(make_case(vectors, budget=0.3), "none").order == list(range(20))
