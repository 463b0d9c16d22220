# part: variance_derivation
# status: failed
# misconception: none
# points: 0


def variance_derivation():
    return [
        ('independent sum', 'Var(S)', 'Σ Var(q_i k_i)'),
    ]
