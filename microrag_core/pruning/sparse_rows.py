"""A matrix of which few entries are kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from microrag_core.datatypes import Integers
from microrag_core.pruning.problem import Doubles
from microrag_core.pruning.similarity import row_blocks


@dataclass(frozen=True, slots=True, eq=False)
class SparseRows:
    """Row i has `entries[starts[i]:starts[i + 1]]` at those `columns`; 12 bytes an entry."""

    starts: npt.NDArray[np.int64]
    columns: Integers
    entries: Doubles

    @classmethod
    def above(cls, floor: Doubles, rows_of: Callable[[Sequence[int]], Doubles]) -> "SparseRows":
        """Keep of an n x n matrix what is larger than `floor` (n,) in its column; `rows_of` computes some of its rows."""
        counts, columns, entries = [np.zeros(1, np.int64)], [], []
        for rows in row_blocks(range(len(floor))):
            block = rows_of(rows)
            larger = block > floor
            counts.append(larger.sum(axis=1))
            columns.append(np.nonzero(larger)[1].astype(np.int32))
            entries.append(block[larger])
        return cls(np.cumsum(np.concatenate(counts)), np.concatenate(columns), np.concatenate(entries))

    def row(self, row: int) -> tuple[Integers, Doubles]:
        """Return the columns and the entries of a row."""
        part = slice(self.starts[row], self.starts[row + 1])
        return self.columns[part], self.entries[part]
