import operator
from functools import partial, reduce
from math import sqrt

from numpy import inner


def both(scale, Q, K):
    if Q.ndim - 2 or K.ndim - 2:
        raise ValueError("not 2-D")
    return inner(Q, K) * scale(Q.shape[1])


score_matrix = partial(both, lambda d_k: 1)
scaled_score_matrix = lambda Q, K: both(lambda d_k: 1 / sqrt(d_k), Q, K)
assert reduce(operator.add, range(4)) == 6
