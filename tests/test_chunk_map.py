"""The map of all passages: the plane against brute force, and what is drawn on it."""

import sys

import numpy as np
import pytest

from microrag_core.chunk_map import chunk_map, lay_out, pca
from microrag_core.chunk_map.layout import spread
from microrag_core.chunk_map.pca import fit_pca
from microrag_core.chunk_map.umap_projection import Umap, fit_umap
from microrag_core.comparison import DEPTH
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.errors import InputError, MissingDependencyError
from microrag_core.pipeline import Pipeline, read_pipeline
from microrag_core.pipeline.collect import what_is_left

QUESTION = "How strong was the earthquake near Amarillo?"
TEXTS = {
    "Amarillo": "A magnitude 4.2 earthquake struck near Amarillo on Wednesday. No one was hurt. Schools open on Thursday.",
    "Tennessee": "Eastern Tennessee woke to a magnitude 4.1 earthquake. Windows rattled in Knoxville. It was felt in Georgia.",
    "Bread": "Yeast makes bread rise. The oven must be hot before baking begins. Salt slows the dough.",
    "Tides": "The tide rises twice a day. A tide table says when. The moon pulls the water.",
    "Ferry": "The ferry leaves at nine. Dogs travel free. The crossing takes two hours. It is often late.",
}


def unit_rows(n, dimension=12, seed=0):
    rows = np.random.default_rng(seed).normal(size=(n, dimension)) * np.linspace(2, 0.5, dimension)
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def corpus(encoder):
    return Corpus.build([Document(title, text) for title, text in TEXTS.items()], encoder)


def sides(corpus, left="retriever=dense", right="prune=soft_coverage,budget=0.4"):
    return {"left": Pipeline(corpus, read_pipeline(left)), "right": Pipeline(corpus, read_pipeline(right))}


def ask(pipelines, question=QUESTION):
    return {end: pipeline.find(question, DEPTH) for end, pipeline in pipelines.items()}


def by_passage(layout, swap=False):
    other = {"left": "right", "right": "left"}
    keys = [(p.id, frozenset(other[end] if swap else end for end in p.ends), p.state) for p in layout.places]
    return {key: tuple(position) for key, position in zip(keys, layout.positions.tolist(), strict=True)}


def test_plane_is_that_of_scikit_learn():
    decomposition = pytest.importorskip("sklearn.decomposition", reason="needs scikit-learn")
    rows = unit_rows(300)
    fitted, other = fit_pca(rows), decomposition.PCA(2, svd_solver="full").fit(rows.astype(np.float64))
    signs = np.sign((fitted.axes * other.components_).sum(axis=1))
    np.testing.assert_allclose(fitted.project(rows), other.transform(rows) * signs, atol=1e-5)
    np.testing.assert_allclose(fitted.explained, other.explained_variance_ratio_, atol=1e-6)


def test_plane_is_that_of_the_singular_vectors_in_blocks_of_any_size(monkeypatch):
    rows = unit_rows(100).astype(np.float64)
    _, values, axes = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    for block in (7, 100, 8192):
        monkeypatch.setattr(pca, "BLOCK_ROWS", block)
        fitted = fit_pca(rows.astype(np.float32))
        np.testing.assert_allclose(np.abs((fitted.axes * axes[:2]).sum(axis=1)), 1, atol=1e-6)
        np.testing.assert_allclose(fitted.explained, values[:2] ** 2 / (values**2).sum(), atol=1e-6)


def test_plane_by_hand():
    # Squares along x: 3² + 3² = 18, along z: 1² + 1² = 2, along y none. So x comes first with 18 / 20.
    rows = np.array([[5, 7, 0], [-1, 7, 0], [2, 7, 1], [2, 7, -1]], np.float32)
    fitted = fit_pca(rows)
    assert fitted.mean.tolist() == [2, 7, 0]
    np.testing.assert_allclose(fitted.axes, [[1, 0, 0], [0, 0, 1]], atol=1e-9)
    np.testing.assert_allclose(fitted.explained, [18 / 20, 2 / 20])
    np.testing.assert_allclose(fitted.project(rows), [[3, 0], [-3, 0], [0, 1], [0, -1]], atol=1e-6)


