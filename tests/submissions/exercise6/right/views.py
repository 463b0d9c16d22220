# parts: asymmetry is_symmetric
"""A window into something larger; a symmetric part taken away; exact fractions for the decision."""
from fractions import Fraction

import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    room = np.empty((2 * len(A), 3 * len(A)))
    room[::-2, 2::3] = 2 * (A - (A + A.T) / 2)
    return room[::-2, 2::3]


def is_symmetric(A, atol=1e-9):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    limit = Fraction(atol)
    return all(abs(Fraction(float(a)) - Fraction(float(b))) <= limit for a, b in zip(A.ravel(), A.T.ravel()))
