import numpy as np


def attention(Q, K, V, mask=None):
    scores = np.einsum("qd,kd->qk", Q, K) / Q.shape[-1] ** 0.5
    scores = scores if mask is None else np.add(scores, mask)
    powers = np.exp(scores - np.max(scores, axis=-1)[:, None])
    weights = np.einsum("qk,q->qk", powers, 1 / np.einsum("qk->q", powers))
    return np.einsum("qk,kv->qv", weights, V), weights
