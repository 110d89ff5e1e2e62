"""Late interaction against a scoring written out in loops, and what it does to a ranking."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document, Floats, TokenVectors
from microrag_core.errors import InputError, SettingsError
from microrag_core.pipeline import Pipeline, read_pipeline
from microrag_core.retrieval.late_interaction import LateInteraction, best_tokens, token_scores

PASSAGES = [
    "The mayor opened a new bridge over the river.",
    "A strong earthquake struck the coast at dawn; nobody was hurt.",
    "黎明时分发生了地震，没有人员伤亡。",
    "Bread is baked at night.",
    "   ",
    "\x00\x01",
    "half \ud800 a character",
    "x",
]
CANDIDATES = [(f"passage {row}", 0.0) for row in range(len(PASSAGES))]
QUERY = "When did the quake strike?"


def tokens(rows: list[list[float]]) -> TokenVectors:
    """Make token vectors of rows, which are brought to unit length, with a character for each."""
    vectors = np.array(rows, dtype=np.float32) if rows else np.empty((0, 4), np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return TokenVectors(vectors, np.arange(2 * len(rows), dtype=np.int32).reshape(-1, 2))


def brute_force(query: TokenVectors, passage: TokenVectors) -> float:
    """Return the score of one passage, a pair of tokens at a time."""
    if not len(query.vectors) or not len(passage.vectors):
        return 0.0
    best = [max(float(np.dot(q.astype(float), p.astype(float))) for p in passage.vectors) for q in query.vectors]
    return sum(best) / len(best)


part = st.floats(-1, 1, width=16).filter(lambda value: abs(value) > 0.01)
token_rows = st.lists(st.lists(part, min_size=4, max_size=4), max_size=6).map(tokens)


def test_by_hand():
    query = tokens([[1, 0], [0, 1]])
    near, far = tokens([[3, 4], [1, 0]]), tokens([[0, -1]])
    # First word: max(3/5, 1) = 1; second: max(4/5, 0) = 4/5. Against the one of `far`: 0 and -1.
    assert token_scores(query, [near, far]).tolist() == pytest.approx([(1 + 4 / 5) / 2, (0 - 1) / 2])


@given(token_rows, st.lists(token_rows, max_size=5))
def test_scores_equal_those_of_loops_and_stay_in_range(query, passages):
    scores = token_scores(query, passages)
    assert scores.dtype == np.float32
    assert scores.tolist() == pytest.approx([brute_force(query, passage) for passage in passages], abs=1e-5)
    assert (np.abs(scores) <= 1).all()


@given(token_rows, token_rows)
def test_best_tokens_are_those_of_loops(query, passage):
    found = best_tokens(query, passage)
    assert len(found.similarities) == len(found.tokens) == len(found.spans) == len(query.vectors)
    for row, vector in enumerate(query.vectors):
        if not len(passage.vectors):
            assert (found.similarities[row], found.tokens[row], found.spans[row].tolist()) == (0, -1, [0, 0])
            continue
        cosines = passage.vectors @ vector
        assert found.similarities[row] == pytest.approx(cosines.max(), abs=1e-6)
        assert cosines[found.tokens[row]] == pytest.approx(cosines.max(), abs=1e-6)
        assert found.spans[row].tolist() == passage.spans[found.tokens[row]].tolist()
    if len(query.vectors):
        assert token_scores(query, [passage])[0] == pytest.approx(found.similarities.mean(), abs=1e-6)


def test_best_tokens_of_real_texts(encoder):
    query, passage = encoder.encode_tokens(["the quake struck", PASSAGES[1]])
    found = best_tokens(query, passage)
    assert [PASSAGES[1][start:end] for start, end in found.spans][1:] == ["earthquake", "struck"]
    assert found.similarities.min() > 0.4


def cosines_of(encoder, query: str) -> Floats:
    """Return the cosines of the question with each passage, 0 for a blank one."""
    vector = encoder.encode([query])[0]
    return np.array([encoder.encode([text])[0] @ vector if text.strip() else 0 for text in PASSAGES], dtype=np.float32)


@pytest.mark.parametrize("weight", [0.0, 0.3, 0.7, 1.0])
def test_a_ranking_is_by_the_weighted_sum(encoder, weight):
    cosines = cosines_of(encoder, QUERY)
    found = LateInteraction(encoder, weight).rerank(QUERY, CANDIDATES, PASSAGES, cosines)
    query = encoder.encode_tokens([QUERY])[0]
    matched = [brute_force(query, encoder.encode_tokens([text])[0]) if text.strip() else 0 for text in PASSAGES]
    expected = {f"passage {row}": (1 - weight) * cosines[row] + weight * matched[row] for row in range(len(PASSAGES))}
    assert dict(found) == pytest.approx(expected, abs=0.01)  # bf16 rounds otherwise in other company
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)
    assert found[0][0] == "passage 1"


@pytest.mark.parametrize("weight", [0.0, 0.2, 1.0])
def test_keyword_scores_count_by_their_weight(encoder, weight):
    cosines = cosines_of(encoder, QUERY)
    without = dict(LateInteraction(encoder, 0.7, weight).rerank(QUERY, CANDIDATES, PASSAGES, cosines))
    keywords = np.array([4, 8, 0, 2, 0, 0, 0, 0], np.float32)
    found = LateInteraction(encoder, 0.7, weight).rerank(QUERY, CANDIDATES, PASSAGES, cosines, keywords)
    parts = dict(zip(without, [0.0] * 8, strict=True)) | {"passage 0": 4 / 8, "passage 1": 8 / 8, "passage 3": 2 / 8}
    assert dict(found) == pytest.approx({key: (1 - weight) * without[key] + weight * parts[key] for key in parts}, abs=0.01)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    if weight == 1:
        assert [key for key, _ in found][:4] == ["passage 1", "passage 0", "passage 3", "passage 2"]


def test_the_same_passages_in_any_order_score_the_same(encoder):
    cosines = cosines_of(encoder, QUERY)
    late = LateInteraction(encoder)
    forwards = dict(late.rerank(QUERY, CANDIDATES, PASSAGES, cosines))
    backwards = dict(late.rerank(QUERY, CANDIDATES[::-1], PASSAGES[::-1], cosines[::-1]))
    assert forwards == pytest.approx(backwards, abs=0.01)


def test_equal_passages_stay_as_they_stood(encoder):
    candidates = [("b", 0.0), ("a", 0.0), ("c", 0.0)]
    found = LateInteraction(encoder).rerank(QUERY, candidates, PASSAGES[:1] * 3, np.full(3, 0.2, np.float32))
    assert [key for key, _ in found] == ["b", "a", "c"]


def test_nothing_blank_or_out_of_step(encoder):
    late = LateInteraction(encoder)
    assert late.rerank(QUERY, [], [], np.empty(0, np.float32)) == []
    assert late.rerank(QUERY, [("only", 0.5)], [" "], np.array([0.5], np.float32)) == [("only", pytest.approx(0.15))]
    with pytest.raises(InputError, match="The question is empty"):
        late.rerank(" \n", CANDIDATES, PASSAGES, np.zeros(len(PASSAGES), np.float32))
    with pytest.raises(ValueError, match="8 candidates do not match 8 texts, 2 cosines and 8 keyword scores"):
        late.rerank(QUERY, CANDIDATES, PASSAGES, np.zeros(2, np.float32))
    with pytest.raises(SettingsError, match=r"token_weight is 1\.5"):
        LateInteraction(encoder, 1.5)
    with pytest.raises(SettingsError, match=r"keyword_weight is -1"):
        LateInteraction(encoder, 0.5, -1)


def test_a_question_of_one_token_of_no_token_and_in_chinese(encoder):
    late = LateInteraction(encoder, 1.0)
    zeros = np.zeros(len(PASSAGES), np.float32)
    assert late.rerank("x", CANDIDATES, PASSAGES, zeros)[0] == ("passage 7", pytest.approx(1, abs=0.01))
    assert {score for _, score in late.rerank("\x00\x01", CANDIDATES, PASSAGES, zeros)} == {0.0}
    assert late.rerank("黎明时分发生了地震", CANDIDATES, PASSAGES, zeros)[0][0] == "passage 2"


DOCUMENTS = {
    "Amarillo": "An earthquake struck Amarillo. An earthquake was felt near Amarillo. The governor wore a zibeline coat.",
    "Tennessee": "Tennessee shook. The earth shook in Tennessee. A quake shook Tennessee.",
    "Bread": "Bread is baked at night. Bread rises by yeast. Bakers bake bread.",
}


@pytest.fixture(scope="module")
def corpus(encoder):
    return Corpus.build([Document(title, text) for title, text in DOCUMENTS.items()], encoder)


def test_a_pipeline_counts_the_keyword_score(corpus):
    texts = {weight: f"retriever=hybrid,rerank=late_interaction,keyword_weight={weight}" for weight in (0.0, 0.4)}
    without, with_it = (Pipeline(corpus, read_pipeline(text)).search("who wore a zibeline coat") for text in texts.values())
    plain = {hit.document.title: hit.score for hit in without}
    best = max(hit.scores.get("bm25", 0) for hit in with_it)
    for hit in with_it:
        keyword = hit.scores.get("bm25", 0) / best
        assert hit.score == pytest.approx(0.6 * plain[hit.document.title] + 0.4 * keyword, abs=0.01)


def test_a_pruned_passage_may_be_matched_whole(corpus):
    pruned = "prune=soft_coverage,budget=0.34,retriever=bm25,rerank=late_interaction"
    kept, whole = (Pipeline(corpus, read_pipeline(f"{pruned},matched_text={which}")) for which in ("kept", "whole"))
    assert "zibeline" not in kept.collection.texts[0]
    assert kept.search("zibeline") == []
    [hit] = whole.search("zibeline")
    assert hit.document.title == "Amarillo"
    assert hit.text == kept.collection.texts[0], "what is found is still what was kept"
    query, passage = corpus.encoder.encode_tokens(["zibeline", "Amarillo\n" + DOCUMENTS["Amarillo"]])
    vector = corpus.encoder.encode(["zibeline"])[0]
    first = 0.3 * whole.collection.vectors[0] @ vector + 0.7 * token_scores(query, [passage])[0]
    assert hit.score == pytest.approx(0.8 * first + 0.2, abs=0.01)
