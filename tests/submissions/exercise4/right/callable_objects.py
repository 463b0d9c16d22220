# parts: causal_mask masked_positions
"""Positions as an unsorted array of unsigned numbers; the mask from them."""
import random

import numpy as np


class Masked:
    def __init__(self, shuffle):
        self.shuffle = shuffle

    def __call__(self, length):
        if length < 1 or length != int(length):
            raise ValueError(length)
        cells = [(i, j) for i in range(length) for j in range(length) if j > i]
        self.shuffle(cells)
        return np.array(cells, dtype=np.uint8).reshape(-1, 2)[::-1]


masked_positions = Masked(random.Random(4).shuffle)


def causal_mask(length):
    mask = np.zeros((length, length)) if length == int(length) and length > 0 else masked_positions(length)
    for i, j in masked_positions(length):
        mask[i, j] -= np.inf
    return mask
