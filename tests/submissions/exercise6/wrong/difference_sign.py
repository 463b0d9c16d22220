# part: asymmetry
# status: failed
# misconception: transposed-sign
# points: 0


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return A.T - A
