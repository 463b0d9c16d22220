# part: variance_derivation
# status: failed
# misconception: none
# points: 0

def variance_derivation():
    return [
        ('algebra', 'Var(S) = d_k'),
        ('algebra', 'Var(S/√d_k) = 1'),
    ]
