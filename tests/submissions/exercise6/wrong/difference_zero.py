# part: asymmetry
# status: failed
# misconception: none
# points: 0


def asymmetry(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return A - A
