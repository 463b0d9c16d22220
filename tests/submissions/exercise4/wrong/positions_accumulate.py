# part: masked_positions
# status: failed
# misconception: none
# points: 0
import numpy as np

found = []


def masked_positions(n):
    if n < 1 or n != int(n):
        raise ValueError
    for i in range(n):
        for j in range(i + 1, n):
            if (i, j) not in found:
                found.append((i, j))
    return found
