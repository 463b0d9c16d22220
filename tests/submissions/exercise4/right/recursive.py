# parts: causal_mask masked_positions
import numpy as np


def causal_mask(n):
    if n < 1 or n - int(n):
        raise ValueError
    if n == 1:
        return np.zeros((1, 1))
    smaller = causal_mask(n - 1)
    grown = np.zeros((n, n))
    grown[:-1, :-1] = smaller
    grown[:-1, -1] = np.NINF if hasattr(np, "NINF") else -np.inf
    return grown


def masked_positions(n):
    if n < 1 or n - int(n):
        raise ValueError
    if n == 1:
        return ()
    return (*masked_positions(n - 1), *((i, n - 1) for i in range(n - 1)))
