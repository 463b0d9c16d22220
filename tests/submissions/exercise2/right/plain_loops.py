def check(Q, K):
    if Q.ndim != 2 or K.ndim != 2:
        raise ValueError("two matrices, please")
    if Q.shape[1] != K.shape[1]:
        raise ValueError("d_k differs")


def score_matrix(Q, K):
    check(Q, K)
    table = []
    for q in Q:
        row = []
        for k in K:
            total = 0.0
            for a, b in zip(q, k):
                total += a * b
            row.append(total)
        table.append(row)
    return table


def scaled_score_matrix(Q, K):
    return [[score / Q.shape[1] ** 0.5 for score in row] for row in score_matrix(Q, K)]
