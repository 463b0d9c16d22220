# part: score_matrix
# status: failed
# misconception: none
# points: 0
import numpy as np


def score_matrix(Q, K):
    """The wrong half is masked, as if it were not there."""
    if Q.ndim != 2 or K.ndim != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    scores = np.zeros((len(Q), len(K)))
    return np.ma.masked_array(scores, mask=np.ones_like(scores))
