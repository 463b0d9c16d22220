# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: none
# points: 0


def symmetric_scores_asymmetric_weights(Q):
    return Q, Q
