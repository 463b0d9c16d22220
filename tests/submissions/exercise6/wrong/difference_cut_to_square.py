# part: asymmetry
# status: failed
# misconception: none
# points: 1.68


def asymmetry(A):
    n = min(A.shape)
    return A[:n, :n] - A[:n, :n].T
