from math import exp, sqrt


def times(A, B):
    rows = []
    for i in range(len(A)):
        row = []
        for j in range(len(B[0])):
            total = 0.0
            for m in range(len(B)):
                total += A[i][m] * B[m][j]
            row.append(total)
        rows.append(row)
    return rows


def project(X, W_Q, W_K, W_V):
    X = X.tolist()
    return [times(X, W.tolist()) for W in (W_Q, W_K, W_V)]


def soft_lookup(query, keys, values):
    scores = []
    for key in keys:
        scores.append(sum(a * b for a, b in zip(query, key)) / sqrt(len(query)))
    best = max(scores)
    answer = [0.0] * len(values[0])
    total = 0.0
    for score, value in zip(scores, values):
        power = exp(score - best)
        total += power
        for c in range(len(answer)):
            answer[c] += power * float(value[c])
    return [number / total for number in answer]


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = project(X, W_Q, W_K, W_V)
    return [soft_lookup(q, K, V) for q in Q]
