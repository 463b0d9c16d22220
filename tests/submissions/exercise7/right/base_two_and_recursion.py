import functools
import math

import numpy as np


def attention(Q, K, V, mask=None):
    if len(Q) > 1:
        half = len(Q) // 2
        upper = attention(Q[:half], K, V, None if mask is None else mask[:half])
        lower = attention(Q[half:], K, V, None if mask is None else mask[half:])
        return tuple(map(np.concatenate, zip(upper, lower)))
    scores = (K @ Q[0]) / math.sqrt(len(Q[0]))
    if mask is not None:
        scores = scores + mask[0]
    # 2^(x log2 e) is e^x.
    powers = np.exp2((scores - functools.reduce(max, scores)) * math.log2(math.e))
    weights = powers[np.newaxis] / math.fsum(powers)
    return weights @ V, weights
