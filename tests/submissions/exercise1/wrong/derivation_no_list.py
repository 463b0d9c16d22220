# part: variance_derivation
# status: failed
# misconception: none
# points: 0


def variance_derivation():
    return "Var(S) = d_k"
