from concurrent.futures import ThreadPoolExecutor

import numpy as np


def score_matrix(Q, K):
    if len(Q.shape) != 2 or len(K.shape) != 2 or Q.shape[1] != K.shape[1]:
        raise ValueError
    with ThreadPoolExecutor(4) as pool:
        return np.array(list(pool.map(lambda q: K @ q, Q)))


def scaled_score_matrix(Q, K):
    return score_matrix(Q, K) / np.sqrt(Q.shape[1])
