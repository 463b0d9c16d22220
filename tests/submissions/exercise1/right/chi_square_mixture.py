# parts: sample_dot_products
from __future__ import annotations

import numpy as np


def sample_dot_products(d_k: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Given q, q·k is normal with variance |q|², a chi-square."""
    if min(d_k, n) < 1 or int(d_k) != d_k:
        raise ValueError(f"{d_k=} {n=}")
    return np.sqrt(rng.chisquare(d_k, n)) * rng.standard_normal(n)
