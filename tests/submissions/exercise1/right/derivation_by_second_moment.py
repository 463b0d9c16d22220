# parts: variance_derivation

def variance_derivation():
    return [
        ('Definition of Variance', 'Var(S) = E[S^2] - E[S]^2'),
        ('Linearity of Expectation', 'E[S] = Sum(E[q_i*k_i], (i, 1, d_k))'),
        ('independence', 'Sum(E[q_i*k_i], (i, 1, d_k)) = Sum(E[q_i]*E[k_i], (i, 1, d_k))'),
        ('zero mean', 'Sum(E[q_i]*E[k_i], (i, 1, d_k)) = 0'),
        ('linearity', 'E[S^2] = Σ_{i=1}^{d_k} Σ_{j=1}^{d_k} E[q_i k_i q_j k_j]'),
        ('algebra', 'Σ_{i=1}^{d_k} Σ_{j=1}^{d_k} E[q_i k_i q_j k_j] = Σ_i E[q_i^2 k_i^2] + Σ_{i≠j} E[q_i k_i q_j k_j]'),
        ('independence', 'Σ_{i≠j} E[q_i k_i q_j k_j] = Σ_{i≠j} E[q_i]E[k_i]E[q_j]E[k_j]'),
        ('zero mean', 'Σ_{i≠j} E[q_i]E[k_i]E[q_j]E[k_j] = 0'),
        ('independence', 'Σ_i E[q_i^2 k_i^2] = Σ_i E[q_i^2]E[k_i^2]'),
        ('unit second moment', 'Σ_i E[q_i^2]E[k_i^2] = d_k'),
        ('earlier-line', 'Var(S) = d_k'),
        ('scaled-variable', 'Var(S/sqrt(d_k)) = Var(S)/d_k'),
        ('earlier-line', 'Var(S)/d_k = 1'),
    ]
