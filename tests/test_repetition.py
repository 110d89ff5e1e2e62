"""Texts that repeat one another are found, all of them, in groups that do not drift."""

import json
import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.loading import load_paths
from microrag_core.pruning import repetition
from microrag_core.pruning.close_rows import CloseRows, shortened
from microrag_core.pruning.repetition import find_repetition, keep_one
from microrag_core.settings import RepetitionSettings
from microrag_core.text.sentences import split_sentences


def at_angles(*degrees):
    """Unit vectors in a plane: the cosine of two is the cosine of the angle between them."""
    return np.array([[math.cos(math.radians(d)), math.sin(math.radians(d))] for d in degrees], np.float32)


def names(n):
    return [f"d{row}" for row in range(n)]


def rows_of(groups):
    return [group.rows for group in groups]


def test_a_chain_does_not_drift():
    # cos 15° = 0.966 and cos 30° = 0.866: A is like B and B like C, but A is not like C.
    groups = find_repetition(names(3), ["a", "b", "c"], at_angles(0, 15, 30), 0.95, shared_words=0)
    assert rows_of(groups) == [(0, 1)]
    assert groups[0].similarity == pytest.approx(math.cos(math.radians(15)), abs=1e-6)


def test_a_long_chain_is_cut_into_groups_of_which_any_two_members_repeat_each_other():
    vectors = at_angles(*range(0, 90, 5))
    groups = find_repetition(names(18), [str(n) for n in range(18)], vectors, 0.95, shared_words=0)
    # 0.95 is the cosine of 18.2°: 0, 5, 10 and 15 go together, and 20 starts anew.
    assert rows_of(groups) == [tuple(range(start, min(start + 4, 18))) for start in range(0, 18, 4)]
    for group in groups:
        assert (vectors[list(group.rows)] @ vectors[list(group.rows)].T).min() >= 0.95


def test_members_on_both_sides_of_the_representative_are_not_one_group():
    # 0° leads; -15° joins it; +15° is like the representative but 30° from the member.
    assert rows_of(find_repetition(names(3), ["a", "b", "c"], at_angles(0, -15, 15), 0.95, shared_words=0)) == [(0, 1)]


def test_a_text_goes_to_the_representative_most_like_it():
    groups = find_repetition(names(3), ["a", "b", "c"], at_angles(0, 20, 12), 0.95, shared_words=0)
    assert rows_of(groups) == [(1, 2)]  # 12° from the first, 8° from the second


def test_equal_texts_are_one_whatever_their_vectors():
    texts = ["All rights reserved.", "Bread rises.", "All  rights\nreserved."]
    (group,) = find_repetition(["x", "y", "z"], texts, at_angles(0, 90, 45))
    assert (group.rows, group.documents, group.similarity, group.representative) == ((0, 2), 2, 1.0, 0)


def test_documents_are_counted_once_each():
    (group,) = find_repetition(["x", "x", "y"], ["Same text here."] * 3, at_angles(0, 0, 0))
    assert (len(group), group.documents) == (3, 2)


@pytest.mark.parametrize(
    ("first", "second", "repeats"),
    [
        ("March 10, 2015", "March 9, 2015", False),  # {march, 2015} of {march, 10, 9, 2015}: 2/4
        ("We may assign this Agreement.", "We may assign these Terms.", False),  # 3/7
        ("All Rights Reserved.", "all rights reserved", True),  # 3/3
        ("GitHub may end the license at any time.", "GitHub may end the licence at any time.", True),  # 7/9
        ("今天天气很好。", "今天天气真好。", True),  # 今天气好 of 今天气很真好: 4/6
        ("今天天气很好。", "明天会下大雨。", False),  # 天 of 今天气很好明会下大雨: 1/10
        ("***", "---", True),  # no word on either side: the vectors alone decide
    ],
)
def test_words_confirm_what_the_vectors_say(first, second, repeats):
    assert bool(find_repetition(["x", "y"], [first, second], at_angles(0, 5))) == repeats
    assert find_repetition(["x", "y"], [first, second], at_angles(0, 5), shared_words=0)


def test_one_of_each_group_is_kept():
    groups = find_repetition(names(5), ["a", "b", "a", "b", "c"], at_angles(0, 90, 0, 90, 45))
    assert keep_one(groups, 5).tolist() == [True, True, False, False, True]
    assert keep_one((), 2).tolist() == [True, True]


def test_nothing_repeats_nothing():
    assert find_repetition([], [], np.empty((0, 4), np.float32)) == ()
    assert find_repetition(["x"], ["a"], at_angles(0)) == ()
    with pytest.raises(ValueError, match="do not match"):
        find_repetition(["x"], ["a", "b"], at_angles(0, 1))


