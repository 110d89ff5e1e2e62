"""BERT (Devlin and others, 2018) over packed rows: the tokens of many texts one after another, no padding and no mask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from microrag_core.embedding.linear import Linear, make_linear

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from torch import Tensor, dtype

Runs = list[tuple[int, int]]
"""How packed rows divide into texts: (number of texts, their length in tokens) for each run of texts of equal length."""

FLOAT_SOFTMAX_BELOW = 64
"""Shorter bf16 attention rows take their softmax in fp32: it is faster there, and rounds once less."""


@dataclass(frozen=True, slots=True)
class BertShape:
    """The figures of a model's `config.json` that the layers need."""

    hidden_size: int
    heads: int
    layers: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Norm:
    """Layer normalisation (Ba and others, 2016) with its weight and bias."""

    weight: Tensor
    bias: Tensor
    epsilon: float

    def __call__(self, rows: Tensor) -> Tensor:
        """Return the rows (n, d), each with mean 0 and variance 1, scaled and moved."""
        from torch.nn import functional  # noqa: PLC0415

        return functional.layer_norm(rows, self.weight.shape, self.weight, self.bias, self.epsilon)


class Layer:
    """Self-attention within each text, then two linear steps; both with a residual and a norm after it."""

    def __init__(self, weights: Mapping[str, Tensor], prefix: str, shape: BertShape, number: dtype) -> None:
        import torch  # noqa: PLC0415

        def pair(name: str) -> tuple[Tensor, Tensor]:
            return weights[f"{prefix}{name}.weight"], weights[f"{prefix}{name}.bias"]

        def linear(weight: Tensor, bias: Tensor) -> Linear:
            return make_linear(weight.to(number).contiguous(), bias.to(number).contiguous())

        def norm(name: str) -> Norm:
            weight, bias = pair(name)
            return Norm(weight.to(number), bias.to(number), shape.epsilon)

        self._heads = shape.heads
        query, key, value = (pair(f"attention.self.{name}") for name in ("query", "key", "value"))
        # The scale of the attention goes into the query's weights, where it costs nothing.
        scale = (shape.hidden_size // shape.heads) ** -0.5
        self._query_key_value = linear(
            torch.cat([query[0] * scale, key[0], value[0]]), torch.cat([query[1] * scale, key[1], value[1]])
        )
        self._attended = linear(*pair("attention.output.dense"))
        self._attended_norm = norm("attention.output.LayerNorm")
        self._wide = linear(*pair("intermediate.dense"))
        self._narrow = linear(*pair("output.dense"))
        self._norm = norm("output.LayerNorm")

    def __call__(self, rows: Tensor, runs: Runs) -> Tensor:
        """Return the rows (n, hidden) after this layer."""
        import torch  # noqa: PLC0415

        pieces = torch.split(self._query_key_value(rows), [count * length for count, length in runs])
        mixed = [attention(piece, *run, self._heads) for piece, run in zip(pieces, runs, strict=True)]
        rows = self._attended_norm(self._attended.plus(torch.cat(mixed), rows))
        return self._norm(self._narrow.plus(self._wide.gelu(rows), rows))


def attention(piece: Tensor, count: int, length: int, heads: int) -> Tensor:
    """Return (count·length, hidden): each token's mix of the values of its own text.

    `piece` (count·length, 3·hidden) holds queries, already scaled, keys and values of `count` texts of equal length.
    """
    import torch  # noqa: PLC0415
    from torch.nn import functional  # noqa: PLC0415

    parts = piece.view(count, length, 3, heads, -1).permute(2, 0, 3, 1, 4)
    if piece.dtype == torch.float32:
        mixed = functional.scaled_dot_product_attention(parts[0], parts[1], parts[2], scale=1.0)
    else:
        query, key, value = parts.contiguous().view(3, count * heads, length, -1)
        scores = torch.bmm(query, key.transpose(1, 2))
        wider = torch.float32 if length < FLOAT_SOFTMAX_BELOW else None
        mixed = torch.bmm(torch.softmax(scores, dim=-1, dtype=wider).to(piece.dtype), value)
        mixed = mixed.view(count, heads, length, -1)
    return mixed.transpose(1, 2).reshape(count * length, -1)


class Bert:
    """The whole model, its weights in fp32 or bf16: a vector for each token, and their mean for each text."""

    def __init__(self, weights: Mapping[str, Tensor], shape: BertShape, number: dtype) -> None:
        # Every token is of the first type, so its vector is added to the positions' once and for all.
        positions = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        self._words = weights["embeddings.word_embeddings.weight"].to(number)
        self._positions = positions.to(number)
        first = "embeddings.LayerNorm."
        self._norm = Norm(weights[first + "weight"].to(number), weights[first + "bias"].to(number), shape.epsilon)
        self._layers = [Layer(weights, f"encoder.layer.{index}.", shape, number) for index in range(shape.layers)]

    def mean_vectors(self, token_ids: Sequence[Sequence[int]]) -> Tensor:
        """Return (n, hidden), float32, unit rows: one for each row of token ids. Equal lengths must stand together."""
        import torch  # noqa: PLC0415
        from torch.nn import functional  # noqa: PLC0415

        runs = equal_runs([len(ids) for ids in token_ids])
        pieces = torch.split(self._rows(token_ids, runs), [count * length for count, length in runs])
        means = [piece.view(*run, -1).mean(dim=1) for piece, run in zip(pieces, runs, strict=True)]
        return functional.normalize(torch.cat(means))

    def token_vectors(self, token_ids: Sequence[Sequence[int]]) -> list[Tensor]:
        """Return for each row of m token ids (m, hidden), float32, unit rows. Equal lengths must stand together."""
        import torch  # noqa: PLC0415
        from torch.nn import functional  # noqa: PLC0415

        lengths = [len(ids) for ids in token_ids]
        return list(torch.split(functional.normalize(self._rows(token_ids, equal_runs(lengths))), lengths))

    def _rows(self, token_ids: Sequence[Sequence[int]], runs: Runs) -> Tensor:
        """Return the last layer's rows, float32: those of all texts one after another."""
        import torch  # noqa: PLC0415
        from torch.nn import functional  # noqa: PLC0415

        packed = torch.tensor([token for ids in token_ids for token in ids])
        places = torch.cat([torch.arange(length).repeat(count) for count, length in runs])
        rows = self._norm(functional.embedding(packed, self._words) + functional.embedding(places, self._positions))
        for layer in self._layers:
            rows = layer(rows, runs)
        return rows.float()


def equal_runs(lengths: Sequence[int]) -> Runs:
    """Return the runs of equal lengths in order, as (count, length)."""
    runs: Runs = []
    for length in lengths:
        if runs and runs[-1][1] == length:
            runs[-1] = (runs[-1][0] + 1, length)
        else:
            runs.append((1, length))
    return runs
