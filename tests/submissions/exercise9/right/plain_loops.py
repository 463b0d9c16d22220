import math


def product(A, B):
    return [[math.fsum(a * b for a, b in zip(row, column)) for column in zip(*B)] for row in A]


def softmax(row):
    top = max(row)
    powers = [math.exp(x - top) for x in row]
    total = math.fsum(powers)
    return [power / total for power in powers]


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    Q, K, V, W_Q, W_K, W_V, W_O = (one.tolist() for one in (Q, K, V, W_Q, W_K, W_V, W_O))
    rows = [[] for _ in Q]
    for w_q, w_k, w_v in zip(W_Q, W_K, W_V):
        q, k, v = product(Q, w_q), product(K, w_k), product(V, w_v)
        scores = product(q, list(zip(*k)))
        weights = [softmax([score / math.sqrt(len(w_q[0])) for score in row]) for row in scores]
        for row, found in zip(rows, product(weights, v)):
            row.extend(found)
    return product(rows, W_O)
