"""Which number format this processor multiplies fastest."""

from functools import cache
from pathlib import Path
from typing import Literal

from microrag_core.settings import Precision

CPU_INFO = Path("/proc/cpuinfo")
BF16_FLAGS = frozenset({"avx512_bf16", "amx_bf16", "bf16"})
"""As Linux names them: x86 with AVX-512 or AMX, and ARM."""


def choose_precision(asked: Precision) -> Literal["fp32", "bf16"]:
    """Return the precision asked for; `auto` is bf16 where the processor multiplies it in hardware, else fp32."""
    if asked == "auto":
        return "bf16" if multiplies_bf16() else "fp32"
    return asked


@cache
def multiplies_bf16() -> bool:
    """Tell whether this processor has instructions that multiply bfloat16. Without them it is emulated, slower than fp32."""
    try:
        flags = CPU_INFO.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return _torch_knows_bf16()
    return not BF16_FLAGS.isdisjoint(flags.split())


def _torch_knows_bf16() -> bool:
    """Ask torch, where there is no Linux to ask."""
    import torch  # noqa: PLC0415

    capabilities = torch.cpu.get_capabilities()
    return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))
