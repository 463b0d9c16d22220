# parts: variance_derivation


def variance_derivation():
    steps = ()
    steps += (('identical-distribution', 'Var(q_i*k_i) = Var(q*k)'),)
    steps += (('independent-sum', 'Var(q·k) = Sum(Var(q_i*k_i), (i, 1, d_k))'),)
    steps += (('earlier-line', 'Var(q·k) = d_k*Var(q*k)'),)
    steps += (('definition-of-variance', 'Var(q*k) = E((q*k)**2) - E(q*k)**2'),)
    steps += (('independence', 'E((q*k)**2) = E(q**2)*E(k**2)'),)
    steps += (('independence', 'E(q*k) = E(q)*E(k)'),)
    steps += (('unit-second-moment', 'E(q**2) = E(k**2) = 1'),)
    steps += (('zero-mean', 'E(q) = E(k) = 0'),)
    steps += (('earlier-line', 'Var(q*k) = 1*1 - 0*0 = 1'),)
    steps += (('earlier-line', 'Var(q·k) = d_k'),)
    steps += (('scaled-variable', 'Var(S/d_k**0.5) = (1/d_k**0.5)**2*Var(S)'),)
    steps += (('earlier-line', 'Var(S/sqrt(d_k)) = d_k/d_k = 1'),)
    return steps
