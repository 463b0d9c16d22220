# part: is_symmetric
# status: failed
# misconception: diagonal-only
# points: 0


def is_symmetric(A, atol=1e-9):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError
    return True
