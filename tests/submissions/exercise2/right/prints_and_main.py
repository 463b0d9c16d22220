import sys

import numpy as np

print("score matrices", file=sys.stderr)


def score_matrix(Q, K):
    try:
        assert Q.ndim == K.ndim == 2
        assert Q.shape[1] == K.shape[1]
    except AssertionError as problem:
        raise ValueError("bad shapes") from problem
    print("shapes", Q.shape, K.shape)
    scores = np.zeros((Q.shape[0], K.shape[0]))
    for d in range(Q.shape[1]):
        scores += np.outer(Q[:, d], K[:, d])
    return scores


def scaled_score_matrix(Q, K):
    if (scores := score_matrix(Q, K)) is not None:
        return np.divide(scores, np.sqrt(Q.shape[1]), out=scores)


assert score_matrix(np.eye(2), np.eye(2)).trace() == 2
if __name__ == "__main__":
    print(scaled_score_matrix(np.eye(2), np.eye(2)))
    sys.exit(0)
