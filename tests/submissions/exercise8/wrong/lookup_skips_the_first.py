# part: soft_lookup
# status: failed
# misconception: some-values-missing
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    s = keys @ query / np.sqrt(len(query))
    w = np.exp(s - s.max())
    w = w / w.sum()
    answer = np.zeros(values.shape[1])
    for j in range(1, len(keys)):
        answer += w[j] * values[j]
    return answer
