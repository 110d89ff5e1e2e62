"""Any other sentence-transformers model, through that library."""

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from tokenizers import Tokenizer

from microrag_core.datatypes import Floats, Progress, TokenVectors
from microrag_core.embedding.encoder import STEP, distinct, portions, refuse_blank
from microrag_core.embedding.names import DIGITS
from microrag_core.embedding.reading import Reader, without_surrogates
from microrag_core.embedding.stretches import Stretches
from microrag_core.errors import InputError

BATCH_CHARACTERS = 6000
"""About 1,500 word pieces of English."""
NO_LIMIT = 1_000_000
"""Word pieces read by a model that names no limit."""
NO_TOKENS = "The model gives no vector of each word piece, which late interaction needs; choose another model or re-ranking."


class SentenceTransformersEncoder:
    """See `Encoder`. Raises `InputError` for a model without a fast tokenizer: what it reads of a text could not be told."""

    def __init__(self, model: str, precision: Literal["fp32", "bf16"]) -> None:
        import torch  # noqa: PLC0415
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415

        number = torch.bfloat16 if precision == "bf16" else torch.float32
        self._model: Any = SentenceTransformer(model, device="cpu").to(number).eval()
        self.maximum_tokens = int(min(self._model.max_seq_length or NO_LIMIT, NO_LIMIT))
        tokenizer = getattr(self._model.tokenizer, "backend_tokenizer", self._model.tokenizer)
        if not isinstance(tokenizer, Tokenizer):
            raise InputError(f"Could not load model {model}: it has no fast tokenizer.")
        self._reader = Reader(tokenizer, self.maximum_tokens)
        self._prompt: str = self._model.prompts.get(self._model.default_prompt_name or "") or ""
        self._room = max(1, self._reader.room - len(self._reader.pieces([self._prompt])[0].places))
        self.dimension = len(self._vectors(["dimension"])[0])
        self.name = f"{model_digest(self._model)}-{precision}-{self.maximum_tokens}"

    def read_fractions(self, texts: Sequence[str]) -> Floats:
        """See `Encoder`."""
        return self._reader.read_fractions(texts)

    def encode(self, texts: Sequence[str], on_progress: Progress | None = None) -> Floats:
        """See `Encoder`."""
        refuse_blank(texts)
        different, places = distinct(texts)
        vectors = np.empty((len(different), self.dimension), dtype=np.float32)
        done = len(texts) - len(different)
        for rows in portions([len(text) for text in different], BATCH_CHARACTERS):
            if on_progress:
                on_progress(STEP, done, len(texts))
            vectors[rows] = self._vectors([different[row] for row in rows])
            done += len(rows)
        if on_progress:
            on_progress(STEP, len(texts), len(texts))
        return vectors[places]

    def encode_tokens(self, texts: Sequence[str], on_progress: Progress | None = None) -> list[TokenVectors]:
        """See `Encoder`. Raises `InputError` for a model that has none, or reads a text otherwise than its tokenizer."""
        refuse_blank(texts)
        different, places = distinct(texts)
        stretches = Stretches(self._reader, different, self._room)
        listen = stretches.listener(on_progress, len(texts))
        vectors: dict[int, TokenVectors] = {}
        for rows in portions([len(text) for text in stretches.texts], BATCH_CHARACTERS):
            if listen:
                listen(STEP, len(vectors), len(stretches.texts))
            found = self._token_vectors([stretches.texts[row] for row in rows])
            vectors.update(zip(rows, found, strict=True))
        if on_progress:
            on_progress(STEP, len(texts), len(texts))
        whole = stretches.joined([vectors[row] for row in range(len(vectors))])
        return [whole[place] for place in places.tolist()]

    def _token_vectors(self, texts: list[str]) -> list[TokenVectors]:
        """Return the word pieces of one batch, those of the model's own prompt left out."""
        pieces = self._reader.pieces([self._prompt + text for text in texts])
        found = []
        for piece, feature in zip(pieces, self._features(texts), strict=True):
            read = feature["attention_mask"].bool()
            if feature["input_ids"][read].tolist() != piece.ids:
                raise InputError(NO_TOKENS)
            own = piece.spans[:, 1] > len(self._prompt)
            rows = feature["token_embeddings"][read].float().numpy()[piece.places[own]]
            unit = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.finfo(np.float32).tiny)
            found.append(TokenVectors(unit, np.maximum(piece.spans[own] - len(self._prompt), 0)))
        return found

    def _features(self, texts: list[str]) -> Any:
        """Return the model's inputs and outputs, a mapping for each text."""
        cleaned = [without_surrogates(text) for text in texts]
        try:
            features = self._model.encode(cleaned, batch_size=len(texts), show_progress_bar=False, output_value=None)
        except (IndexError, KeyError, TypeError):
            raise InputError(NO_TOKENS) from None
        if not {"attention_mask", "input_ids", "token_embeddings"} <= features[0].keys():
            raise InputError(NO_TOKENS)
        return features

    def _vectors(self, texts: list[str]) -> Floats:
        """Return unit rows of one batch; they are made unit here, in fp32, since a norm taken in bf16 is off by 0.2 %."""
        found = self._model.encode(
            [without_surrogates(text) for text in texts], batch_size=len(texts), show_progress_bar=False, convert_to_tensor=True
        )
        vectors = found.float().numpy()
        unit: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


def model_digest(model: Any) -> str:
    """Return 16 hexadecimal digits over a model's modules, their settings and all weights."""
    import torch  # noqa: PLC0415

    digest = hashlib.sha256(repr(model).encode())
    for name, weight in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(weight.contiguous().view(torch.uint8).numpy() if weight.dim() else str(weight.item()).encode())
    return digest.hexdigest()[:DIGITS]
