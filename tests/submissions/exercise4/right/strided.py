# parts: causal_mask masked_positions
import numpy as np


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError
    row = np.concatenate([np.zeros(n), np.full(n - 1, -np.inf)])
    return np.lib.stride_tricks.sliding_window_view(row, n)[::-1]


def masked_positions(n):
    if n < 1 or n != int(n):
        raise ValueError
    return [np.array(pair) for pair in zip(*np.where(causal_mask(n) != 0))]


if __name__ == "__main__":
    import sys

    sys.exit(print(causal_mask(3)))
assert causal_mask(2)[0][1] == -np.inf, "as in the example"
print("loaded")
