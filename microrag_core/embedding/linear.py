"""The one costly step of a transformer, x·Wᵀ + b, with what follows it done in the same pass where the library can."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from torch import Tensor, dtype

TYPICAL_ROWS = 1024
"""For how many rows the weights are laid out in memory; any other number works too."""


class Linear(Protocol):
    """A linear layer over rows (n, inputs) -> (n, outputs)."""

    def __call__(self, rows: Tensor) -> Tensor:
        """Return rows·Wᵀ + b."""

    def gelu(self, rows: Tensor) -> Tensor:
        """Return GELU(rows·Wᵀ + b), with the exact error function."""

    def plus(self, rows: Tensor, other: Tensor) -> Tensor:
        """Return rows·Wᵀ + b + other."""


class PlainLinear:
    """The layer as every build of torch has it."""

    def __init__(self, weight: Tensor, bias: Tensor) -> None:
        self._weight, self._bias = weight, bias

    def __call__(self, rows: Tensor) -> Tensor:
        """Return rows·Wᵀ + b."""
        from torch.nn import functional  # noqa: PLC0415

        return functional.linear(rows, self._weight, self._bias)

    def gelu(self, rows: Tensor) -> Tensor:
        """Return GELU(rows·Wᵀ + b)."""
        from torch.nn import functional  # noqa: PLC0415

        return functional.gelu(self(rows))

    def plus(self, rows: Tensor, other: Tensor) -> Tensor:
        """Return rows·Wᵀ + b + other."""
        return self(rows) + other


class FusedLinear:
    """The layer by oneDNN, its weights laid out once and what follows fused: what torch's own compiler would call."""

    def __init__(self, weight: Tensor, bias: Tensor) -> None:
        import torch  # noqa: PLC0415

        self._weight = torch.ops.mkldnn._reorder_linear_weight(weight, TYPICAL_ROWS)
        self._bias = bias
        self._unary = torch.ops.mkldnn._linear_pointwise
        self._binary = torch.ops.mkldnn._linear_pointwise.binary

    def __call__(self, rows: Tensor) -> Tensor:
        """Return rows·Wᵀ + b."""
        result: Tensor = self._unary(rows, self._weight, self._bias, "none", [], "")
        return result

    def gelu(self, rows: Tensor) -> Tensor:
        """Return GELU(rows·Wᵀ + b)."""
        result: Tensor = self._unary(rows, self._weight, self._bias, "gelu", [], "none")
        return result

    def plus(self, rows: Tensor, other: Tensor) -> Tensor:
        """Return rows·Wᵀ + b + other."""
        result: Tensor = self._binary(rows, other, self._weight, self._bias, "add")
        return result


def make_linear(weight: Tensor, bias: Tensor) -> Linear:
    """Return the fused layer where this build of torch and this processor have it, else the plain one."""
    return FusedLinear(weight, bias) if fused_works(weight.dtype) else PlainLinear(weight, bias)


@cache
def fused_works(number: dtype) -> bool:
    """Tell whether the fused layer exists here for this number format and agrees with the plain one on a small product."""
    import torch  # noqa: PLC0415

    with torch.inference_mode():
        weight, bias, rows = (torch.linspace(-1, 1, size).to(number) for size in (64 * 32, 64, 4 * 32))
        weight, rows = weight.view(64, 32), rows.view(4, 32)
        other = torch.ones(4, 64, dtype=number)
        plain = PlainLinear(weight, bias)
        try:
            fused = FusedLinear(weight, bias)
            pairs = [(fused(rows), plain(rows)), (fused.gelu(rows), plain.gelu(rows))]
            pairs.append((fused.plus(rows, other), plain.plus(rows, other)))
        except (AttributeError, RuntimeError):
            return False
        return all(torch.allclose(one.float(), two.float(), rtol=0.02, atol=0.02) for one, two in pairs)
