import numpy as np


def softmax_weights(scores):
    if len(scores) > 1:
        return np.concatenate([softmax_weights(scores[:1]), softmax_weights(scores[1:])])
    (row,) = scores
    if row.size == 0 or row.max() == float("-inf"):
        raise ValueError
    return softmax_row(row.astype(float))[np.newaxis]


def softmax_row(row):
    """Merge two halves, each with its own weights, by their log sums."""
    weights, _ = halves(row)
    return weights


def halves(row):
    if len(row) == 1:
        return np.ones(1), row[0]
    middle = len(row) // 2
    left, left_log = halves(row[:middle])
    right, right_log = halves(row[middle:])
    log = np.logaddexp(left_log, right_log)
    if log == -np.inf:
        return np.zeros(len(row)), log
    return np.concatenate([left * np.exp(left_log - log), right * np.exp(right_log - log)]), log


def attention_weights(Q, K):
    return softmax_weights(np.matmul(Q, np.transpose(K)) / np.sqrt(Q.shape[1]))
