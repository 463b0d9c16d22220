# part: asymmetry
# status: failed
# misconception: none
# points: 0


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    for i in range(len(A)):
        for j in range(len(A)):
            A[i, j] -= A[j, i]
    return A
