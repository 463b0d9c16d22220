import math


def rows(Q, K, divisor):
    for q in Q.tolist():
        yield tuple(math.fsum(map(float.__mul__, q, k)) / divisor for k in K.tolist())


def score_matrix(Q, K, divisor=1):
    (n, d), (m, e) = Q.shape, K.shape
    if d != e:
        raise ValueError("different d_k")
    return tuple(rows(Q, K, divisor))


def scaled_score_matrix(Q, K):
    (n, d), (m, e) = Q.shape, K.shape
    return score_matrix(Q, K, divisor=math.sqrt(d))
