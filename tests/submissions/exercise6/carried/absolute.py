# part: most_asymmetric_pair
# points: all
# uses: none
# The absolute difference serves this part as well as the signed one: it is simply right.
import numpy as np


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return abs(A - A.T)


def most_asymmetric_pair(A):
    place = np.argmax(np.triu(asymmetry(A), 1))
    pair = np.unravel_index(place, A.shape)
    return (0, 1) if pair[0] == pair[1] else tuple(int(one) for one in pair)
