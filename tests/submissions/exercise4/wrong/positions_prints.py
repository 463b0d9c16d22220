# part: masked_positions
# status: failed
# misconception: none
# points: 0
import numpy as np


def masked_positions(n):
    if n < 1 or n != int(n):
        raise ValueError
    for i in range(n):
        for j in range(i + 1, n):
            print(i, j)
