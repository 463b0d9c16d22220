# parts: softmax_weights
from decimal import Decimal, getcontext

import numpy as np

getcontext().prec = 30


def softmax_weights(scores):
    def row(values):
        powers = [Decimal(float(value)).exp() for value in values]
        if not sum(powers):
            raise ValueError("all minus infinity, or nothing")
        return [float(power / sum(powers)) for power in powers]

    return np.apply_along_axis(row, 1, scores)
