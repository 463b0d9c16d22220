# part: most_asymmetric_pair
# status: failed
# misconception: none
# points: 0


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    best, pair = 0, None
    for i in range(len(A)):
        for j in range(i + 1, len(A)):
            if abs(A[i, j] - A[j, i]) > best:
                best, pair = abs(A[i, j] - A[j, i]), (i, j)
    return pair
