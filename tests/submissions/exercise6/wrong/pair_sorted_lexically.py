# part: most_asymmetric_pair
# status: failed
# misconception: tie-not-in-row-order
# points: 0


def most_asymmetric_pair(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    pairs = [(i, j) for i in range(len(A)) for j in range(i + 1, len(A))]
    return max(pairs, key=lambda p: (abs(A[p] - A[p[::-1]]), p))
