from collections.abc import Sequence

import numpy as np
import pytest
from counting_encoder import CountingEncoder
from retrieval_cases import brute_force, collection_of

from microrag_core.datatypes import Document, Floats, Progress, TokenVectors
from microrag_core.embedding import Encoder, load_encoder
from microrag_core.embedding.load import packaged_folder
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.two_stage import TwoStageSearch, rank_shortlist, stored_vectors, vectors_on_demand
from microrag_core.settings import EncoderSettings

TOPICS = ["earthquake", "bread", "ship", "election", "guitar", "vaccine", "river", "chess"]
DOCUMENTS = [
    Document(topic.title(), f"Note {n} on a {topic}: what a {topic} is, part {n}.", metadata={"_id": f"{topic}{n}"})
    for topic in TOPICS
    for n in range(5)
]
QUERY = "How is bread made?"


class ShortenedEncoder:
    """A real encoder whose vectors are cut to their first dimensions and brought to unit length: cheaper to search."""

    def __init__(self, encoder: Encoder, dimension: int) -> None:
        self._encoder = encoder
        self.name, self.dimension, self.maximum_tokens = f"{encoder.name}-{dimension}", dimension, encoder.maximum_tokens

    def encode(self, texts: Sequence[str], on_progress: Progress | None = None) -> Floats:
        rows = self._encoder.encode(texts, on_progress)[:, : self.dimension]
        return np.ascontiguousarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))

    def encode_tokens(self, texts: Sequence[str], on_progress: Progress | None = None) -> list[TokenVectors]:
        return self._encoder.encode_tokens(texts, on_progress)

    def read_fractions(self, texts: Sequence[str]) -> Floats:
        return self._encoder.read_fractions(texts)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    """A second model: a BERT of one small layer with random weights, saved and loaded as any other."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import AutoTokenizer, BertConfig, BertModel

    torch.manual_seed(3)
    inner, whole = tmp_path_factory.mktemp("inner"), tmp_path_factory.mktemp("tiny")
    config = BertConfig(
        hidden_size=48, num_hidden_layers=1, num_attention_heads=2, intermediate_size=96, max_position_embeddings=64
    )
    BertModel(config).eval().save_pretrained(inner)
    AutoTokenizer.from_pretrained(packaged_folder()).save_pretrained(inner)
    transformer = Transformer(str(inner), max_seq_length=64)
    SentenceTransformer(modules=[transformer, Pooling(48, pooling_mode="max")], device="cpu").save(str(whole))
    return load_encoder(EncoderSettings(model=str(whole), cache_megabytes=0))


@pytest.fixture(scope="module")
def collection(encoder: Encoder) -> Collection:
    return collection_of(DOCUMENTS, encoder.encode([document.embedded_text() for document in DOCUMENTS]))


def test_the_first_shortlists_and_the_second_ranks(collection: Collection, encoder: Encoder, tiny: Encoder) -> None:
    query = encoder.encode([QUERY])[0]
    search = TwoStageSearch(collection, tiny)
    first = collection_of(DOCUMENTS, tiny.encode([document.embedded_text() for document in DOCUMENTS]))
    shortlist = brute_force(tiny.encode([QUERY])[0], first, 12)
    assert [key for key, _ in search.shortlist(QUERY, 12)] == shortlist
    found = search.search(QUERY, query, top_k=5, candidates=12)
    expected = [key for key in brute_force(query, collection, len(collection)) if key in shortlist][:5]
    assert [key for key, _ in found] == expected
    assert [score for _, score in found] == pytest.approx(
        [float(collection.vectors[collection.rows[k]] @ query) for k in expected]
    )
    # The random model's shortlist is not the good one, so that the two stages give what neither gives alone.
    assert expected != brute_force(query, collection, 5)
    assert expected != shortlist[:5]


def test_a_shortlist_of_everything_is_the_second_models_ranking(
    collection: Collection, encoder: Encoder, tiny: Encoder
) -> None:
    query = encoder.encode([QUERY])[0]
    found = TwoStageSearch(collection, tiny).search(QUERY, query, top_k=40, candidates=40)
    assert [key for key, _ in found] == brute_force(query, collection, 40)


def test_shortened_vectors_are_a_first_stage(collection: Collection, encoder: Encoder) -> None:
    query = encoder.encode([QUERY])[0]
    found = TwoStageSearch(collection, ShortenedEncoder(encoder, 64)).search(QUERY, query, top_k=5)
    assert {key for key, _ in found} == set(brute_force(query, collection, 5)) == {f"bread{n}" for n in range(5)}


def test_the_second_model_need_not_read_more_than_the_shortlist(
    collection: Collection, encoder: Encoder, counting: CountingEncoder
) -> None:
    query = encoder.encode([QUERY])[0]
    search = TwoStageSearch(collection, ShortenedEncoder(encoder, 64), vectors_on_demand(collection, counting))
    found = search.search(QUERY, query, top_k=5, candidates=7)
    assert counting.texts == [collection.embedded_text(key) for key, _ in search.shortlist(QUERY, 7)]
    stored = TwoStageSearch(collection, ShortenedEncoder(encoder, 64), stored_vectors(collection))
    again = stored.search(QUERY, query, top_k=5, candidates=7)
    assert [key for key, _ in found] == [key for key, _ in again]
    assert [score for _, score in found] == pytest.approx([score for _, score in again], abs=1e-3)


def test_an_empty_shortlist_and_equal_cosines(collection: Collection) -> None:
    vectors = collection.vectors[[3, 3, 3]]
    assert rank_shortlist(vectors[0], [], lambda ids: vectors) == []
    found = rank_shortlist(vectors[0], [("c", 0.3), ("a", 0.2), ("b", 0.1)], lambda ids: vectors)
    assert [key for key, _ in found] == ["c", "a", "b"]
