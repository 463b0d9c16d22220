# part: split_heads
# status: failed
# misconception: silent-floor-division
# points: 2.78
import numpy as np


def split_heads(X, num_heads):
    if num_heads < 1 or num_heads != int(num_heads):
        raise ValueError
    d = X.shape[1] // num_heads
    return np.stack([X[:, h * d : (h + 1) * d] for h in range(num_heads)])
