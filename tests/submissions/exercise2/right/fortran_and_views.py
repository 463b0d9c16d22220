"""Results in odd memory: Fortran order, reversed twice, read-only, a window into something larger."""
import numpy as np


def score_matrix(Q, K):
    if {Q.ndim, K.ndim} != {2}:
        raise ValueError
    scores = np.asfortranarray(Q @ K.T)
    turned = scores[::-1, ::-1].copy()
    return turned[::-1, ::-1]


def scaled_score_matrix(Q, K):
    scores = score_matrix(Q, K)
    room = np.full((2 * scores.shape[0], 3 * scores.shape[1]), np.nan)
    room[::2, 1::3] = scores / np.sqrt(Q.shape[1])
    room.flags.writeable = False
    return room[::2, 1::3]
