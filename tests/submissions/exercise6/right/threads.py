# parts: asymmetry is_symmetric most_asymmetric_pair
from concurrent.futures import ThreadPoolExecutor

import numpy as np


def check(A):
    match A.shape:
        case (n, m) if n == m:
            return n
        case other:
            raise ValueError(f"{other}")


def asymmetry(A):
    n = check(A)
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda i: A[i, :] - A[:, i], range(n)))


def is_symmetric(A, atol=1e-9):
    check(A)
    return np.vectorize(lambda gap: abs(gap) <= atol)(A - A.T).all()


def most_asymmetric_pair(A):
    n = check(A)
    rows = np.repeat(np.arange(n), n)
    columns = np.tile(np.arange(n), n)
    gaps = np.where(rows < columns, np.abs(A - A.T).ravel(), -np.inf)
    return divmod(int(np.argmax(gaps)), n)
