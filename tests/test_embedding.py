"""The encoders against sentence-transformers, and what they do with texts of every kind."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from microrag_core.embedding import load_encoder
from microrag_core.embedding.encoder import portions
from microrag_core.embedding.general import SentenceTransformersEncoder
from microrag_core.embedding.linear import PlainLinear, fused_works, make_linear
from microrag_core.embedding.load import packaged_folder
from microrag_core.embedding.packed import PackedEncoder, can_pack, means_only
from microrag_core.embedding.precision import choose_precision, multiplies_bf16
from microrag_core.embedding.reading import Reader
from microrag_core.errors import CancelledError, InputError
from microrag_core.settings import EncoderSettings

TEXTS = [
    "The quake struck at dawn.",
    "A magnitude-4.4 earthquake was reported Monday morning, five miles from Westwood, California.",
    "黎明时分发生了地震，没有人员伤亡。",
    "وقع الزلزال عند الفجر.",
    "Ünïcödé Straße — 😀👩‍👩‍👧 ﬁne\u200b",
    "The quake struck at dawn.",
    "x",
    "word " * 3000,
    "nospaces" * 900,
    "\x00\x01",
    "half \ud800 a character",
    "  padded\n\n\ttext  ",
]


@pytest.fixture(scope="module")
def exact() -> PackedEncoder:
    return PackedEncoder(packaged_folder(), "fp32")


@pytest.fixture(scope="module")
def reference():
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(packaged_folder()), device="cpu")


def test_fp32_equals_sentence_transformers(exact, reference):
    texts = [text.replace("\ud800", "\ufffd") for text in TEXTS]
    expected = reference.encode(texts, normalize_embeddings=True)
    assert np.abs(exact.encode(TEXTS) - expected).max() < 1e-5


def test_fp32_equals_sentence_transformers_on_news(exact, reference, data_folder):
    lines = (data_folder / "news" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()[:1]
    texts = [json.loads(line)["text"] for line in lines]
    texts += [sentence for text in texts for sentence in text.split(". ") if sentence.strip()]
    assert np.abs(exact.encode(texts) - reference.encode(texts, normalize_embeddings=True)).max() < 1e-5


def test_bf16_is_close_to_fp32(exact):
    cosines = (PackedEncoder(packaged_folder(), "bf16").encode(TEXTS) * exact.encode(TEXTS)).sum(axis=1)
    assert cosines.min() > 0.999


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_rows_are_unit_float32_and_contiguous(precision):
    rows = load_encoder(EncoderSettings(precision=precision, cache_megabytes=0)).encode(TEXTS)
    assert rows.shape == (len(TEXTS), 384)
    assert rows.dtype == np.float32
    assert rows.flags.c_contiguous
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)


def test_a_vector_does_not_depend_on_its_company(encoder):
    together = encoder.encode([f"{text} {number}" for number in range(40) for text in TEXTS[:4]])
    alone = encoder.encode([f"{TEXTS[1]} 7"])[0]
    assert together[29] @ alone > 0.9999


def test_no_texts_give_no_rows(encoder):
    assert encoder.encode([]).shape == (0, 384)
    assert encoder.read_fractions([]).shape == (0,)


@pytest.mark.parametrize("blank", ["", " ", "\n\t\u3000"])
def test_a_blank_text_is_refused_by_its_place(encoder, blank):
    with pytest.raises(InputError, match="Text 2 of 2 is blank"):
        encoder.encode(["text", blank])


def test_progress_counts_up_to_all(exact):
    heard = []
    exact.encode([f"{text} {number}" for number in range(30) for text in TEXTS[:2]], lambda *now: heard.append(now))
    steps, done, totals = zip(*heard, strict=True)
    assert set(steps) == {"embedding"}
    assert set(totals) == {60}
    assert list(done) == sorted(done)
    assert done[-1] == 60


def test_cancelling_stops_the_work(exact):
    heard = []

    def cancel(step: str, done: int, total: int) -> None:
        heard.append(done)
        if done:
            raise CancelledError("stopped")

    with pytest.raises(CancelledError, match="stopped"):
        exact.encode([f"sentence number {number} of several hundred" for number in range(600)], cancel)
    assert heard[-1] < 600


def test_the_number_of_threads_is_left_as_it_was(exact):
    import torch

    before = torch.get_num_threads()
    exact.encode(TEXTS)
    assert torch.get_num_threads() == before


def test_read_fractions_against_the_whole_text_tokenized(exact):
    long = "Grounds for appeal, 2019: unbelievable! " * 400
    whole, cut, chinese = exact.read_fractions(["short text ", long, "地震" * 200])
    tokens = exact._reader._tokenizer.encode(long)
    # 256 pieces with [CLS] and [SEP] leave 254 of the text; offsets[0] belongs to [CLS].
    assert whole == 1
    assert cut == pytest.approx(tokens.offsets[254][1] / len(long))
    assert chinese == pytest.approx(254 / 400)


def test_only_the_start_of_a_long_text_is_tokenized_to_the_same_ids(exact):
    tokenizer = exact._reader._tokenizer
    for text in (" " * 30_000 + "late words " * 300, "a" * 101 + " b " * 9000, "é" * 50_000, "word-" * 9000):
        ids = tokenizer.encode(text).ids
        expected = ids if len(ids) <= 256 else [*ids[:255], ids[-1]]
        assert exact._reader.token_ids([text]) == [expected]


def test_blank_space_before_a_late_text_counts_as_read(exact):
    assert exact.read_fractions([" " * 30_000 + "late"])[0] == 1


def test_portions_hold_every_row_once_and_keep_to_the_budget():
    sizes = [5, 900, 40, 40, 2000, 1, 60]
    found = list(portions(sizes, 100))
    assert sorted(row for rows in found for row in rows) == list(range(7))
    assert all(sum(sizes[row] for row in rows) <= 100 or len(rows) == 1 for rows in found)


def test_names_tell_precision_and_weights(tmp_path, exact):
    assert exact.name != PackedEncoder(packaged_folder(), "bf16").name
    folder = copy_model(tmp_path)
    assert PackedEncoder(folder, "fp32").name == exact.name
    weights = bytearray((folder / "model.safetensors").read_bytes())
    weights[-100] ^= 1
    (folder / "model.safetensors").write_bytes(weights)
    assert PackedEncoder(folder, "fp32").name != exact.name


def test_names_tell_the_length_that_is_read(tmp_path, exact):
    folder = copy_model(tmp_path)
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 16, "do_lower_case": false}')
    short = PackedEncoder(folder, "fp32")
    assert short.name != exact.name
    assert short.maximum_tokens == 16
    assert short.read_fractions(["one two three four five " * 4])[0] < 1


def test_another_pooling_goes_through_sentence_transformers(tmp_path, reference):
    from sentence_transformers import SentenceTransformer

    folder = copy_model(tmp_path)
    (folder / "1_Pooling" / "config.json").write_text(
        '{"word_embedding_dimension": 384, "pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}'
    )
    assert not can_pack(folder)
    encoder = load_encoder(EncoderSettings(model=str(folder), precision="fp32", cache_megabytes=0))
    assert isinstance(encoder, SentenceTransformersEncoder)
    assert encoder.maximum_tokens == 256
    heard = []
    rows = encoder.encode(TEXTS[:6], lambda *now: heard.append(now))
    expected = SentenceTransformer(str(folder), device="cpu").encode(TEXTS[:6], normalize_embeddings=True)
    assert np.abs(rows - expected).max() < 1e-5
    assert heard[-1] == ("embedding", 6, 6)
    assert rows.dtype == np.float32
    assert encoder.read_fractions(["word " * 3000, "short"]).tolist() == pytest.approx([254 * 5 / 15000, 1], abs=1e-3)
    half = load_encoder(EncoderSettings(model=str(folder), precision="bf16", cache_megabytes=0))
    assert half.name != encoder.name
    assert (half.encode(TEXTS[:6]) * rows).sum(axis=1).min() > 0.99
    assert np.allclose(np.linalg.norm(half.encode(TEXTS[:6]), axis=1), 1, atol=1e-6)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("no-such-owner/no-such-model", "neither a folder on this machine nor a model that could be fetched"),
        ("./no/such/folder", "there is no such folder"),
        ("/no/such/folder", "there is no such folder"),
        ("~no-such-user/folder", "there is no such folder"),
        ("/" + "a" * 5_000, "there is no such folder"),
    ],
)
def test_a_model_that_cannot_be_had(model, said):
    with pytest.raises(InputError, match=f"Could not load model {model}: .*{said}"):
        load_encoder(EncoderSettings(model=model))


def test_a_folder_that_is_no_model_or_a_damaged_one(tmp_path):
    with pytest.raises(InputError, match="holds no complete sentence-transformers model"):
        load_encoder(EncoderSettings(model=str(tmp_path)))
    folder = copy_model(tmp_path)
    (folder / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(InputError, match="holds no complete sentence-transformers model"):
        load_encoder(EncoderSettings(model=str(folder)))


def test_both_styles_of_pooling_configuration():
    assert means_only({"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False})
    assert means_only({"pooling_mode": "mean"})
    assert not means_only({"pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": True})
    assert not means_only({"pooling_mode": "cls"})


def test_precision_asked_for_is_precision_given():
    assert choose_precision("fp32") == "fp32"
    assert choose_precision("bf16") == "bf16"
    assert choose_precision("auto") == ("bf16" if multiplies_bf16() else "fp32")


@pytest.mark.parametrize(
    ("flags", "expected"), [("flags : avx2 avx512_bf16 fma", True), ("Features : asimd bf16", True), ("flags : avx2", False)]
)
def test_the_processor_says_what_it_multiplies(tmp_path, monkeypatch, flags, expected):
    (tmp_path / "cpuinfo").write_text(flags)
    monkeypatch.setattr("microrag_core.embedding.precision.CPU_INFO", tmp_path / "cpuinfo")
    assert multiplies_bf16.__wrapped__() is expected


def test_the_plain_layer_gives_what_the_fused_one_gives():
    import torch

    with torch.inference_mode():
        weight, bias, rows = torch.randn(48, 16), torch.randn(48), torch.randn(7, 16)
        chosen, plain = make_linear(weight, bias), PlainLinear(weight, bias)
        assert isinstance(chosen, PlainLinear) != fused_works(torch.float32)
        assert torch.allclose(chosen(rows), plain(rows), atol=1e-5)
        assert torch.allclose(chosen.gelu(rows), plain.gelu(rows), atol=1e-5)
        assert torch.allclose(chosen.plus(rows, rows @ weight.T), plain.plus(rows, rows @ weight.T), atol=1e-5)


def test_a_model_run_by_plain_layers_gives_the_same(monkeypatch, exact):
    monkeypatch.setattr("microrag_core.embedding.linear.fused_works", lambda number: False)
    plain = PackedEncoder(packaged_folder(), "fp32")
    assert np.abs(plain.encode(TEXTS[:6]) - exact.encode(TEXTS[:6])).max() < 1e-5


def test_loading_imports_neither_sentence_transformers_nor_transformers():
    import subprocess
    import sys

    code = (
        "import sys, microrag_core.embedding as e, microrag_core.settings as s; assert 'torch' not in sys.modules;"
        "e.load_encoder(s.EncoderSettings(cache_megabytes=0)).encode(['text']);"
        "assert not {'transformers', 'sentence_transformers'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent)


def test_a_reader_knows_its_special_tokens():
    assert Reader.from_folder(packaged_folder(), 256).special_tokens == 2


def copy_model(folder: Path) -> Path:
    """Return a copy of the packaged model."""
    return Path(shutil.copytree(packaged_folder(), folder / "model"))
