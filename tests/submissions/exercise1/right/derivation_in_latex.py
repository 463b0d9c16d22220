# parts: variance_derivation

def variance_derivation():
    return [
        ['independent sum', 'Var(S) = \\sum_{i=1}^{d_k} Var(q_i k_i)'],
        ['definition of variance', '\\operatorname{Var}(q_i k_i) = \\mathbb{E}[q_i^2 k_i^2] - \\mathbb{E}[q_i k_i]^2'],
        ['independence', '\\mathbb{E}[q_i k_i] = \\mathbb{E}[q_i] \\mathbb{E}[k_i]'],
        ['zero mean', '\\mathbb{E}[q_i] = 0'],
        ['independence', '\\mathbb{E}[q_i^2 k_i^2] = \\mathbb{E}[q_i^2] \\mathbb{E}[k_i^2]'],
        ['unit second moment', '\\mathbb{E}[q_i^2] \\mathbb{E}[k_i^2] = 1'],
        ['earlier line', 'Var(S) = \\sum_{i=1}^{d_k} 1 = d_{k}'],
        ['scaled variable', 'Var\\left(\\frac{S}{\\sqrt{d_k}}\\right) = \\left(\\frac{1}{\\sqrt{d_k}}\\right)^2 Var(S)'],
        ['earlier line', 'Var\\left(\\frac{S}{\\sqrt{d_k}}\\right) = 1'],
    ]
