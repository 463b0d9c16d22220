import math


def dot(a, b):
    total = 0.0
    for x, y in zip(a, b):
        total += float(x) * float(y)
    return total


def times(A, B):
    columns = list(zip(*[[float(x) for x in row] for row in B]))
    return [[dot(row, column) for column in columns] for row in A]


def static_similarity(E):
    table = []
    for a in E:
        table.append([dot(a, b) / (math.sqrt(dot(a, a)) * math.sqrt(dot(b, b))) for b in E])
    return table


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    queries, keys, values = times(X, W_Q), times(X, W_K), times(X, W_V)
    hidden = []
    for token, query in zip(X, queries):
        scores = [dot(query, key) / math.sqrt(len(key)) for key in keys]
        highest = max(scores)
        powers = [math.exp(score - highest) for score in scores]
        weights = [power / sum(powers) for power in powers]
        hidden.append([float(x) + sum(w * v[c] for w, v in zip(weights, values)) for c, x in enumerate(token)])
    return times(hidden, W_K2)


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    first = contextual_keys(X_a, W_Q, W_K, W_V, W_K2)[i]
    second = contextual_keys(X_b, W_Q, W_K, W_V, W_K2)[j]
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(first, second)))
