# parts: symmetric_scores_asymmetric_weights asymmetric_scores_symmetric_weights
from collections import namedtuple

import numpy as np

Evidence = namedtuple("Evidence", ["Q", "K"])


def symmetric_scores_asymmetric_weights():
    Q = np.array([[3, 0], [0, 1]], dtype=np.int8)
    return Evidence(Q=Q[::-1, ::-1], K=Q[::-1, ::-1].tolist())


def asymmetric_scores_symmetric_weights():
    return np.broadcast_to(np.array([[1], [2], [3]], dtype=np.uint16), (3, 3))
