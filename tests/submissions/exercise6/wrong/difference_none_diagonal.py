# part: asymmetry
# status: failed
# misconception: none
# points: 0


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return [[A[i, j] - A[j, i] if i != j else None for j in range(len(A))] for i in range(len(A))]
