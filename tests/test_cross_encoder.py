"""The cross-encoder against transformers called directly, on a tiny real model made here."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from tiny_pair_model import save_model

from microrag_core.embedding.load import packaged_folder
from microrag_core.errors import InputError
from microrag_core.retrieval.cross_encoder import CrossEncoderReranker

QUERY = "When did the quake strike?"
TEXTS = [
    "The quake struck at dawn.",
    "Bread is baked at night, in a hot oven.",
    "黎明时分发生了地震。",
    "half \ud800 a character",
    "",
    "a long text " * 400,
    "The quake struck at dawn.",
]
CANDIDATES = [(f"passage {row}", 1 - row / 10) for row in range(len(TEXTS))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp("cross") / "tiny")


@pytest.fixture(scope="module")
def reranker(folder: Path) -> CrossEncoderReranker:
    return CrossEncoderReranker(str(folder))


def direct_scores(folder: Path) -> dict[str, float]:
    """Return what transformers says of each pair, one at a time."""
    import torch
    from transformers import AutoTokenizer, BertForSequenceClassification

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = BertForSequenceClassification.from_pretrained(folder).eval()
    scores = {}
    with torch.inference_mode():
        for (key, _), text in zip(CANDIDATES, TEXTS, strict=True):
            pair = [QUERY], [text.replace("\ud800", "\ufffd")]
            inputs = tokenizer(*pair, truncation=True, return_tensors="pt")
            scores[key] = float(torch.sigmoid(model(**inputs).logits[0, 0]))
    return scores


def test_scores_equal_those_of_transformers(reranker, folder):
    found, expected = dict(reranker.rerank(QUERY, CANDIDATES, TEXTS)), direct_scores(folder)
    assert found.keys() == expected.keys()
    assert all(found[key] == pytest.approx(expected[key], abs=1e-5) for key in expected)
    assert np.ptp(list(found.values())) > 0.05, "the tiny model tells passages apart"


def test_the_best_comes_first_and_equal_ones_stay_as_they_were(reranker):
    found = reranker.rerank(QUERY, CANDIDATES, TEXTS)
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)
    keys = [key for key, _ in found]
    assert keys.index("passage 0") + 1 == keys.index("passage 6")


def test_nothing_and_a_blank_question(reranker):
    assert reranker.rerank(QUERY, [], []) == []
    with pytest.raises(InputError, match="The question is empty"):
        reranker.rerank(" \n", CANDIDATES, TEXTS)
    with pytest.raises(ValueError, match="zip"):
        reranker.rerank(QUERY, CANDIDATES, TEXTS[:2])


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("no-such-owner/no-such-model", "neither a folder on this machine nor a model that could be fetched"),
        ("./no/such/folder", "there is no such folder"),
        ("/" + "a" * 5_000, "there is no such folder"),
        ("~no-such-user/folder", "there is no such folder"),
    ],
)
def test_a_model_that_cannot_be_had(model, said):
    with pytest.raises(InputError, match=f"Could not load cross-encoder {model}: .*{said}"):
        CrossEncoderReranker(model)


def test_an_empty_or_a_damaged_folder(folder, tmp_path):
    with pytest.raises(InputError, match="holds no complete model"):
        CrossEncoderReranker(str(tmp_path))
    damaged = Path(shutil.copytree(folder, tmp_path / "damaged"))
    (damaged / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(InputError, match="holds no complete model"):
        CrossEncoderReranker(str(damaged))


def test_models_of_another_kind_are_refused(tmp_path):
    with pytest.raises(InputError, match="was not trained to score pairs of texts"):
        CrossEncoderReranker(str(packaged_folder()))
    with pytest.raises(InputError, match="it gives 3 scores a pair, not one"):
        CrossEncoderReranker(str(save_model(tmp_path / "three", labels=3)))
