# part: variance_derivation
# status: failed
# misconception: scalar-not-squared
# points: 1.56

def variance_derivation():
    return [
        ('independent sum', 'Var(S) = Σ Var(q_i k_i)'),
        ('definition of variance', 'Var(q_i k_i) = E(q_i² k_i²) - E(q_i k_i)²'),
        ('independence', 'E(q_i k_i) = E(q_i) E(k_i)'),
        ('zero mean', 'E(q_i) E(k_i) = 0'),
        ('independence', 'E(q_i² k_i²) = E(q_i²) E(k_i²)'),
        ('unit second moment', 'E(q_i²) E(k_i²) = 1'),
        ('earlier line', 'Var(S) = d_k'),
        ('scaled variable', 'Var(S/√d_k) = Var(S)/√d_k'),
        ('earlier line', 'Var(S/√d_k) = 1'),
    ]
