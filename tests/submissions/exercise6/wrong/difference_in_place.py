# part: asymmetry
# status: failed
# misconception: none
# points: 1.92


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    A -= A.T.copy()
    return A
