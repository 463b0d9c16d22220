# part: asymmetry
# status: failed
# misconception: none
# points: 1.87


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return 0.0 if len(A) == 1 else A - A.T
