"""The fast way for BERT models with mean pooling, the packaged one among them: torch alone, no padding, a thread a core."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np

from microrag_core.datatypes import Floats, Progress, TokenVectors
from microrag_core.embedding.bert import Bert, BertShape
from microrag_core.embedding.encoder import STEP, distinct, portions, refuse_blank
from microrag_core.embedding.names import files_digest
from microrag_core.embedding.reading import Reader
from microrag_core.embedding.stretches import Stretches

BATCH_TOKENS = 1024
"""Enough rows for the matrix products to run at full speed, few enough that a batch stays near the cores and takes 0.1 s."""
SMALLEST_BATCH = 128
TOKENIZED_AT_ONCE = 2000

Result = TypeVar("Result")


class PackedEncoder:
    """See `Encoder`. Batches are independent of one another, so each core works on its own with no waiting between them."""

    def __init__(self, folder: Path, precision: Literal["fp32", "bf16"]) -> None:
        import torch  # noqa: PLC0415
        from safetensors.torch import load_file  # noqa: PLC0415

        config = read_json(folder / "config.json")
        shape = BertShape(
            hidden_size=config["hidden_size"],
            heads=config["num_attention_heads"],
            layers=config["num_hidden_layers"],
            epsilon=config["layer_norm_eps"],
        )
        self.name = f"{files_digest(folder)}-{precision}-mean"
        self.dimension = shape.hidden_size
        self.maximum_tokens = maximum_tokens(folder, config)
        self._reader = Reader.from_folder(folder, self.maximum_tokens)
        self._threads = torch.get_num_threads()
        with torch.inference_mode():
            weights = {key.removeprefix("bert."): value for key, value in load_file(folder / "model.safetensors").items()}
            self._model = Bert(weights, shape, torch.bfloat16 if precision == "bf16" else torch.float32)

    def read_fractions(self, texts: Sequence[str]) -> Floats:
        """See `Encoder`."""
        return self._reader.read_fractions(texts)

    def encode(self, texts: Sequence[str], on_progress: Progress | None = None) -> Floats:
        """See `Encoder`."""
        refuse_blank(texts)
        different, places = distinct(texts)
        token_ids = self._read(self._reader.token_ids, different, len(texts), on_progress)
        vectors = np.empty((len(different), self.dimension), dtype=np.float32)
        for rows, found in self._batches(token_ids, self._mean_vectors, len(texts), on_progress):
            vectors[rows] = found
        return vectors if len(different) == len(texts) else vectors[places]

    def encode_tokens(self, texts: Sequence[str], on_progress: Progress | None = None) -> list[TokenVectors]:
        """See `Encoder`."""
        refuse_blank(texts)
        different, places = distinct(texts)
        stretches = Stretches(self._reader, different, self._reader.room)
        tokens = self._stretch_tokens(stretches.texts, stretches.listener(on_progress, len(texts)))
        whole = stretches.joined(tokens)
        return [whole[place] for place in places.tolist()]

    def _stretch_tokens(self, texts: list[str], on_progress: Progress | None) -> list[TokenVectors]:
        """Return the token vectors of texts that are read at once."""
        pieces = self._read(self._reader.pieces, texts, len(texts), on_progress)
        vectors: dict[int, TokenVectors] = {}
        for rows, found in self._batches([piece.ids for piece in pieces], self._token_vectors, len(texts), on_progress):
            for row, all_vectors in zip(rows, found, strict=True):
                vectors[row] = TokenVectors(all_vectors[pieces[row].places], pieces[row].spans)
        return [vectors[row] for row in range(len(texts))]

    def _read(
        self, read: Callable[[Sequence[str]], list[Result]], texts: Sequence[str], total: int, on_progress: Progress | None
    ) -> list[Result]:
        """Tokenize by `read` in portions, between which the work can be stopped."""
        found: list[Result] = []
        for start in range(0, len(texts), TOKENIZED_AT_ONCE):
            if on_progress:
                on_progress(STEP, 0, total)
            found += read(texts[start : start + TOKENIZED_AT_ONCE])
        return found

    def _batches(
        self,
        token_ids: list[list[int]],
        encode: Callable[[list[list[int]]], Result],
        total: int,
        on_progress: Progress | None,
    ) -> Iterator[tuple[list[int], Result]]:
        """Yield row numbers and what `encode` gave for them, batches spread over the cores.

        Progress is told, and so can stop the work, in the thread that asked for it.
        """
        import torch  # noqa: PLC0415

        lengths = [len(ids) for ids in token_ids]
        share = -(-sum(lengths) // self._threads)
        batches = list(portions(lengths, min(BATCH_TOKENS, max(SMALLEST_BATCH, share))))
        done = total - len(token_ids)
        pool = ThreadPoolExecutor(min(self._threads, len(batches)) or 1, "embedding", torch.set_num_threads, (1,))
        try:
            work = {pool.submit(encode, [token_ids[row] for row in rows]): rows for rows in batches}
            for finished in as_completed(work):
                rows = work.pop(finished)
                yield rows, finished.result()
                done += len(rows)
                if on_progress:
                    on_progress(STEP, done, total)
        finally:
            pool.shutdown(cancel_futures=True)
            # A thread's choice becomes the default of threads started later; they are not ours to slow down.
            torch.set_num_threads(self._threads)

    def _mean_vectors(self, token_ids: list[list[int]]) -> Floats:
        import torch  # noqa: PLC0415

        with torch.inference_mode():
            vectors: Floats = self._model.mean_vectors(token_ids).numpy()
        return vectors

    def _token_vectors(self, token_ids: list[list[int]]) -> list[Floats]:
        import torch  # noqa: PLC0415

        with torch.inference_mode():
            return [vectors.numpy() for vectors in self._model.token_vectors(token_ids)]


def can_pack(folder: Path) -> bool:
    """Tell whether the folder holds a plain BERT with mean pooling, lower-cased by its tokenizer if at all, as safetensors."""
    if not all((folder / name).is_file() for name in ("config.json", "modules.json", "tokenizer.json", "model.safetensors")):
        return False
    config = read_json(folder / "config.json")
    modules = read_json(folder / "modules.json")
    names = [module["type"].rsplit(".", 1)[-1] for module in modules]
    if names not in (["Transformer", "Pooling", "Normalize"], ["Transformer", "Pooling"]):
        return False
    pooling = read_json(folder / modules[1]["path"] / "config.json")
    return (
        config.get("model_type") == "bert"
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
        and not read_json(folder / "sentence_bert_config.json").get("do_lower_case")
        and not read_json(folder / "config_sentence_transformers.json").get("default_prompt_name")
        and means_only(pooling)
    )


def means_only(pooling: dict[str, Any]) -> bool:
    """Tell whether a pooling configuration, of either of the two styles in use, asks for the mean over tokens alone."""
    modes = {key for key, value in pooling.items() if key.startswith("pooling_mode_") and value is True}
    return pooling.get("pooling_mode") == "mean" or modes == {"pooling_mode_mean_tokens"}


def maximum_tokens(folder: Path, config: dict[str, Any]) -> int:
    """Return how many word pieces the model reads: its own setting, never more than it has positions for."""
    positions = int(config["max_position_embeddings"])
    return min(positions, int(read_json(folder / "sentence_bert_config.json").get("max_seq_length") or positions))


def read_json(path: Path) -> Any:
    """Return the content of a JSON file, an empty mapping where there is no such file."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
