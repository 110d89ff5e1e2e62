"""Principal component analysis in two dimensions (Pearson, 1901), by the eigenvectors of the covariance."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from microrag_core.datatypes import Floats

Doubles = npt.NDArray[np.float64]

BLOCK_ROWS = 8192
"""Rows centred at a time, which bounds the memory that they take in double precision."""
NOTHING = 1e-9
"""An axis with less than this share of the variance is rounding noise; what lies along it is not shown."""


@dataclass(frozen=True, slots=True, eq=False)
class Pca:
    """`axes` (2, d) through `mean` (d,), and the share of the variance (0 to 1) along each of the two."""

    mean: Doubles
    axes: Doubles
    explained: tuple[float, float]

    def project(self, vectors: Floats) -> Floats:
        """Return where rows (m, d) lie in the plane, (m, 2)."""
        return np.asarray(vectors @ self.axes.T - self.mean @ self.axes.T, dtype=np.float32)


def fit_pca(vectors: Floats) -> Pca:
    """Return the plane along which rows (n, d) differ most.

    An axis has two directions; the one is taken in which its largest entry is positive. Where rows differ along one line
    alone, or not at all, what is missing is an axis of zeros: everything lies at 0 there.
    """
    n, dimension = vectors.shape
    mean = vectors.mean(axis=0, dtype=np.float64) if n else np.zeros(dimension)
    scatter = np.zeros((dimension, dimension))
    for start in range(0, n, BLOCK_ROWS):
        block = vectors[start : start + BLOCK_ROWS].astype(np.float64) - mean
        scatter += block.T @ block
    total = float(np.trace(scatter))
    # Rows of unit length or near it: a sum of squares this small is what rounding leaves of equal rows.
    if total <= NOTHING * max(n, 1):
        return Pca(mean, np.zeros((2, dimension)), (0.0, 0.0))
    values, columns = np.linalg.eigh(scatter)
    axes, explained = np.zeros((2, dimension)), [0.0, 0.0]
    for place in range(min(2, dimension)):
        share = float(values[-1 - place]) / total
        if share > NOTHING:
            axis = columns[:, -1 - place]
            axes[place] = axis * np.sign(axis[np.abs(axis).argmax()])
            explained[place] = share
    return Pca(mean, axes, (explained[0], explained[1]))
