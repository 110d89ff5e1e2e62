"""How far a mean over questions could be off by the chance of which questions were asked."""

from collections.abc import Sequence

import numpy as np

RESAMPLES = 2_000
CONFIDENCE = 0.95


def bootstrap_interval(
    values: Sequence[float], confidence: float = CONFIDENCE, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[float, float]:
    """Return the percentile interval of the mean of `values` by the bootstrap (Efron 1979): low and high.

    The means of `resamples` draws of as many values, with replacement, are taken; the middle `confidence` of them (0 to 1) lies
    in the interval. The same seed gives the same interval. Raises `ValueError` without values.
    """
    if not len(values):
        raise ValueError("There are no values to resample")
    data = np.asarray(values, np.float64)
    random = np.random.default_rng(seed)
    means = np.array([data[random.integers(0, len(data), len(data))].mean() for _ in range(resamples)])
    tail = 100 * (1 - confidence) / 2
    low, high = np.percentile(means, [tail, 100 - tail])
    return float(low), float(high)
