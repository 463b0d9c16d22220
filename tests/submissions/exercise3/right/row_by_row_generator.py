import numpy as np


def one_row(row):
    row = row[:]
    if len(row) == 0:
        raise np.exceptions.AxisError("no axis to share attention over")
    row = row - np.max(row)
    if np.isnan(row).any():
        raise np.linalg.LinAlgError("minus infinity minus minus infinity")
    powers = np.e**row
    yield from powers / powers.sum()


def softmax_weights(scores):
    with np.errstate(invalid="ignore"):
        return [list(one_row(row)) for row in scores]


def attention_weights(Q, K):
    return softmax_weights(np.array([[q @ k for k in K] for q in Q]) / np.sqrt(len(Q[0])))
