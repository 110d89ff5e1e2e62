"""Cosines of many unit rows with one, the same for the same row wherever it stands."""

import numpy as np

from microrag_core.datatypes import Floats


def cosines(rows: Floats, vector: Floats) -> Floats:
    """Return (n,) the inner products of unit `rows` (n, d) with a unit `vector` (d,), within -1 and 1.

    A product of matrices may differ in the last digit between two equal rows, by their places in it, which would put passages
    with the same text in an order of chance. A sum row by row does not, and costs no more.
    """
    products: Floats = np.einsum("ij,j->i", rows, vector)
    return np.clip(products, -1, 1)