def test_signs_do_not_depend_on_the_order_of_rows():
    rows = unit_rows(200)
    first = fit_pca(rows)
    assert (first.axes[[0, 1], np.abs(first.axes).argmax(axis=1)] > 0).all()
    for seed in range(5):
        again = fit_pca(rows[np.random.default_rng(seed).permutation(200)])
        np.testing.assert_allclose(again.axes, first.axes, atol=1e-8)


@pytest.mark.parametrize(
    ("rows", "axes"),
    [
        (np.empty((0, 4)), 0),
        (unit_rows(1, 4), 0),
        (np.repeat(unit_rows(1, 4), 50, axis=0), 0),
        (unit_rows(2, 4), 1),
        (np.repeat(unit_rows(2, 4), 9, axis=0), 1),
        (np.array([[1.0], [-1.0]]), 1),
        (unit_rows(3, 4), 2),
    ],
)
def test_what_lies_along_no_axis_is_zero(rows, axes):
    fitted = fit_pca(rows.astype(np.float32))
    assert (np.linalg.norm(fitted.axes, axis=1) > 0.5).sum() == axes
    assert sum(fitted.explained) == pytest.approx(float(axes > 0))
    far = np.full((1, rows.shape[1]), 9, np.float32)
    assert np.isfinite(fitted.project(far)).all()
    assert (fitted.project(far)[0, axes:] == 0).all()
    assert fitted.project(rows.astype(np.float32)).shape == (len(rows), 2)


def test_positions_are_those_of_the_passages_vectors(corpus):
    pipelines = sides(corpus)
    layout = lay_out(pipelines)
    vectors = np.concatenate([pipelines[end].collection.vectors for end in ("left", "right")])
    plane = fit_pca(vectors)
    assert layout.explained == pytest.approx(plane.explained)
    for place, position in zip(layout.places, layout.positions, strict=True):
        if place.sentence is None:
            collection = pipelines[place.ends[0]].collection
            vector = collection.vectors[collection.rows[place.id]]
        else:
            vector = corpus.parts[place.document].vectors[place.sentence]
            assert TEXTS[corpus.parts[place.document].document.title][place.start : place.end].endswith(".")
        np.testing.assert_allclose(position, (vector - plane.mean) @ plane.axes.T, atol=1e-5)
    found = ask(pipelines)
    drawn = chunk_map(layout, pipelines, found)
    np.testing.assert_allclose(drawn.question, (corpus.query_vector(QUESTION) - plane.mean) @ plane.axes.T, atol=1e-5)


def test_states_are_those_of_the_pruning(corpus):
    pipelines = sides(corpus)
    places = lay_out(pipelines).places
    gone = {(key, row) for key in corpus.parts for row in np.flatnonzero(~pipelines["right"].kept(key)).tolist()}
    assert {(place.document, place.sentence) for place in places if place.sentence is not None} == gone
    assert gone
    assert all(place.state == "pruned" and place.ends == () for place in places if place.sentence is not None)
    passages = [place for place in places if place.sentence is None]
    assert {place.state for place in passages if "right" in place.ends} == {"kept"}
    assert {place.state for place in passages if place.ends == ("left",)} == {"plain"}
    assert not [place for place in lay_out(pipelines, sentences=False).places if place.sentence is not None]


def test_passages_with_nothing_left_are_pruned(corpus):
    pipelines = sides(corpus, "strategy=micro,size=12", "strategy=micro,size=12,prune=soft_coverage,budget=0.4")
    places = lay_out(pipelines, sentences=False).places
    left = pipelines["left"].collection
    expected = {
        chunk.id
        for chunk in left.chunks
        if not what_is_left(corpus.parts[chunk.document], chunk, pipelines["right"].kept(chunk.document))
    }
    assert expected
    assert {place.id for place in places if place.state == "pruned"} == expected
    assert {place.id for place in places if place.state == "kept"} == set(pipelines["right"].collection.ids)


