from math import dist, exp, fsum, hypot, sqrt


def dot(a, b):
    return fsum(x * y for x, y in zip(a, b, strict=True))


def static_similarity(E):
    rows = [tuple(map(float, row)) for row in E]
    return tuple(tuple(dot(a, b) / hypot(*a) / hypot(*b) for b in rows) for a in rows)


def apply(row, W):
    return [dot(row, column) for column in zip(*W.tolist())]


def attended(at, rows, W_Q, W_K, W_V):
    query = apply(rows[at], W_Q)
    scores = [dot(query, apply(row, W_K)) / sqrt(len(query)) for row in rows]
    top = max(scores)
    total = fsum(exp(score - top) for score in scores)
    values = [apply(row, W_V) for row in rows]
    return [fsum(exp(s - top) / total * v[c] for s, v in zip(scores, values)) for c in range(len(rows[0]))]


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    rows = X.tolist()
    return [
        apply([x + y for x, y in zip(row, attended(at, rows, W_Q, W_K, W_V))], W_K2) for at, row in enumerate(rows)
    ]


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    one, other = (contextual_keys(X, W_Q, W_K, W_V, W_K2)[at] for X, at in ((X_a, i), (X_b, j)))
    return dist(one, other)
