# part: is_symmetric
# status: failed
# misconception: none
# points: 0


def is_symmetric(A, atol=1e-9):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    for i in range(len(A)):
        for j in range(i + 1, len(A)):
            return bool(abs(A[i, j] - A[j, i]) <= atol)
    return True