def test_repeated_passages_are_pruned(encoder):
    twice = Corpus.build([Document("A", TEXTS["Bread"]), Document("B", TEXTS["Bread"]), Document("C", TEXTS["Tides"])], encoder)
    pipelines = sides(twice, "prune=none", "repeats=passages,repeated_from=0.9")
    pruned = [place for place in lay_out(pipelines).places if place.state == "pruned"]
    assert [twice.parts[place.document].document.title for place in pruned] == ["B"]


def test_nothing_is_pruned_or_kept_where_neither_side_prunes(corpus):
    pipelines = sides(corpus, "retriever=dense", "retriever=bm25")
    layout = lay_out(pipelines)
    assert [(place.state, place.ends) for place in layout.places] == [("plain", ("left", "right"))] * len(TEXTS)
    drawn = chunk_map(layout, pipelines, ask(pipelines))
    found = {end: {mark.hit.chunk.id for mark in drawn.marks if mark.end == end} for end in pipelines}
    assert {drawn.ids[row] for row, by in drawn.retrieved.items() if by == "both"} == found["left"] & found["right"]
    assert {drawn.ids[row] for row, by in drawn.retrieved.items() if by == "left"} == found["left"] - found["right"]
    assert found["right"]


def test_picture_depends_on_nothing_but_the_documents(corpus, encoder):
    pipelines = sides(corpus)
    first = by_passage(lay_out(pipelines))
    backwards = Corpus.build(reversed(corpus.documents), encoder)
    again = by_passage(lay_out(sides(backwards)))
    swapped = by_passage(lay_out({"left": pipelines["right"], "right": pipelines["left"]}), swap=True)
    assert first.keys() == again.keys() == swapped.keys()
    for key, position in first.items():
        assert again[key] == pytest.approx(position, abs=1e-5)
        assert swapped[key] == pytest.approx(position, abs=1e-6)


def test_question_moves_nothing_but_itself(corpus):
    pipelines = sides(corpus)
    layout = lay_out(pipelines)
    maps = [chunk_map(layout, pipelines, ask(pipelines, text)) for text in (QUESTION, "When does the tide rise?")]
    assert np.array_equal(maps[0].positions, maps[1].positions)
    assert maps[0].ids == maps[1].ids
    assert not np.allclose(maps[0].question, maps[1].question)
    alone = chunk_map(layout, pipelines, {})
    assert alone.question is None
    assert (alone.marks, alone.retrieved) == ((), {})


def test_marks_lie_on_what_was_retrieved(corpus):
    pipelines = sides(corpus)
    found = ask(pipelines)
    drawn = chunk_map(lay_out(pipelines), pipelines, found)
    assert [(mark.end, mark.hit) for mark in drawn.marks] == [(end, hit) for end in found for hit in found[end].hits]
    for mark in drawn.marks:
        (row,) = mark.rows
        assert drawn.places[row].id == mark.hit.chunk.id
        assert mark.end in drawn.places[row].ends
        assert (mark.x, mark.y) == pytest.approx(tuple(drawn.positions[row]))


def test_larger_passage_lies_in_the_middle_of_its_parts(encoder):
    corpus = Corpus.build([Document("Everything", " ".join(TEXTS.values()))], encoder)
    pipelines = {"left": Pipeline(corpus, read_pipeline("strategy=hierarchical,size=24,overlap=0,top_k=3"))}
    drawn = chunk_map(lay_out(pipelines), pipelines, ask(pipelines))
    larger = [mark for mark in drawn.marks if mark.hit.chunk.level > 0]
    assert larger
    for mark in larger:
        inside = [
            row
            for row, place in enumerate(drawn.places)
            if mark.hit.chunk.start <= place.start and place.end <= mark.hit.chunk.end
        ]
        assert sorted(mark.rows) == inside
        assert (mark.x, mark.y) == pytest.approx(tuple(drawn.positions[inside].mean(axis=0)), abs=1e-6)


def test_sample_is_even_and_does_not_grow_gaps():
    for count, limit in ((10, 10), (10, 50), (1000, 100), (20_001, 20_000), (200_000, 20_000)):
        rows = spread(count, limit)
        assert len(rows) == len(set(rows.tolist())) == min(count, limit)
        assert np.diff(rows).max(initial=1) <= 3 * max(1, count / limit)
    assert set(spread(1000, 100).tolist()) < set(spread(1000, 200).tolist())


