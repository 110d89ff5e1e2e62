"""The arrays, rankings and listeners that stages hand to one another."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int32]
Booleans = npt.NDArray[np.bool_]

Progress = Callable[[str, int, int], None]
"""Told what is done now, how many of it are done, and of how many. To stop the work it raises `CancelledError`."""

Ranked = list[tuple[str, float]]
"""(passage id, score) pairs, the best first; no id twice: what every search, fusion and re-ranking takes and gives."""

Pins = Mapping[int, bool]
"""What a person decided by hand for sentences of one document: row -> True keeps it, False prunes it."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """A text word piece by word piece: `vectors` (m, d), float32 unit rows, and `spans` (m, 2), the characters of each.

    The model's special tokens are not among them.
    """

    vectors: Floats
    spans: Integers
