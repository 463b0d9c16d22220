# part: causal_mask
# status: failed
# misconception: none
# points: 0
import numpy as np

last = 0


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    global last
    last = max(n, last)
    return np.triu(np.full((last, last), -np.inf), 1)
