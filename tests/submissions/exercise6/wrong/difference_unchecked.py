# part: asymmetry
# status: failed
# misconception: none
# points: 1.84


def asymmetry(A):
    return A - A.T
