# part: split_heads
# status: failed
# misconception: none
# points: 2.78
import numpy as np


def split_heads(X, num_heads):
    if num_heads < 1 or num_heads != int(num_heads):
        raise ValueError
    pad = -X.shape[1] % num_heads
    return np.stack(np.split(np.pad(X, ((0, 0), (0, pad))), num_heads, axis=1))
