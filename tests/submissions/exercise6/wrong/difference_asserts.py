# part: asymmetry
# status: failed
# misconception: none
# points: 1.68


def asymmetry(A):
    assert A.shape[0] == A.shape[1]
    return A - A.T
