"""Decorators, partials, optional arguments, prints, self-tests."""
import functools

import numpy as np


def square_only(function):
    @functools.wraps(function)
    def checked(matrix, *args, **kwargs):
        try:
            (n, m) = matrix.shape
        except ValueError:
            raise ValueError("two axes, please") from None
        if n - m:
            raise ValueError(f"{n} is not {m}")
        return function(matrix, *args, **kwargs)

    return checked


@square_only
def asymmetry(matrix, /, sign=1):
    return sign * np.einsum("ij->ij", matrix) - sign * np.einsum("ij->ji", matrix)


@square_only
def is_symmetric(matrix, atol=1e-9, verbose=True):
    if verbose:
        print("largest", np.abs(matrix - matrix.T).max())
    return np.isclose(matrix, matrix.T, rtol=0.0, atol=atol).all()


@square_only
def most_asymmetric_pair(matrix):
    if (gaps := np.abs(asymmetry(matrix))).max() == 0:
        return (0, 1)
    i, j = next(zip(*np.nonzero(gaps == gaps.max())))
    return (i, j) if i < j else (j, i)


class Evidence:
    def __call__(self):
        yield_from = [np.diag([1.0, 2.0])] * 2
        return tuple(yield_from)


symmetric_scores_asymmetric_weights = Evidence()
asymmetric_scores_symmetric_weights = functools.partial(np.array, [[1.0, 1.0], [5.0, 5.0]])

assert is_symmetric(np.eye(3))
if __name__ == "__main__":
    import sys

    sys.exit("run by grade")
