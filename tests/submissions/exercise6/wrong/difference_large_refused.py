# part: asymmetry
# status: failed
# misconception: none
# points: 1.87


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1] or len(A) > 20:
        raise ValueError
    return A - A.T