@pytest.mark.parametrize("limit", [1, 6, 12])
def test_what_was_retrieved_is_always_drawn(corpus, limit):
    pipelines = sides(corpus, "strategy=micro,size=12,top_k=3", "strategy=micro,size=12,prune=lead,budget=0.5,top_k=3")
    whole, part = lay_out(pipelines), lay_out(pipelines, limit=limit)
    assert len(part.rows) == limit < len(whole.rows)
    assert part.explained == whole.explained
    for question in (QUESTION, "When does the tide rise?", "Do dogs travel free?"):
        found = ask(pipelines, question)
        drawn, full = chunk_map(part, pipelines, found), chunk_map(whole, pipelines, found)
        hits = {(mark.end, mark.hit.chunk.id) for mark in drawn.marks}
        assert hits == {(end, hit.chunk.id) for end in found for hit in found[end].hits}
        for mark, same in zip(drawn.marks, full.marks, strict=True):
            assert drawn.places[mark.rows[0]].id == mark.hit.chunk.id
            assert (mark.x, mark.y) == pytest.approx((same.x, same.y), abs=1e-6)
        assert len(set(drawn.places)) == len(drawn.places) == len(drawn.positions) == max(limit, len(drawn.retrieved))
        assert drawn.total == len(whole.places)


def test_other_settings_of_a_search_draw_the_same_map(corpus):
    pipelines = sides(corpus)
    other = {**pipelines, "left": Pipeline(corpus, read_pipeline("retriever=hybrid,rerank=mmr,top_k=2"))}
    assert lay_out(pipelines).places == lay_out(other).places


def test_empty_collections_and_bad_input(encoder, corpus):
    empty = Corpus.build([], encoder)
    layout = lay_out(sides(empty))
    assert (layout.places, layout.positions.shape, layout.explained) == ((), (0, 2), (0.0, 0.0))
    assert chunk_map(layout, sides(empty), {}).ids == ()
    with pytest.raises(InputError, match="no pipeline"):
        lay_out({})
    with pytest.raises(InputError, match="limit is 0"):
        lay_out(sides(corpus), limit=0)


def test_umap_is_named_when_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "umap", None)
    with pytest.raises(MissingDependencyError, match="pip install"):
        fit_umap(unit_rows(20))


def test_umap_places_the_same_rows_alike_and_neighbours_together():
    pytest.importorskip("umap", reason="needs umap-learn")
    rows = np.concatenate([unit_rows(1, seed=seed).repeat(12, axis=0) for seed in range(3)]) + 0.05 * unit_rows(36, seed=9)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    fitted = fit_umap(rows)
    assert fitted.positions.shape == (36, 2)
    assert np.array_equal(fit_umap(rows).positions, fitted.positions)
    middles = fitted.positions.reshape(3, 12, 2).mean(axis=1)
    nearest = np.linalg.norm(fitted.positions[:, None] - middles, axis=2).argmin(axis=1)
    assert nearest.tolist() == [row // 12 for row in range(36)]
    np.testing.assert_allclose(fitted.project(rows[:5]), fitted.positions[:5], atol=1e-2)
    with pytest.raises(InputError, match="at least 10 passages; there are 9"):
        fit_umap(rows[:9])


def test_row_among_fitted_ones_by_hand():
    # Cosines 1 - 1/2, 1 - 1/4 and so on: distances 1/2, 1/4, 1, 1, 1 weigh 2, 4, 1, 1, 1, in all 9.
    cosines = [0.5, 0.75, 0.0, 0.0, 0.0, -1.0]
    fitted = np.array([[cosine, np.sqrt(1 - cosine**2)] for cosine in cosines], np.float32)
    positions = np.array([[9, 0], [0, 9], [0, 0], [0, 0], [0, 0], [99, 99]], np.float32)
    placed = Umap(fitted, positions).project(np.array([[1, 0]], np.float32))
    np.testing.assert_allclose(placed, [[9 * 2 / 9, 9 * 4 / 9]], atol=1e-5)
