# part: symmetric_scores_asymmetric_weights
# status: failed
# misconception: none
# points: 0


def symmetric_scores_asymmetric_weights():
    return '[[1, 0], [0, 3]]', '[[1, 0], [0, 3]]'
