import numpy as np


def attention(Q, K, V, mask=None):
    """Keys arrive one at a time; what was mixed so far is rescaled whenever a higher score turns up."""
    queries, keys = len(Q), len(K)
    highest = np.full(queries, -np.inf)
    total = np.zeros(queries)
    mixed = np.zeros((queries, V.shape[1]))
    scores = np.empty((queries, keys))
    for j in range(keys):
        scores[:, j] = Q @ K[j] / np.sqrt(len(K[j]))
        if mask is not None:
            scores[:, j] += mask[:, j]
        now = np.maximum(highest, scores[:, j])
        settled = np.where(np.isfinite(now), now, 0.0)
        kept, new = np.exp(highest - settled), np.exp(scores[:, j] - settled)
        total = total * kept + new
        mixed = mixed * kept[:, None] + new[:, None] * V[j]
        highest = now
    weights = np.exp(scores - highest[:, None]) / total[:, None]
    return mixed / total[:, None], weights
