# part: masked_positions
# status: failed
# misconception: mask-next-token-only
# points: 0
import numpy as np


def masked_positions(n):
    if n < 1 or n != int(n):
        raise ValueError
    return [(i, i + 1) for i in range(n - 1)]
