# parts: most_asymmetric_pair is_symmetric asymmetry
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

import numpy as np


class Pair(NamedTuple):
    i: int
    j: int


def most_asymmetric_pair(A):
    if A.shape != A.shape[::-1] or A.ndim != 2:
        raise ValueError
    return max(((abs(A[i, j] - A[j, i]), Pair(i, j)) for i, j in combinations(range(len(A)), 2)), key=itemgetter(0))[1]


def is_symmetric(A, atol=1e-9):
    if A.shape != A.shape[::-1] or A.ndim != 2:
        raise ValueError
    return not any(abs(A[i, j] - A[j, i]) > atol for i, j in combinations(range(len(A)), 2))


def asymmetry(A):
    if A.shape != A.shape[::-1] or A.ndim != 2:
        raise ValueError
    D = np.zeros(A.shape, order="F")
    for i, j in combinations(range(len(A)), 2):
        D[i, j] = A[i, j] - A[j, i]
        D[j, i] = -D[i, j]
    D.setflags(write=False)
    return D