def brute_force(texts, vectors, threshold, shared_words):
    """The rule read off its description, from the whole matrix of cosines in doubles."""
    cosines = vectors.astype(np.float64) @ vectors.astype(np.float64).T

    words = [set(re.findall(r"\w+", text.lower())) for text in texts]

    def alike(i, j):
        share = len(words[i] & words[j]) / len(words[i] | words[j])
        return cosines[i, j] >= threshold - 1e-6 and share >= shared_words

    groups = {}
    for row in range(len(texts)):
        fitting = [lead for lead, members in groups.items() if all(alike(row, member) for member in members)]
        best = max(fitting, key=lambda lead: (np.float32(cosines[row, lead]), -lead), default=None)
        groups.setdefault(row if best is None else best, []).append(row)
    return [tuple(members) for members in groups.values() if len(members) > 1]


def crowded(n, dimension, seed):
    """Unit rows in tight crowds, so that many cosines lie about the threshold."""
    rng = np.random.default_rng(seed)
    centers = rng.standard_normal((max(1, n // 8), dimension))
    vectors = centers[rng.integers(0, len(centers), n)] + 0.2 * rng.standard_normal((n, dimension))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize(("n", "dimension", "threshold"), [(400, 384, 0.95), (400, 96, 0.9), (300, 8, 0.98), (200, 3, 0.999)])
def test_the_groups_are_those_of_the_whole_matrix(n, dimension, threshold, monkeypatch):
    monkeypatch.setattr(repetition, "BLOCK_ROWS", 64)  # so that the parts of the search meet often
    vectors = crowded(n, dimension, seed=n)
    texts = [f"clause {row % 3} of text {row}" for row in range(n)]
    expected = brute_force(texts, vectors, threshold, 0.6)
    assert len(expected) > 5
    assert rows_of(find_repetition(names(n), texts, vectors, threshold)) == expected


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 60), st.sampled_from([2, 5, 60]), st.sampled_from([0.5, 0.9, 0.99]))
def test_any_two_members_repeat_each_other_and_each_text_is_in_one_group(seed, n, dimension, threshold):
    vectors = crowded(n, dimension, seed)
    groups = find_repetition(names(n), [str(row) for row in range(n)], vectors, threshold, shared_words=0)
    members = [row for group in groups for row in group.rows]
    assert len(members) == len(set(members))
    for group in groups:
        assert list(group.rows) == sorted(group.rows)
        assert (vectors[list(group.rows)] @ vectors[list(group.rows)].T).min() >= threshold - 1e-5
    leads = [row for row in range(n) if row not in members] + [group.representative for group in groups]
    assert keep_one(groups, n).sum() == len(leads)


@pytest.mark.parametrize("dimension", [30, 48, 49, 384])
def test_shortened_rows_never_hide_a_close_pair(dimension):
    vectors = crowded(300, dimension, seed=1)
    short = shortened(vectors)
    assert short.shape[1] == min(dimension, 48)
    assert (short @ short.T - vectors @ vectors.T).min() > -1e-5
    close = CloseRows(vectors, 0.9)
    close.add(np.arange(300))
    for row, (near, cosines) in enumerate(close.search(np.arange(300))):
        assert sorted(near.tolist()) == np.flatnonzero(vectors @ vectors[row] >= 0.9).tolist()
        assert cosines == pytest.approx(vectors[near] @ vectors[row], abs=1e-5)


def test_the_planted_near_duplicates_are_found_and_nothing_else(data_folder, encoder):
    # The first 60 words of each text are enough to tell the articles apart, and quick to embed.
    folder = data_folder / "near_duplicates"
    documents = load_paths([folder / "articles_1000.jsonl"]).documents
    lines = (folder / "articles_1000.pairs.jsonl").read_text("utf-8").splitlines()
    planted = {frozenset((pair["a"], pair["b"])) for pair in map(json.loads, lines)}
    involved = {key for pair in planted for key in pair}
    chosen = [item for row, item in enumerate(documents) if item.record_id in involved or row % 16 == 0]
    vectors = encoder.encode([" ".join(item.text.split()[:60]) for item in chosen])
    threshold = RepetitionSettings().repeated_from
    groups = find_repetition([item.record_id for item in chosen], [item.text for item in chosen], vectors, threshold)
    assert {frozenset(chosen[row].record_id for row in group.rows) for group in groups} == planted


def test_a_clause_that_policies_share_is_found_in_all_of_them(data_folder, encoder):
    files = [
        "dmca-takedown-policy.md",
        "guide-to-submitting-a-dmca-counter-notice.md",
        "guide-to-submitting-a-dmca-takedown-notice.md",
    ]
    documents = load_paths([data_folder / "policies" / name for name in files]).documents
    owned = [(item.source, sentence.text) for item in documents for sentence in split_sentences(item.text)]
    owners, texts = zip(*owned, strict=True)
    groups = find_repetition(owners, texts, encoder.encode(texts))
    clause = next(g for g in groups if texts[g.representative].startswith("As with all legal matters, it is always best"))
    assert clause.documents == 3
