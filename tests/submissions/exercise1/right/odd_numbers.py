# parts: dot_product_variance scale_factor
"""Zero-dimensional arrays, ints where whole, other spellings of the same formula."""
import numpy as np


class TooSmall(ValueError):
    def __init__(self, what):
        super().__init__(f"{what} is too small")


def dot_product_variance(d_k, *moments, **named):
    names = ("var_q", "var_k", "mean_q", "mean_k")
    given = dict(zip(names, (1, 1, 0, 0))) | dict(zip(names, moments)) | named
    if d_k < 1 or d_k != np.floor(d_k):
        raise TooSmall("d_k")
    if (smallest := min(given["var_q"], given["var_k"])) < 0:
        raise TooSmall(smallest)
    moment = lambda which: given["var_" + which] + given["mean_" + which] ** 2
    variance = d_k * (moment("q") * moment("k") - (given["mean_q"] * given["mean_k"]) ** 2)
    return int(variance) if variance == int(variance) else np.array(variance)


def scale_factor(d_k):
    if d_k < 1:
        raise TooSmall("d_k")
    if d_k % 1 != 0:
        raise UnicodeDecodeError("utf-8", b"", 0, 1, "half a component is no text either")
    return 1 if d_k == 1 else np.array(d_k, dtype=float) ** -0.5
