# part: scaled_score_matrix
# points: none
# uses: none
def score_matrix(Q, K):
    return K @ Q.T


def scaled_score_matrix(Q, K):
    return score_matrix(Q, K)
