# part: asymmetric_scores_symmetric_weights
# status: failed
# misconception: none
# points: 0


def asymmetric_scores_symmetric_weights():
    return [['0', '0'], ['1', '1']]
