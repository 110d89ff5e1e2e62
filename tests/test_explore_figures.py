"""The figures and texts of the Explore page, without a browser and, where vectors are all they need, without a model."""

from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from microrag_core.datatypes import Document, Sentence
from microrag_core.pruning import prune
from microrag_core.settings import PruneSettings
from microrag_core.split_document import SplitDocument
from pages.explore.curve_figure import coverage_curves, curve_figure, what_to_see
from pages.explore.graph_figure import EDGE_LIMIT, graph_figure, surroundings
from pages.explore.heat_map_figure import heat_map_figure, pooled_similarity
from pages.explore.layout import lay_out, separate
from pages.explore.sentence_state import describe, neighbors_of, short, stands_for, stopped_message
from pages.explore.tabs import as_csv, at_risk_table
from pages.shared.colors import KEPT, PRUNED


def near(*cosines: float) -> np.ndarray:
    """Unit vectors in a plane of their own for each value: sentence 2i, and one at that cosine to it."""
    rows = []
    for place, cosine in enumerate(cosines):
        for value in (1.0, cosine):
            row = np.zeros(2 * len(cosines) + 2, np.float32)
            row[2 * place], row[2 * place + 1] = value, np.sqrt(1 - value**2)
            rows.append(row)
    return np.array(rows)


def pruned_of(vectors, texts=None, pins=None, **settings):
    texts = texts or [f"Sentence number {row + 1}." for row in range(len(vectors))]
    sentences, start = [], 0
    for text in texts:
        sentences.append(Sentence(start, start + len(text), text))
        start += len(text) + 1
    document = Document("A title", " ".join(texts))
    tokens = np.full(len(vectors), 5, np.int32)
    return prune(document, tuple(sentences), tokens, vectors, PruneSettings(**settings), pins or {})


def part_of(vectors) -> SplitDocument:
    """A document with these sentence vectors, whose own vector is that of its last sentence."""
    whole = pruned_of(vectors)
    return SplitDocument(whole.document, whole.sentences, whole.sentence_tokens, vectors, vectors[-1], 1.0)


