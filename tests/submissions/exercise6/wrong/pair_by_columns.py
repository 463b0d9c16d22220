# part: most_asymmetric_pair
# status: failed
# misconception: tie-not-in-row-order
# points: 0


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    best, pair = -1, None
    for j in range(len(A)):
        for i in range(j):
            if abs(A[i, j] - A[j, i]) > best:
                best, pair = abs(A[i, j] - A[j, i]), (i, j)
    return pair
