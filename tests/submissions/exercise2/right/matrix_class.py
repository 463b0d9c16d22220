import warnings

import numpy as np

warnings.simplefilter("error", RuntimeWarning)


def score_matrix(Q, K):
    if not (np.ndim(Q) == np.ndim(K) == 2):
        raise np.linalg.LinAlgError("not matrices")
    return np.asmatrix(Q) * np.asmatrix(K).T


def scaled_score_matrix(Q, K):
    return score_matrix(Q, K) * Q.shape[1] ** -0.5