def random_vectors(n, d=16, seed=0):
    vectors = np.random.default_rng(seed).normal(size=(n, d)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def trace(figure: go.Figure, name: str):
    return next(item for item in figure.data if item.name == name)


def test_each_sentence_is_described_by_what_became_of_it():
    # 1 and 2 are alike (0.9), 3 and 4 are not (0.1); 1 and 3 are kept.
    pruned = pruned_of(near(0.9, 0.1), method="none", pins={1: False, 3: False})
    states = describe(pruned)
    assert [state.kind for state in states] == ["kept", "pruned", "kept", "at risk"]
    assert [state.note for state in states] == ["kept", "pruned by hand, near 1 · .90", "kept", "pruned by hand, at risk"]
    assert states[1].why == "You pruned it by hand. The closest kept one is sentence 1 (similarity 0.90)."
    assert states[3].why == "You pruned it by hand. No kept sentence is close to it: the closest is sentence 3 (0.10)."
    assert states[2].why == "The method picked it as number 2 of 2; it added a gain of 1."
    assert [state.pick for state in states] == [1, None, 2, None]


def test_a_sentence_pruned_by_the_method_names_the_one_that_says_it():
    states = describe(pruned_of(near(0.9, 0.8), method="soft_coverage", budget=0.5))
    pruned = [state for state in states if state.kind == "pruned"]
    assert len(pruned) == 2
    assert {(state.number, state.note) for state in pruned} <= {
        (1, "near 2 · .90"),
        (2, "near 1 · .90"),
        (3, "near 4 · .80"),
        (4, "near 3 · .80"),
    }


def test_where_nothing_is_kept_no_cover_is_named():
    states = describe(pruned_of(near(0.9), pins={0: False, 1: False}))
    assert {state.why for state in states} == {"You pruned it by hand. Nothing of this document is kept."}


def test_a_kept_sentence_stands_for_those_it_covers_best():
    pruned = pruned_of(near(0.9, 0.8), method="none", pins={1: False, 3: False})
    assert stands_for(pruned, 0) == [(1, pytest.approx(0.9))]
    assert stands_for(pruned, 2) == [(3, pytest.approx(0.8))]
    assert stands_for(pruned, 1) == []


def test_neighbours_are_the_others_that_an_edge_leads_to():
    pruned = pruned_of(near(0.9, 0.8), neighbors=3, minimum_similarity=0.5)
    assert neighbors_of(pruned, 0) == [(1, pytest.approx(0.9))]


@pytest.mark.parametrize(("value", "text"), [(0.913, ".91"), (1.0, "1.00"), (-0.2, "-.20"), (0.0, ".00")])
def test_short_similarities(value, text):
    assert short(value) == text


def test_an_early_stop_is_said_in_numbers():
    pruned = pruned_of(np.repeat(near(0.9), 5, axis=0), method="coverage", budget=0.8, neighbors=10)
    assert pruned.selection.stopped_early
    expected = (
        f"The method ran out of gain after {pruned.kept_count} of 8 allowed sentences: what is left adds nothing by its rule."
    )
    assert stopped_message(pruned, 8, "sentences") == expected
    assert stopped_message(pruned_of(near(0.9)), 1, "sentences") == ""


def test_the_graph_tells_kept_from_pruned_by_colour_and_shape():
    pruned = pruned_of(near(0.9, 0.1), method="none", pins={1: False, 3: False})
    states = describe(pruned)
    figure = graph_figure(pruned, states, lay_out(near(0.9, 0.1)), selected=2).figure
    kept, said, risk = (trace(figure, name) for name in ("Kept", "Pruned, a kept one is close", "Pruned, at risk"))
    assert (kept.marker.symbol, kept.marker.color, list(kept.customdata)) == ("circle", KEPT, [0, 2])
    assert (said.marker.symbol, said.marker.color, list(said.customdata)) == ("diamond-open", PRUNED, [1])
    assert (risk.marker.symbol, risk.marker.color, list(risk.customdata)) == ("diamond-x-open", PRUNED, [3])
    assert len(trace(figure, "Pinned by hand").x) == 2
    assert list(trace(figure, "Selected").x) == [kept.x[1]]
    assert "3 · kept" in kept.hovertext[1]


def test_stronger_edges_are_thicker():
    pruned = pruned_of(near(0.95, 0.7, 0.5, 0.2), minimum_similarity=0.1)
    figure = graph_figure(pruned, describe(pruned), lay_out(near(0.95, 0.7, 0.5, 0.2))).figure
    lines = [item for item in figure.data if item.mode == "lines"]
    assert [len(item.x) // 3 for item in lines] == [1, 1, 1, 1]
    widths = [item.line.width for item in lines]
    assert widths == sorted(widths)
    assert len(set(widths)) == 4


def test_a_larger_gain_is_a_larger_mark():
    pruned = pruned_of(random_vectors(30, 6))
    kept = trace(graph_figure(pruned, describe(pruned), lay_out(random_vectors(30, 6))).figure, "Kept")
    gains = {row: gain for row, gain in zip(pruned.selection.order.tolist(), pruned.selection.gains.tolist(), strict=True)}
    by_gain = sorted(range(len(kept.customdata)), key=lambda place: gains[kept.customdata[place]])
    assert list(kept.marker.size[by_gain]) == sorted(kept.marker.size)


def test_text_of_documents_stays_text_in_the_hover():
    text = "<b>$x$</b> & <script>alert(1)</script> %{x} #000001 " + "very long indeed " * 40
    pruned = pruned_of(near(0.9), texts=[text, "Two."])
    hover = [
        line for item in graph_figure(pruned, describe(pruned), lay_out(near(0.9))).figure.data for line in item.hovertext or ()
    ]
    shown = next(line for line in hover if "script" in line)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "<script" not in shown
    assert "#000001" not in shown, "Streamlit would put a colour of its theme there"
    assert len(shown) < 420


def test_a_book_is_drawn_by_webgl_with_fewer_edges():
    vectors = random_vectors(1500)
    pruned = pruned_of(vectors)
    drawn = graph_figure(pruned, describe(pruned), lay_out(vectors))
    assert drawn.edges > drawn.edges_shown == EDGE_LIMIT
    assert {item.type for item in drawn.figure.data} == {"scattergl"}
    shown = sum(len(item.x) // 3 for item in drawn.figure.data if item.mode == "lines")
    assert shown == EDGE_LIMIT


def test_surroundings_of_a_sentence_are_drawn_alone():
    vectors = random_vectors(300)
    pruned = pruned_of(vectors)
    rows = surroundings(pruned, 7)
    drawn = graph_figure(pruned, describe(pruned), lay_out(vectors), 7, around=True)
    nodes = [row for item in drawn.figure.data for row in (item.customdata if item.customdata is not None else ())]
    assert sorted(nodes) == rows
    assert {7, *(other for other, _ in neighbors_of(pruned, 7))} <= set(rows)
    assert len(rows) < 100


@pytest.mark.parametrize("n", [0, 1, 2, 3, 40, 350])
def test_the_layout_is_the_same_each_time_and_within_the_frame(n):
    vectors = random_vectors(n) if n else np.empty((0, 16), np.float32)
    positions = lay_out(vectors)
    assert positions.shape == (n, 2)
    assert np.isfinite(positions).all()
    assert ((positions >= 0) & (positions <= 1)).all()
    assert (positions == lay_out(vectors)).all()


def test_equal_sentences_do_not_lie_on_each_other():
    positions = lay_out(np.repeat(near(0.5), 10, axis=0))
    distances = np.linalg.norm(positions[:, None] - positions[None], axis=2) + np.eye(len(positions))
    assert distances.min() > 0.03


def test_separate_leaves_what_is_far_apart():
    apart = np.array([[0, 0], [1, 1], [0, 1], [1, 0]], np.float32)
    assert np.allclose(separate(apart), apart)


def test_like_sentences_lie_closer_than_others():
    centres = random_vectors(5, 64)
    vectors = np.repeat(centres, 80, axis=0) + 0.05 * random_vectors(400, 64, seed=1)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    group = np.repeat(np.arange(5), 80)
    positions = lay_out(vectors)
    distances = np.linalg.norm(positions[:, None] - positions[None], axis=2)
    same = group[:, None] == group[None]
    assert np.median(distances[same]) < 0.5 * np.median(distances[~same])


@pytest.mark.parametrize(("n", "cells"), [(1, 4), (2, 4), (4, 4), (9, 4), (50, 7)])
def test_the_heat_map_equals_a_plain_maximum(n, cells):
    vectors = random_vectors(n)
    found = pooled_similarity(vectors, cells)
    similarity = vectors @ vectors.T
    np.fill_diagonal(similarity, -np.inf)
    starts = found.starts
    for i in range(len(starts) - 1):
        for j in range(len(starts) - 1):
            largest = similarity[starts[i] : starts[i + 1], starts[j] : starts[j + 1]].max()
            expected = np.nan if np.isinf(largest) else largest
            assert found.similarity[i, j] == pytest.approx(expected, abs=1e-6, nan_ok=True)
    assert starts[0] == 0
    assert starts[-1] == n
    assert found.is_pooled == (n > cells)
    heat_map_figure(found)


def test_the_curve_is_what_pruning_gives_at_that_budget():
    vectors = random_vectors(40, 8)
    for method in ("soft_coverage", "coverage", "clusters", "lead"):
        settings = PruneSettings(method=method, at_risk_below=0.6)
        part = part_of(vectors)
        pruned = prune(
            part.document,
            part.sentences,
            part.sentence_tokens,
            vectors,
            replace(settings, budget=0.25),
            document_vector=part.theme,
        )
        curve = coverage_curves(part, settings)
        assert curve.at(curve.method, 0.25) == pytest.approx(pruned.covered_fraction, abs=1e-6), method
        assert curve.random[-1] == pytest.approx(1.0)
        figure = curve_figure(curve, replace(settings, budget=0.25), pruned.covered_fraction, str)
        assert list(trace(figure, "Now").x) == [25]
        assert figure.layout.xaxis.title.text
        assert figure.layout.yaxis.title.text
        assert f"{100 * pruned.covered_fraction:.0f} %" in what_to_see(
            curve, replace(settings, budget=0.25), pruned.covered_fraction, str
        )


def test_the_table_at_risk_begins_with_the_least_covered():
    pruned = pruned_of(near(0.9, 0.1, 0.3), method="none", pins={1: False, 3: False, 5: False})
    table = at_risk_table(pruned, describe(pruned))
    assert table["Number"].tolist() == [4, 6]
    assert table["Closest kept"].tolist() == [3, 5]
    assert table["Similarity"].tolist() == pytest.approx([0.1, 0.3], abs=1e-6)


def test_a_sentence_that_begins_like_a_formula_is_text_in_the_csv():
    pruned = pruned_of(near(0.1), texts=["One.", "=SUM(A1)"], method="none", pins={1: False})
    assert b"'=SUM(A1)" in as_csv(at_risk_table(pruned, describe(pruned)))
