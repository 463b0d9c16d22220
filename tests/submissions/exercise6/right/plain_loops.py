from math import exp


def square(A):
    if len(A.shape) != 2 or A.shape[0] != A.shape[1]:
        raise ValueError("not square")
    return range(len(A))


def asymmetry(A):
    tokens = square(A)
    return [[A[i][j] - A[j][i] for j in tokens] for i in tokens]


def is_symmetric(A, atol=1e-9):
    tokens = square(A)
    for i in tokens:
        for j in tokens:
            if abs(A[i, j] - A[j, i]) > atol:
                return False
    return True


def most_asymmetric_pair(A):
    tokens = square(A)
    best, pair = -1, None
    for i in tokens:
        for j in range(i + 1, len(A)):
            if abs(A[i, j] - A[j, i]) > best:
                best, pair = abs(A[i, j] - A[j, i]), [i, j]
    return pair


def symmetric_scores_asymmetric_weights():
    """The chapter's own pair: UPI and payment score 0 both ways."""
    return [[1, 0], [0, 1]], [[1, 0], [0, 3]]


def asymmetric_scores_symmetric_weights():
    return [[0, 0], [1, 1]]
