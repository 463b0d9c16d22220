# part: softmax_weights
# status: failed
# misconception: no-max-subtraction
# points: 4.58
import math

import numpy as np


def softmax_weights(scores):
    out = []
    for row in scores:
        if len(row) == 0 or max(row) == -np.inf:
            raise ValueError
        e = [math.exp(x) for x in row]
        out.append([x / sum(e) for x in e])
    return out
