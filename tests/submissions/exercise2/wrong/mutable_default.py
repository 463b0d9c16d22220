# part: score_matrix
# status: failed
# misconception: none
# points: 0
def score_matrix(Q, K, table=[]):
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    for q in Q:
        table.append([float(q @ k) for k in K])
    return table[-len(Q) - 1 :]
