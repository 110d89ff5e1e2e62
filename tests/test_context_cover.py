"""The greedy cover against plain loops, links between passages, and tokens of long passages."""

from typing import get_args

import numpy as np
import pytest
from context_makers import DIRECTOR, DRUG, FILM, make_hit

from microrag_core.context import build_context, token_windows
from microrag_core.context.headings import heading_rows
from microrag_core.context.late_interaction import greedy_cover, token_weights
from microrag_core.context.links import asked_for, named_by_others
from microrag_core.context.source import read_source
from microrag_core.context.token_windows import read_tokens
from microrag_core.datatypes import Document
from microrag_core.settings import Compressor, ContextSettings


def plain_greedy(matched, weights, worth, covered):
    rows, order = set(range(len(matched))), []
    while rows:
        gains = {}
        for row in sorted(rows):
            added = [max(0.0, float(a - b)) for a, b in zip(matched[row], covered, strict=True)]
            gains[row] = sum(w * a for w, a in zip(weights, added, strict=True)) + worth[row]
        best = max(gains, key=lambda row: (gains[row], -row))
        covered = [max(a, b) for a, b in zip(covered, matched[best], strict=True)]
        order.append(best)
        rows.remove(best)
    return order


@pytest.mark.parametrize("seed", range(20))
def test_the_greedy_order_is_that_of_plain_loops(seed):
    random = np.random.default_rng(seed)
    matched = random.uniform(-0.2, 1, (9, 5)).astype(np.float32)
    weights, worth = random.uniform(0, 1, 5).astype(np.float32), random.uniform(-0.1, 0.1, 9).astype(np.float32)
    covered = random.uniform(0, 0.4, 5).astype(np.float32)
    assert greedy_cover(matched, weights, worth, covered) == plain_greedy(matched, weights, worth, covered)


def test_what_is_covered_is_not_picked_again():
    matched = np.array([[0.9, 0.1], [0.9, 0.0], [0.0, 0.6]], np.float32)
    # First 0.9 + 0.1; then row 1 adds nothing, row 2 adds 0.6 - 0.1.
    assert greedy_cover(matched, np.ones(2, np.float32), np.zeros(3, np.float32), np.zeros(2, np.float32)) == [0, 2, 1]
    # Where the raw passages cover the first piece already, the second is what is needed.
    assert greedy_cover(matched, np.ones(2, np.float32), np.zeros(3, np.float32), np.array([0.9, 0], np.float32))[0] == 2


def test_function_words_of_the_question_count_less(encoder):
    query = encoder.encode_tokens(["Who is the director of Exemplin"])[0]
    weights = token_weights("Who is the director of Exemplin", query)
    assert weights.sum() == pytest.approx(1)
    assert weights[0] == pytest.approx(weights[3] * 0.3)  # "who" and "director"


def sources(*documents):
    return [read_source(make_hit(document), None) for document in documents]


def test_links_are_titles_that_others_name():
    found = sources(FILM, DRUG, DIRECTOR)
    assert named_by_others(found).tolist() == [0, 0, 1], "the film's passage, found first, names its director"
    assert named_by_others(sources(DRUG, FILM, DIRECTOR)).tolist() == [0, 0, 0.5]
    assert asked_for("What does exemplin cost?", found).tolist() == [0, 1, 0]
    assert asked_for("Who directed Ed Wood?", found).tolist() == [1, 0, 0], "without the bracket of the title"


def test_a_title_is_named_in_whole_words_only_and_not_by_its_own_document():
    own = Document("Rome", "Rome is a city. Rome was not built in a day.")
    other = Document("Travel", "The romer is a glass.")
    assert named_by_others(sources(own, other, own)).tolist() == [0, 0, 0]
    assert named_by_others(sources(Document("北京", "首都。"), Document("旅行", "他去了北京市。"))).tolist() == [0.5, 0]
    assert named_by_others(sources(Document("It", "A novel."), Document("Weather", "It rains."))).tolist() == [0, 0]


def test_every_sentence_of_a_passage_longer_than_the_model_reads_is_read(encoder):
    text = " ".join(
        f"Town number {number} lies on the river Aare and has a church, a market and {number * 7} houses."
        for number in range(60)
    )
    document = Document("Towns", text)
    found = read_tokens("Which town?", [read_source(make_hit(document), None)], encoder)
    assert [sentence.row for sentence in found] == list(range(60))
    assert all(len(sentence.vectors) > 10 for sentence in found)
    assert all(len(sentence.title) == 1 for sentence in found)
    short = encoder.encode_tokens([document.embedded_text()])[0]
    assert np.allclose(found[0].vectors, short.vectors[1 : 1 + len(found[0].vectors)], atol=0.02)


def test_of_a_very_long_passage_the_nearest_sentences_are_read(encoder, monkeypatch):
    monkeypatch.setattr(token_windows, "MOST_SENTENCES", 3)
    text = " ".join(["The weather was mild."] * 5 + ["Exemplin cures the common cold."] + ["The train was late."] * 5)
    found = read_tokens("What does Exemplin cure?", [read_source(make_hit(Document("", text)), None)], encoder)
    assert len(found) == 3
    assert 5 in [sentence.row for sentence in found]


POLICY = Document(
    "Policy",
    "## Purpose\n\nThis says what is paid when people travel for work, and how to claim it back.\n\n"
    "Meals And Drinks\n\nSupper is paid up to 30 pounds a day, and breakfast up to 10 pounds.\n\n"
    "## Claiming\n\nSend in your claim within 60 days of the end of the trip.",
)


@pytest.mark.parametrize("compressor", get_args(Compressor))
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_heading_takes_no_place_of_a_statement(compressor, share, encoder):
    hits = [make_hit(POLICY, text=None), make_hit(DRUG)]
    settings = ContextSettings(context="compressed", compressor=compressor, token_share=share)
    context = build_context("What is the purpose of claiming meals?", hits, settings, encoder)
    assert any(passage.text for passage in context.passages)
    for passage in context.passages:
        assert "#" not in passage.text
        assert "Meals And" not in passage.text


def test_what_has_nothing_but_headings_is_given(encoder):
    settings = ContextSettings(context="compressed")
    hits = [make_hit(Document("", "## Purpose of claiming"))]
    assert "Purpose" in build_context("purpose of claiming", hits, settings, encoder).text


def test_lines_that_say_something_are_no_headings():
    text = "Opening Hours\n\nMarta Heller\nTom Reyes\n\nTel. 4100\n\nNo dogs\n\n- Bread\n\nIt is closed on Mondays"
    source = read_source(make_hit(Document("", text)), None)
    headings = [source.sentences[row].text for row in sorted(heading_rows(source))]
    assert headings == ["Opening Hours", "No dogs"]
