# part: most_asymmetric_pair
# points: all
# uses: asymmetry
import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return A + A.T


def most_asymmetric_pair(A):
    gaps = np.abs(asymmetry(A))
    pairs = [(i, j) for i in range(len(A)) for j in range(i + 1, len(A))]
    return max(pairs, key=lambda pair: gaps[pair])
