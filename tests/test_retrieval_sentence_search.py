import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_cases import many, unit_rows

from microrag_core.datatypes import Chunk, Document, Sentence
from microrag_core.embedding import Encoder
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.sentence_search import OWN_SHARE, SentenceSearch, mean_of_best
from microrag_core.split_document import SplitDocument
from microrag_core.text.sentences import split_sentences


def brute_force(search: SentenceSearch, query: np.ndarray, best: int, share: float) -> list[float]:
    """One passage after another, its sentences sorted."""
    scores, start = [], 0
    for own, count in zip(search.own, search.counts, strict=True):
        cosines = sorted((float(row @ query) for row in search.sentences[start : start + count]), reverse=True)[:best]
        start += count
        mine = float(own @ query)
        scores.append(share * mine + (1 - share) * (sum(cosines) / len(cosines) if cosines else mine))
    return scores


@many
@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=15),
    st.integers(1, 8),
    st.sampled_from([0.0, 0.3, 0.5, 1.0]),
    st.integers(0, 10_000),
    st.booleans(),
)
def test_scores_are_those_of_one_passage_at_a_time(counts: list[int], best: int, share: float, seed: int, equal: bool) -> None:
    sentences = unit_rows(sum(counts), 5, seed)
    if equal and len(sentences):  # all sentences alike: each counts once, as often as it is there
        sentences = np.tile(sentences[:1], (len(sentences), 1))
    ids = [f"p{row}" for row in range(len(counts))]
    search = SentenceSearch(ids, unit_rows(len(counts), 5, seed + 1), sentences, np.array(counts, np.int32))
    query = unit_rows(1, 5, seed + 2)[0]
    expected = brute_force(search, query, best, share)
    assert search.scores(query, best, share).tolist() == pytest.approx(expected, abs=1e-5)
    found = search.search(query, 4, best, share)
    assert [score for _, score in found] == pytest.approx(sorted(expected, reverse=True)[:4], abs=1e-5)


def test_by_hand() -> None:
    values, counts = np.array([0.1, 0.9, 0.5, 0.3, 0.7], np.float32), np.array([3, 1, 1], np.int32)
    assert mean_of_best(values, counts, 2).tolist() == pytest.approx([(0.9 + 0.5) / 2, 0.3, 0.7])
    assert mean_of_best(values, counts, 9).tolist() == pytest.approx([(0.1 + 0.9 + 0.5) / 3, 0.3, 0.7])


def split(text: str, encoder: Encoder) -> SplitDocument:
    sentences: tuple[Sentence, ...] = split_sentences(text)
    vectors = encoder.encode([sentence.text for sentence in sentences])
    tokens = np.ones(len(sentences), np.int32)
    return SplitDocument(Document("", text), sentences, tokens, vectors, encoder.encode([text])[0], 1.0)


def test_a_passage_has_the_kept_sentences_that_begin_in_it(encoder: Encoder) -> None:
    text = "The quake struck at dawn. Bread is baked at night. Prices rose again."
    part = split(text, encoder)
    assert len(part.sentences) == 3
    # The second begins within the first sentence; in the third no sentence begins.
    spans = [(0, 30), (20, 52), (30, 35), (0, len(text))]
    chunks = tuple(Chunk(f"{start}-{end}", part.document.id, start, end, text[start:end], "", 1) for start, end in spans)
    vectors = encoder.encode([chunk.text for chunk in chunks])
    collection = Collection(chunks, tuple(c.text for c in chunks), vectors, {part.document.id: part.document}, {})
    everything = SentenceSearch.build(collection, {part.document.id: part})
    assert everything.counts.tolist() == [2, 2, 0, 3]
    np.testing.assert_array_equal(everything.sentences, part.vectors[[0, 1, 1, 2, 0, 1, 2]])
    kept = {part.document.id: np.array([True, False, True])}
    pruned = SentenceSearch.build(collection, {part.document.id: part}, kept)
    assert pruned.counts.tolist() == [1, 1, 0, 2]
    np.testing.assert_array_equal(pruned.sentences, part.vectors[[0, 2, 0, 2]])
    query = encoder.encode(["When was the earthquake?"])[0]
    assert pruned.search(query, 1)[0][0] == "0-30"
    assert len(pruned.search(query, 10)) == 4


def test_one_sentence_of_many_is_found(encoder: Encoder) -> None:
    """What a passage's one vector blurs, its best sentence still says."""
    many_topics = (
        "Bread is baked at night. Prices rose again. The quake struck at dawn. Dogs bark. Ships sail. Rain fell all day."
    )
    other = "Volcanoes erupt without warning."
    parts = {part.document.id: part for part in (split(many_topics, encoder), split(other, encoder))}
    chunks = tuple(Chunk(key, key, 0, len(p.document.text), p.document.text, "", 1) for key, p in parts.items())
    texts = tuple(chunk.text for chunk in chunks)
    collection = Collection(chunks, texts, encoder.encode(texts), {key: p.document for key, p in parts.items()}, {})
    query = encoder.encode(["When did the quake strike?"])[0]
    first, second = SentenceSearch.build(collection, parts).search(query, 2, best_sentences=1)
    assert first[0] == chunks[0].id
    own, sentence = float(collection.vectors[0] @ query), float((parts[chunks[0].id].vectors @ query).max())
    assert first[1] == pytest.approx(OWN_SHARE * own + (1 - OWN_SHARE) * sentence, abs=1e-5)
    assert first[1] > second[1]


def test_nothing_to_search_and_what_does_not_fit() -> None:
    nothing = np.empty((0, 4), np.float32)
    assert SentenceSearch([], nothing, nothing, np.empty(0, np.int32)).search(unit_rows(1, 4, 0)[0], 3) == []
    with pytest.raises(ValueError, match="1 ids, 1 vectors, 2 of 3 sentences"):
        SentenceSearch(["a"], unit_rows(1, 4, 0), unit_rows(3, 4, 1), np.array([2], np.int32))
