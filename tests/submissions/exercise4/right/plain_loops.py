from math import exp, inf, sqrt


def causal_mask(n):
    if n < 1 or n != int(n):
        raise ValueError("n")
    return [[0 if j <= i else -inf for j in range(n)] for i in range(n)]


def masked_positions(n):
    if n < 1 or n != int(n):
        raise ValueError("n")
    pairs = []
    for j in range(n - 1, -1, -1):
        for i in range(j):
            pairs.append([i, j])
    return pairs


def causal_attention_weights(Q, K):
    if len(Q) != len(K):
        raise ValueError("one sequence, please")
    weights = []
    for i, q in enumerate(Q):
        seen = [sum(a * b for a, b in zip(q, k)) / sqrt(len(q)) for k in K[: i + 1]]
        powers = [exp(score - max(seen)) for score in seen]
        weights.append([power / sum(powers) for power in powers] + [0] * (len(K) - i - 1))
    return weights
