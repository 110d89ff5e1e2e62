"""A cross-encoder for inference in place of the score: a tiny real one, made here, against transformers called directly."""

from pathlib import Path

import pytest
from grounding_cases import context_of
from tiny_pair_model import save_model

from microrag_core.embedding.load import packaged_folder
from microrag_core.errors import InputError
from microrag_core.grounding import GroundingSettings, ground
from microrag_core.grounding.nli import NliModel

LABELS = {0: "contradiction", 1: "entailment", 2: "neutral"}
CONTEXT = context_of(("Rates", "", "The office opens at 8 am. Dogs bark at night."))
CLAIM = "The office opens at 8 am [1]."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp("nli") / "tiny", LABELS)


def direct(folder: Path, sentence: str, claim: str) -> list[float]:
    """Return the probabilities that transformers gives."""
    import torch
    from transformers import AutoTokenizer, BertForSequenceClassification

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = BertForSequenceClassification.from_pretrained(folder).eval()
    with torch.inference_mode():
        logits = model(**tokenizer([sentence], [claim], truncation=True, return_tensors="pt")).logits[0]
    return torch.softmax(logits, dim=0).tolist()


def test_probabilities_equal_those_of_transformers(folder):
    sentences = ["The office opens at 8 am.", "Dogs bark at night.", "half \ud800 a character", "long " * 400]
    entailed, contradicted = NliModel(str(folder)).judge(sentences, "The office opens.")
    for row, sentence in enumerate(sentences):
        expected = direct(folder, sentence.replace("\ud800", "\ufffd"), "The office opens.")
        assert entailed[row] == pytest.approx(expected[1], abs=1e-5)
        assert contradicted[row] == pytest.approx(expected[0], abs=1e-5)


def test_entailment_replaces_the_score(folder, encoder):
    (claim,) = ground(CLAIM, CONTEXT, encoder, settings=GroundingSettings(nli_model=str(folder))).claims
    spoken = CLAIM.replace("[1]", "   ")
    pairs = [direct(folder, sentence, spoken) for sentence in ("The office opens at 8 am.", "Dogs bark at night.")]
    assert claim.support == pytest.approx(max(pair[1] for pair in pairs), abs=1e-5)
    assert claim.evidence[0].support == pytest.approx(claim.support, abs=1e-5)
    contradiction = max(pair[0] for pair in pairs)
    assert (claim.verdict == "contradicted") == (contradiction > max(0.5, claim.support))
    (plain,) = ground(CLAIM, CONTEXT, encoder).claims
    assert plain.support != pytest.approx(claim.support, abs=1e-3)


def test_models_that_cannot_judge_say_why(tmp_path, encoder):
    with pytest.raises(InputError, match="there is no such folder"):
        ground(CLAIM, CONTEXT, encoder, settings=GroundingSettings(nli_model="./absent"))
    with pytest.raises(InputError, match="neither a folder on this machine nor a model"):
        NliModel("nobody/absent-model")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="the folder empty holds no complete model"):
        NliModel(str(tmp_path / "empty"))
    with pytest.raises(InputError, match="it has 2 classes, not three"):
        NliModel(str(save_model(tmp_path / "two", {0: "entailment", 1: "contradiction"})))
    with pytest.raises(InputError, match="named entailment or contradiction"):
        NliModel(str(save_model(tmp_path / "unnamed", {0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"})))
    with pytest.raises(InputError, match="not trained to classify"):
        NliModel(str(packaged_folder()))
